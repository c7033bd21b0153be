"""The one way to a club: what is a member's to see is reached through `member_of` alone."""

from datetime import datetime

from django.db.models import Count, Q, QuerySet

from clubs.models import Applicant, Club, Membership

LISTED = (Club.Joining.OPEN, Club.Joining.REQUEST)


def open_clubs() -> QuerySet[Club]:
    """The clubs that are not closed, with the number of their members."""
    return Club.objects.filter(closed_at=None).annotate(count=Count("memberships"))


def listed_clubs() -> QuerySet[Club]:
    """The clubs that everyone may see, newest first."""
    return open_clubs().filter(joining__in=LISTED).order_by("-pk")


def visible_club(number: int, user_id: int | None) -> Club | None:
    """Return a club if a reader may know that it exists: it is listed, they are a member, or they ask to be one."""
    known = Q(joining__in=LISTED)
    if user_id is not None:
        known |= Q(pk__in=Membership.objects.filter(user=user_id).values("club"))
        known |= Q(pk__in=Applicant.objects.filter(user=user_id, refused=False).values("club"))
    return open_clubs().filter(known, pk=number).first()


def invited_club(token: str, now: datetime) -> Club | None:
    """Return the club that an invitation link leads to, unless the link has expired or was revoked."""
    return open_clubs().filter(link_token=token, link_expires_at__gt=now).first() if token else None


def member_of(number: int, user_id: int | None) -> Membership | None:
    """Return a reader's membership of a club that is not closed, with the club."""
    if user_id is None:
        return None
    rows = Membership.objects.select_related("club", "user")
    # Through the key: a number that no database holds then finds nothing.
    return rows.filter(club__pk=number, user=user_id, user__is_active=True, club__closed_at=None).first()


def is_of_my_club(match_id: int, user_id: int) -> bool:
    """True if a table belongs to a club, not closed, of which a user is a member."""
    mine = Membership.objects.filter(user=user_id, user__is_active=True, club__closed_at=None)
    return mine.filter(club__tables__match=match_id).exists()
