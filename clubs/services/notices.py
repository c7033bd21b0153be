"""The notices that clubs send."""

from datetime import datetime

from django.urls import reverse

from accounts.models import User
from clubs.models import Club, Role
from clubs.notice_kinds import CLUB_NEWS, CLUB_REQUEST
from notifications.services import schedule_notice


def notify_of_applicant(*, club: Club, user: User, now: datetime) -> None:
    """Tell those who run a club that someone asks to join: once for each person."""
    text = f"{user.display_name} asks to join {club.title}. Let them in, or refuse."
    for row in club.memberships.exclude(role=Role.MEMBER).select_related("user"):
        schedule_notice(
            user=row.user,
            kind=CLUB_REQUEST,
            topic=f"club-applicant:{club.pk}:{user.pk}",
            step=0,
            context={"title": club.title, "path": reverse("clubs:manage", args=[club.pk]), "text": text},
            due_at=now,
            now=now,
        )


def notify_member(*, club: Club, user: User, text: str, now: datetime) -> None:
    """Tell someone that their place in a club has changed."""
    schedule_notice(
        user=user,
        kind=CLUB_NEWS,
        topic=f"club:{club.pk}",
        # What follows within a second is one piece of news.
        step=int(now.timestamp()) % 2**31,
        context={"title": club.title, "path": club.get_absolute_url(), "text": text},
        due_at=now,
        now=now,
    )
