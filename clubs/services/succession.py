"""Who owns a club whose owner is gone, and an owner who comes back."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.db.models import Case, Value, When
from django.utils.translation import gettext_lazy

from accounts.identity.selectors import selves
from accounts.models import User
from accounts.security.suspension import FOR_GOOD
from clubs.models import Club, Membership, Role
from clubs.services.founding import reopen, shut
from clubs.services.notices import notify_member

FOLLOWS = gettext_lazy("You own the club now, as its owner is gone. You can hand it over.")
IS_BACK = gettext_lazy("The owner whom you followed is back and owns the club again. You are an organiser of it.")


def appoint_successor(club: Club, now: datetime, but: Collection[int] = ()) -> Membership | None:
    """Give a locked club without an owner to the organiser, else the member, of longest standing; else close it.

    Those who are suspended for good, and those named in `but`, are passed over. Those who are suspended for a time come
    after all others.
    """
    staying = club.memberships.select_related("user").filter(user__is_active=True).exclude(user__in=but)
    last = Case(When(user__suspended_until__gt=now, then=Value(2)), When(role=Role.ORGANISER, then=Value(0)), default=1)
    heir = staying.exclude(user__suspended_until__gte=FOR_GOOD).order_by(last, "joined_at", "pk").first()
    if heir is None:
        if club.closed_at is None:
            shut(club, now)
        return None
    heir.role = Role.OWNER
    heir.save(update_fields=["role"])
    if club.closed_at is None:
        notify_member(club=club, user=heir.user, text=FOLLOWS, now=now)
    return heir


class HandedOn(NamedTuple):
    """A club that another member owns in place of its owner, or that was closed because there is nobody else."""

    club: int
    heir: int | None


def hand_clubs_on(*, user: User, by: User, now: datetime) -> list[HandedOn]:
    """Give all clubs of an owner to others, as a moderator (`by`) suspends them for good. The owner stays a member.

    The moderator gets none, and so gains nothing by it.
    """
    owned = user.memberships.filter(role=Role.OWNER, club__closed_at=None).order_by("club")
    handed = [_hand_on(number, user, selves(by), now) for number in owned.values_list("club_id", flat=True)]
    return [one for one in handed if one is not None]


@transaction.atomic
def _hand_on(number: int, user: User, but: Collection[int], now: datetime) -> HandedOn | None:
    club = Club.objects.select_for_update(no_key=True).get(pk=number)
    if not club.memberships.filter(user=user, role=Role.OWNER).update(role=Role.MEMBER):
        # They handed it over themselves, at this moment.
        return None
    heir = appoint_successor(club, now, but)
    return HandedOn(number, heir.user_id if heir else None)


def give_clubs_back(*, user: User, clubs: Sequence[HandedOn], now: datetime) -> None:
    """Give clubs that were handed on back to their owner, unless they have changed hands or were closed since."""
    for number, heir in clubs:
        with transaction.atomic():
            _give_back(Club.objects.select_for_update(no_key=True).get(pk=number), user, heir, now)


def _give_back(club: Club, user: User, heir: int | None, now: datetime) -> None:
    mine, owner = (club.memberships.filter(**who).first() for who in ({"user": user}, {"role": Role.OWNER}))
    was_closed = heir is None
    if mine is None or (owner and owner.user_id) != heir or (club.closed_at is not None) != was_closed:
        return
    if owner is not None:
        owner.role = Role.ORGANISER
        owner.save(update_fields=["role"])
        notify_member(club=club, user=owner.user, text=IS_BACK, now=now)
    mine.role = Role.OWNER
    mine.save(update_fields=["role"])
    if was_closed:
        reopen(club)
