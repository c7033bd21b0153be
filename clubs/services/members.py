"""Letting people in, roles, handing over, and removing members."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext, gettext_lazy

from accounts.models import User
from accounts.security.suspension import is_suspended
from clubs.models import Applicant, Club, Membership, Role
from clubs.policy import OWNED_MOST
from clubs.services.joining import add_member, is_unwelcome
from clubs.services.locking import check_owns, check_runs, lock_club, lock_user
from clubs.services.notices import (
    notify_member,
    notify_of_role,
    withdraw_applicant,
    withdraw_news,
    withdraw_office,
)
from clubs.signals import member_left, rivals_asked
from foundation.errors import Forbidden, Refused
from foundation.live import push_access


def admit(*, number: int, by: User, user: User, now: datetime) -> None:
    """Let someone in who asks to join. Raises `Club.DoesNotExist` and `Refused`."""
    with transaction.atomic():
        club = lock_club(number)
        check_runs(club, by)
        if not club.applicants.filter(user=user, refused=False).exists():
            raise Refused(
                "has_not_asked", gettext("{name} does not ask to join any more.").format(name=user.display_name)
            )
        if is_unwelcome(club, user):
            raise Refused(
                "cannot_be_admitted",
                gettext("{name} cannot join this club. Refuse the request.").format(name=user.display_name),
            )
        add_member(club, user, now)
        notify_member(club=club, user=user, text=gettext_lazy("You are a member now."), now=now)


def refuse(*, number: int, by: User, user: User, now: datetime) -> bool:
    """Refuse someone, or remove a member; they cannot join until that is lifted, and are not told.

    Return False if they neither ask nor are a member. Raises `Club.DoesNotExist` and `Refused`.
    """
    with transaction.atomic():
        club = lock_club(number)
        mine = check_runs(club, by)
        found = club.memberships.filter(user=user).first()
        if found is not None:
            _check_outranks(mine, found)
            if why := rivals_in(club, by).get(user.pk):
                raise Forbidden("plays_in_it", why)
            found.delete()
            member_left.send(Club, club=club, user=user, now=now)
            push_access([user.pk])
            withdraw_news(club=club, user=user, now=now)
            Applicant.objects.update_or_create(club=club, user=user, defaults={"at": now, "refused": True})
            return True
        withdraw_applicant(club=club, user=user, now=now)
        return club.applicants.filter(user=user, refused=False).update(refused=True, at=now) > 0


def rivals_in(club: Club, by: User) -> dict[int, str]:
    """Return why someone who runs a club may not remove some of its members, by the members' keys."""
    answers: list[tuple[Any, Any]] = rivals_asked.send(Club, club=club, by=by)
    return {member: why for _, reasons in answers for member, why in reasons.items()}


def _check_outranks(mine: Membership, other: Membership) -> None:
    if mine.pk == other.pk:
        raise Refused("yourself", gettext("You cannot remove yourself. Leave the club instead."))
    if other.role != Role.MEMBER and mine.role != Role.OWNER:
        raise Forbidden("not_the_owner", gettext("Only the owner removes organisers."))


def lift_refusal(*, number: int, by: User, user: User) -> bool:
    """Let someone who was refused or removed ask again. Return False if they were not."""
    with transaction.atomic():
        club = lock_club(number)
        check_runs(club, by)
        return club.applicants.filter(user=user, refused=True).delete()[0] > 0


def set_role(*, number: int, by: User, user: User, role: str, now: datetime) -> None:
    """Make a member an organiser, a member again, or the owner instead of yourself.

    Raises `Club.DoesNotExist` and `Refused`.
    """
    if role not in Role.values:
        raise Refused("no_such_role", gettext("Choose owner, organiser or member."))
    with transaction.atomic():
        if role == Role.OWNER:
            # Two clubs handed over at once would otherwise each find room for one more.
            lock_user(user)
        club = lock_club(number)
        mine = check_owns(club, by)
        found = club.memberships.filter(user=user).first()
        if found is None:
            raise Refused(
                "no_such_member", gettext("{name} is not a member of this club.").format(name=user.display_name)
            )
        if found.role == role:
            return
        if found.pk == mine.pk:
            raise Refused("own_role", gettext("Hand the club over to another member first: then you are an organiser."))
        if role == Role.OWNER:
            if why := refusals_to_own([user], now).get(user.pk):
                raise why
            mine.role = Role.ORGANISER
            mine.save(update_fields=["role"])
        found.role = role
        found.save(update_fields=["role"])
        if role == Role.MEMBER:
            withdraw_office(club=club, user=user, now=now)
        notify_of_role(club=club, by=by, user=user, text=TOLD[Role(role)], now=now)


TOLD = {
    Role.OWNER: gettext_lazy("The owner has handed the club over to you."),
    Role.ORGANISER: gettext_lazy("You are an organiser of the club now."),
    Role.MEMBER: gettext_lazy("You are a member of the club, and no organiser any more."),
}


def refusals_to_own(users: Sequence[User], now: datetime) -> dict[int, Refused]:
    """Return why some of these people may not get a club to own, by their keys."""
    owned = Membership.objects.filter(role=Role.OWNER, club__closed_at=None, user__in=users)
    counts = Counter(owned.values_list("user", flat=True))
    return {user.pk: why for user in users if (why := _refusal_to_own(user, counts[user.pk], now)) is not None}


def _refusal_to_own(user: User, owned: int, now: datetime) -> Refused | None:
    if is_suspended(user, now):
        return Refused(
            "suspended",
            gettext("The account of {name} is suspended. Choose another member.").format(name=user.display_name),
        )
    if owned >= OWNED_MOST:
        return Refused(
            "owns_enough",
            gettext("{name} owns {most} clubs already. Choose another member.").format(
                name=user.display_name, most=OWNED_MOST
            ),
        )
    return None
