"""Who may see ladders and tournaments, and who runs them: those of a club are for its members alone."""

from django.db.models import Q

from accounts.models import User
from clubs.models import Membership, Role
from clubs.selectors.access import member_of
from ladders.models import Ladder, Tournament

OF_EVERYONE = Q(club=None)
"""What every visitor may see."""


def seen_by(user_id: int | None, of: str = "") -> Q:
    """The ladders or tournaments that a reader (None: a visitor) may know of; `of` leads to them, as in `ladder__`."""
    known = Q(**{f"{of}club": None})
    if user_id is None:
        return known
    mine = Membership.objects.filter(user=user_id, user__is_active=True, club__closed_at=None)
    return known | Q(**{f"{of}club__in": mine.values("club")})


def seen_ladder(slug: str, user_id: int | None) -> Ladder | None:
    """Return a ladder if a reader may know that it exists."""
    return Ladder.objects.select_related("club").filter(seen_by(user_id), slug=slug).first()


def seen_tournament(number: int, user_id: int | None) -> Tournament | None:
    """Return a tournament if a reader may know that it exists."""
    found = Tournament.objects.select_related("ladder", "made_by", "club")
    return found.filter(seen_by(user_id), pk=number).first()


def is_organiser(user: User, club_id: int | None) -> bool:
    """True if a user runs ladders and tournaments: those of a club, or those for everyone."""
    if club_id is None:
        return user.has_perm("ladders.organise")
    membership = member_of(club_id, user.pk)
    return membership is not None and membership.runs_it


def runners_among(users: set[int], club_id: int | None) -> bool:
    """True if one of these accounts runs the ladders and tournaments of a club, or those for everyone."""
    if club_id is not None:
        return Membership.objects.filter(club=club_id, user__in=users).exclude(role=Role.MEMBER).exists()
    return any(one.has_perm("ladders.organise") for one in User.objects.filter(pk__in=users))


def belongs(user: User, club_id: int | None) -> bool:
    """True if a user may take part: anyone where there is no club, else its members and players of the house."""
    return club_id is None or user.is_house or member_of(club_id, user.pk) is not None
