"""The notices that clubs send."""

from datetime import datetime

from django.urls import reverse
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy

from accounts.identity.blocks import may_not_meet
from accounts.models import User
from clubs.models import Club, Role
from clubs.notice_kinds import CLUB_NEWS, CLUB_REQUEST
from foundation.language import Words, words_for
from notifications.services import schedule_notice
from notifications.services.ledger import withdraw_from_topics, withdraw_notices


def notify_of_applicant(*, club: Club, user: User, now: datetime) -> None:
    """Tell those who run a club that someone asks to join: once for each person."""
    asks = gettext_lazy("{name} asks to join {title}. Let them in or turn them down.")
    text = format_lazy(asks, name=user.display_name, title=club.title)
    for row in club.memberships.exclude(role=Role.MEMBER).select_related("user"):
        schedule_notice(
            user=row.user,
            kind=CLUB_REQUEST,
            topic=_of_applicant(club, user),
            step=0,
            context={
                "title": club.title,
                "path": reverse("clubs:manage", args=[club.pk]),
                "text": words_for(row.user, text),
            },
            due_at=now,
            now=now,
        )


def withdraw_applicant(*, club: Club, user: User, now: datetime) -> None:
    """Withdraw the notices that someone asks to join, as they no longer do."""
    withdraw_notices(topic=_of_applicant(club, user), kinds=(CLUB_REQUEST,), now=now)


def withdraw_office(*, club: Club, user: User, now: datetime) -> None:
    """Withdraw the notices about applicants from someone who no longer runs the club."""
    waiting = User.objects.filter(applications__club=club, applications__refused=False)
    topics = {_of_applicant(club, one): [user.pk] for one in waiting}
    withdraw_from_topics(users=topics, kinds=(CLUB_REQUEST,), now=now)


def withdraw_news(*, club: Club, user: User, now: datetime) -> None:
    """Withdraw all that someone was told of their place in a club that they have left."""
    for topic in (_of_member(club), _of_role(club)):
        withdraw_notices(topic=topic, kinds=(CLUB_NEWS,), user=user, now=now)
    withdraw_office(club=club, user=user, now=now)


def _of_applicant(club: Club, user: User) -> str:
    return f"club-applicant:{club.pk}:{user.pk}"


def _of_member(club: Club) -> str:
    return f"club:{club.pk}"


def _of_role(club: Club) -> str:
    return f"club-role:{club.pk}"


def notify_of_role(*, club: Club, by: User, user: User, text: Words, now: datetime) -> None:
    """Tell a member of a new role: once a day, however often it changes, and never across a block."""
    withdraw_notices(topic=_of_role(club), kinds=(CLUB_NEWS,), user=user, now=now)
    if not may_not_meet(user=user, others=[by.pk]):
        _tell(club, user, _of_role(club), now.toordinal(), text, now)


def notify_member(*, club: Club, user: User, text: Words, now: datetime) -> None:
    """Tell someone that their place in a club has changed."""
    # What follows within a second is one piece of news.
    _tell(club, user, _of_member(club), int(now.timestamp()) % 2**31, text, now)


def _tell(club: Club, user: User, topic: str, step: int, text: Words, now: datetime) -> None:
    schedule_notice(
        user=user,
        kind=CLUB_NEWS,
        topic=topic,
        step=step,
        context={"title": club.title, "path": club.get_absolute_url(), "text": words_for(user, text)},
        due_at=now,
        now=now,
    )
