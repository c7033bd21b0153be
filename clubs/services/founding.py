"""Founding a club, changing what it says, its invitation link, and closing it."""

import secrets
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext, gettext_lazy

from accounts.identity.selectors import awaits_confirmation
from accounts.models import User
from clubs.models import Club, Membership, Role
from clubs.policy import JOINED_MOST, LINK_DAYS, LONGEST_ABOUT, LONGEST_TITLE, OWNED_MOST
from clubs.services.locking import check_owns, check_runs, lock_club, lock_user
from clubs.services.notices import notify_member
from clubs.signals import closing_asked, club_reopened, club_shut
from foundation.errors import Forbidden, Refused
from foundation.live import push_access
from foundation.sanitise import line_of, sanitised
from matches.chat.write import check_may_speak


def found_club(*, user: User, title: str, about: str, joining: str, now: datetime) -> Club:
    """Found a club, and own it. Raises `Refused`."""
    check_may_found(user, now)
    words = _checked(title, about, joining)
    with transaction.atomic():
        # Once more: another request of the same person may have come first.
        lock_user(user)
        check_joins_more(user)
        _check_owns_more(user)
        club = Club.objects.create(**words, founded_at=now)
        Membership.objects.create(club=club, user=user, role=Role.OWNER, joined_at=now)
    return club


def check_may_found(user: User, now: datetime) -> None:
    """Raise `Refused` if a user may not found a club."""
    check_person(user)
    if awaits_confirmation(user):
        raise Forbidden("address_not_confirmed", gettext("Confirm your mail address first: open the link in the mail."))
    check_may_speak(user, now)
    check_joins_more(user)
    _check_owns_more(user)


def _check_owns_more(user: User) -> None:
    if user.memberships.filter(role=Role.OWNER, club__closed_at=None).count() >= OWNED_MOST:
        raise Refused(
            "too_many_owned", gettext("You own {most} clubs. Hand one over or close it first.").format(most=OWNED_MOST)
        )


def check_person(user: User) -> None:
    """Raise `Forbidden` for guests and bots."""
    if not user.is_person:
        raise Forbidden("people_only", gettext("Only people with an account join clubs. Keep your account first."))


def check_joins_more(user: User) -> None:
    """Raise `Refused` if a person belongs to as many clubs as they may."""
    joined = user.memberships.filter(club__closed_at=None).count()
    asked = user.applications.filter(club__closed_at=None, refused=False).count()
    if joined + asked >= JOINED_MOST:
        raise Refused(
            "too_many_clubs",
            gettext("You belong to {most} clubs or ask to join them. Leave one first.").format(most=JOINED_MOST),
        )


def _checked(title: str, about: str, joining: str) -> dict[str, str]:
    title, about = line_of(title), sanitised(about)
    if not title:
        raise Refused("title_missing", gettext("Give the club a name."))
    if len(title) > LONGEST_TITLE:
        raise Refused(
            "title_too_long",
            gettext("The name has {count} characters; {most} is the most.").format(
                count=len(title), most=LONGEST_TITLE
            ),
        )
    if len(about) > LONGEST_ABOUT:
        raise Refused(
            "about_too_long",
            gettext("The text has {count} characters; {most} is the most.").format(
                count=len(about), most=LONGEST_ABOUT
            ),
        )
    if joining not in Club.Joining.values:
        raise Refused("no_such_joining", gettext("Choose who may join: anyone, those who ask, or those with the link."))
    return {"title": title, "about": about, "joining": joining}


def change_club(*, number: int, user: User, title: str, about: str, joining: str, now: datetime) -> None:
    """Change what a club says and who may join. Raises `Club.DoesNotExist` and `Refused`."""
    check_may_speak(user, now)
    words = _checked(title, about, joining)
    with transaction.atomic():
        club = lock_club(number)
        check_runs(club, user)
        Club.objects.filter(pk=club.pk).update(**words)


def make_link(*, number: int, user: User, days: int, now: datetime) -> None:
    """Make an invitation link, in place of any earlier one. Raises `Club.DoesNotExist` and `Refused`."""
    if days not in LINK_DAYS:
        raise Refused("no_such_span", gettext("Choose how long the link works: 1, 7 or 30 days."))
    with transaction.atomic():
        club = lock_club(number)
        check_runs(club, user)
        club.link_token, club.link_expires_at = secrets.token_urlsafe(15), now + timedelta(days=days)
        club.save(update_fields=["link_token", "link_expires_at"])


def revoke_link(*, number: int, user: User, now: datetime) -> bool:
    """Revoke the invitation link. Return False if none worked. Raises `Club.DoesNotExist` and `Forbidden`."""
    with transaction.atomic():
        club = lock_club(number)
        check_runs(club, user)
        worked = club.link_expires_at is not None and club.link_expires_at > now
        Club.objects.filter(pk=club.pk).update(link_token="", link_expires_at=None)
    return worked


def close_club(*, number: int, user: User, now: datetime) -> None:
    """Close a club for good, as its owner. Raises `Club.DoesNotExist` and `Refused`."""
    with transaction.atomic():
        club = lock_club(number)
        check_owns(club, user)
        check_may_close(club, user)
        shut(club, now)
        for row in club.memberships.exclude(user=user).select_related("user"):
            notify_member(club=club, user=row.user, text=gettext_lazy("The owner has closed the club."), now=now)


def check_may_close(club: Club, user: User) -> None:
    """Raise `Refused` if the owner of a club may not close it now."""
    closing_asked.send(Club, club=club, by=user)


def shut(club: Club, now: datetime) -> None:
    """Close a locked club, so that its members no longer reach its page, chat, tables and link."""
    club.closed_at, club.link_token, club.link_expires_at = now, "", None
    club.save(update_fields=["closed_at", "link_token", "link_expires_at"])
    club.applicants.filter(refused=False).delete()
    club_shut.send(Club, club=club, now=now)
    push_access(club.memberships.values_list("user_id", flat=True))


def reopen(club: Club) -> None:
    """Open a closed club again, for those who are still members."""
    closed_at, club.closed_at = club.closed_at, None
    club.save(update_fields=["closed_at"])
    club_reopened.send(Club, club=club, closed_at=closed_at)
