"""Locks, and who may do what once they are held."""

from django.utils.translation import gettext

from accounts.models import User
from clubs.models import Club, Membership, Role
from foundation.errors import Forbidden, Stale


def lock_user(user: User) -> None:
    """Handle one person's requests one after another, so that together they keep to the limits. Lock it first.

    Raises `Forbidden` for an account that was erased meanwhile.
    """
    if not User.objects.select_for_update(no_key=True).get(pk=user.pk).is_active:
        raise Forbidden("account_gone", gettext("This account is closed."))


def lock_club(number: int) -> Club:
    """Lock a club. Raises `Club.DoesNotExist` and `Stale`.

    Lock it before its ladders and tournaments, whose new tables may refer to it meanwhile; `no_key` lets them.
    """
    club = Club.objects.select_for_update(no_key=True).get(pk=number)
    if club.closed_at is not None:
        raise Stale("club_closed", gettext("This club was closed. Choose another one."))
    return club


def membership_in(club: Club, user: User) -> Membership:
    """Return a user's membership. Raises `Forbidden`."""
    found = club.memberships.filter(user=user).first()
    if found is None:
        raise Forbidden("not_a_member", gettext("You are not a member of this club. Ask to join it on its page."))
    return found


def check_runs(club: Club, user: User) -> Membership:
    """Return the membership of someone who runs a club. Raises `Forbidden`."""
    found = membership_in(club, user)
    if not found.runs_it:
        raise Forbidden("not_an_organiser", gettext("Only the owner and the organisers of this club can do this."))
    return found


def check_owns(club: Club, user: User) -> Membership:
    """Return the membership of a club's owner. Raises `Forbidden`."""
    found = membership_in(club, user)
    if found.role != Role.OWNER:
        raise Forbidden("not_the_owner", gettext("Only the owner of this club can do this."))
    return found
