"""Joining a club, asking to, and leaving."""

import secrets
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext

from accounts.identity.blocks import may_not_meet
from accounts.models import User
from clubs.models import Applicant, Club, Membership, Role
from clubs.policy import MEMBERS_MOST, WAITING_MOST
from clubs.services.founding import check_joins_more, check_person
from clubs.services.locking import lock_club, lock_user, membership_in
from clubs.services.notices import notify_of_applicant, withdraw_applicant, withdraw_news
from clubs.services.succession import appoint_successor
from clubs.signals import member_left
from foundation.errors import Forbidden, Refused
from foundation.live import push_access


def join_club(*, number: int, user: User, token: str, now: datetime) -> bool:
    """Join a club, by its link (`token`) or without one, or ask to join. Return True if the user is a member now.

    Raises `Club.DoesNotExist` and `Refused`.
    """
    check_person(user)
    with transaction.atomic():
        lock_user(user)
        club = lock_club(number)
        if club.memberships.filter(user=user).exists():
            return True
        by_link = _opens(club, token, now)
        if club.joining == Club.Joining.INVITATION and not by_link:
            raise Club.DoesNotExist
        at_once = by_link or club.joining == Club.Joining.OPEN
        waits = club.applicants.filter(user=user, refused=False)
        if waits.exists() and not at_once:
            return False
        _check_welcome(club, user)
        waits.delete()
        check_joins_more(user)
        if at_once:
            add_member(club, user, now)
            return True
        if club.applicants.filter(refused=False).count() >= WAITING_MOST:
            raise Refused("too_many_wait", gettext("Too many people wait for an answer of this club. Try again later."))
        Applicant.objects.create(club=club, user=user, at=now)
        notify_of_applicant(club=club, user=user, now=now)
        return False


def _opens(club: Club, token: str, now: datetime) -> bool:
    if not (token and club.link_token and club.link_expires_at):
        return False
    return secrets.compare_digest(token.encode(), club.link_token.encode()) and club.link_expires_at > now


def _check_welcome(club: Club, user: User) -> None:
    """Raise `Forbidden`, in the same words for a refusal and a block, so that a block cannot be recognised."""
    if club.applicants.filter(user=user, refused=True).exists() or is_unwelcome(club, user):
        raise Forbidden("cannot_join", gettext("You cannot join this club."))


def is_unwelcome(club: Club, user: User) -> bool:
    """True if a block from either side stands between a user and someone who runs a club."""
    run_by = club.memberships.exclude(role=Role.MEMBER).values_list("user_id", flat=True)
    return may_not_meet(user=user, others=run_by)


def check_has_room(club: Club) -> None:
    """Raise `Refused` if a club is full."""
    if club.memberships.count() >= MEMBERS_MOST:
        raise Refused(
            "club_full",
            gettext("This club has {most} members, and no room for more until someone leaves.").format(
                most=MEMBERS_MOST
            ),
        )


def add_member(club: Club, user: User, now: datetime) -> None:
    """Add a member to a locked club. Raises `Refused`."""
    check_has_room(club)
    last = club.messages.order_by("-number").values_list("number", flat=True).first() or 0
    Membership.objects.create(club=club, user=user, joined_at=now, read_to=last)
    club.applicants.filter(user=user).delete()
    withdraw_applicant(club=club, user=user, now=now)


def leave_club(*, number: int, user: User, now: datetime) -> None:
    """Leave a club, or withdraw a request to join it. Raises `Club.DoesNotExist` and `Refused`."""
    with transaction.atomic():
        club = lock_club(number)
        if club.applicants.filter(user=user, refused=False).delete()[0]:
            withdraw_applicant(club=club, user=user, now=now)
            return
        _remove(club, membership_in(club, user), now)


def leave_all_clubs(*, user: User, now: datetime) -> None:
    """Leave every club, as the account is erased, closed ones included."""
    for number in user.memberships.values_list("club_id", flat=True):
        with transaction.atomic():
            club = Club.objects.select_for_update(no_key=True).get(pk=number)
            for membership in club.memberships.filter(user=user):
                _remove(club, membership, now)
    user.applications.all().delete()


def _remove(club: Club, membership: Membership, now: datetime) -> None:
    """Remove a member from a locked club; another member follows an owner."""
    was_owner = membership.role == Role.OWNER
    membership.delete()
    withdraw_news(club=club, user=membership.user, now=now)
    member_left.send(Club, club=club, user=membership.user, now=now)
    push_access([membership.user_id])
    if was_owner:
        appoint_successor(club, now)
