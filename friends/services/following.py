"""Following people, stopping, and refusing to be followed."""

from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext

from accounts.identity.blocks import may_not_meet
from accounts.models import User
from foundation.errors import Forbidden, Refused
from foundation.language import read_by
from friends.models import Follow
from friends.notice_kinds import FOLLOWER
from matches.notices import withdraw_open_tables
from notifications.services import About, schedule_notice, withdraw_notices

MOST = 200
"""How many people one person may follow."""


def follow(*, user: User, other: User, now: datetime) -> None:
    """Follow someone. They hear of it once, however often it is repeated. Raises `Refused`."""
    if not user.is_person:
        raise Forbidden("people_only", gettext("Only people with an account follow others. Keep your account first."))
    if user == other:
        raise Refused("own_name", gettext("You cannot follow yourself. Name another player."))
    if not other.enters_itself:
        raise Refused("not_people", gettext("You can follow people only. Name another player."))
    with transaction.atomic():
        # One of a person's requests at a time, so that together they keep to the limit. A block locks both people.
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        refused = Follow.objects.filter(by=user, other=other, refused=True).exists()
        # The same words for both, so that a block cannot be recognised.
        if refused or may_not_meet(user=user, others=[other.pk]):
            raise Forbidden("cannot_follow", gettext("You cannot follow {name}.").format(name=other.display_name))
        if Follow.objects.filter(by=user, refused=False).exclude(other=other).count() >= MOST:
            raise Refused(
                "too_many_followed",
                gettext("You follow {count} people. Stop following one of them first.").format(count=MOST),
            )
        _, is_new = Follow.objects.get_or_create(by=user, other=other, defaults={"at": now})
        # Following someone allows them to follow you again.
        Follow.objects.filter(by=other, other=user, refused=True).delete()
        if is_new:
            _tell(user, other, now)


def _tell(user: User, other: User, now: datetime) -> None:
    with read_by(other):
        words = gettext("{name} follows you. You can follow them too, or remove them.")
    context: About = {
        "title": user.display_name,
        "path": reverse("friends:followers"),
        "text": words.format(name=user.display_name),
    }
    schedule_notice(user=other, kind=FOLLOWER, topic=_topic(user), step=0, context=context, due_at=now, now=now)


def _topic(follower: User) -> str:
    return f"follower:{follower.pk}"


@transaction.atomic
def unfollow(*, user: User, other: User, now: datetime) -> bool:
    """Stop following someone, and withdraw what following told of. Return False if the user did not follow."""
    _withdraw(by=user, other=other, now=now)
    return Follow.objects.filter(by=user, other=other, refused=False).delete()[0] > 0


def _withdraw(*, by: User, other: User, now: datetime) -> None:
    """Withdraw what is unread: that the one follows, and the open tables of the other."""
    withdraw_notices(topic=_topic(by), user=other, kinds=(FOLLOWER,), now=now)
    withdraw_open_tables(host=other, user=by, now=now)


@transaction.atomic
def remove_follower(*, user: User, follower: User, now: datetime) -> bool:
    """End someone's following for good, without a word to them. Return False if they did not follow."""
    _withdraw(by=follower, other=user, now=now)
    return Follow.objects.filter(by=follower, other=user, refused=False).update(refused=True) > 0


def unfollow_each_other(*, user: User, other: User, now: datetime) -> None:
    """End what two people follow of each other, as one of them has blocked the other."""
    _withdraw(by=user, other=other, now=now)
    _withdraw(by=other, other=user, now=now)
    Follow.objects.filter(Q(by=user, other=other) | Q(by=other, other=user), refused=False).delete()
