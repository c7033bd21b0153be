"""Clubs as one reader may see them: the reader's own, and one with its members."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from accounts.models import User
from clubs.models import Applicant, Club, ClubMessage, Membership, Role


@dataclass(frozen=True)
class ClubView:
    """A club, as one reader may see it. Only members see its members and its link."""

    number: int
    title: str
    about: str
    joining: str
    count: int
    """The number of members."""
    owner: User | None
    mine: Membership | None
    asked: bool
    """True if the reader waits for an answer."""
    members: Sequence[Membership] = ()
    waiting: Sequence[Applicant] = ()
    refused: Sequence[Applicant] = ()
    link: str = ""
    """The secret part of the invitation link, for those who run the club."""
    link_expires_at: datetime | None = None

    @property
    def runs_it(self) -> bool:
        """True if the reader lets people in and out."""
        return self.mine is not None and self.mine.runs_it

    @property
    def is_owner(self) -> bool:
        """True if the reader owns the club."""
        return self.mine is not None and self.mine.role == Role.OWNER


def club_view(club: Club, user: User | None, now: datetime) -> ClubView:
    """Return a club as a reader (None: a visitor) may see it. Find the club by `clubs.selectors.access`."""
    members = list(members_of(club))
    mine = next((row for row in members if user is not None and row.user_id == user.pk), None)
    owner = next((row.user for row in members if row.role == Role.OWNER), None)
    asked = user is not None and club.applicants.filter(user=user, refused=False).exists()
    view = ClubView(club.pk, club.title, club.about, club.joining, len(members), owner, mine, asked)
    if mine is None:
        return view
    runs_it = mine.runs_it
    applicants = list(club.applicants.select_related("user").filter(user__is_active=True)) if runs_it else []
    has_link = runs_it and club.link_expires_at is not None and club.link_expires_at > now
    return ClubView(
        **{name: getattr(view, name) for name in ("number", "title", "about", "joining", "count", "owner", "mine")},
        asked=False,
        members=members,
        waiting=[row for row in applicants if not row.refused],
        refused=[row for row in applicants if row.refused],
        link=club.link_token if has_link else "",
        link_expires_at=club.link_expires_at if has_link else None,
    )


def members_of(club: Club) -> QuerySet[Membership]:
    """The members of a club in the order in which they joined."""
    return club.memberships.select_related("user").filter(user__is_active=True)


def clubs_of(user: User) -> QuerySet[Membership]:
    """The memberships of a user, with the number of unread messages of others."""
    sent = ClubMessage.objects.filter(club=OuterRef("club"), number__gt=OuterRef("read_to"))
    fresh = sent.filter(taken_back_at=None, hidden_at=None).exclude(author=user)
    fresh = fresh.exclude(author__in=user.blocks.values("other")).exclude(author__in=user.mutings.values("muted"))
    counted = fresh.order_by().values("club").annotate(count=Count("pk")).values("count")
    rows = Membership.objects.filter(user=user, club__closed_at=None).select_related("club")
    return rows.annotate(unread=Coalesce(Subquery(counted), 0), title=F("club__title")).order_by("title", "pk")
