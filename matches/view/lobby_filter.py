"""Which open tables a reader looks for, and which of them start soonest."""

from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from matches.clocks.time_controls import pace_of
from matches.models import Match, Seat
from matches.policy import Speed
from matches.view.joining import Joiner, admitting, of_speed
from matches.view.summaries import lists

MOST_COMPARED = 1000
"""Of so many open tables the seats are counted: of a hundred thousand, that takes a second."""


@dataclass(frozen=True)
class LobbyFilter:
    """What a reader looks for; everything left out suits any table."""

    game: str = ""
    pace: str = ""
    """`live`, `days`, or the key of a pace."""
    seats: int | None = None
    rated: bool | None = None
    language: str = ""
    least_reliability: int | None = None
    """Tables that ask those who join for at least this reliability."""
    least_rating: int | None = None
    """Tables where nobody with a lower rating may join."""
    most_rating: int | None = None
    """Tables where nobody with a higher rating may join."""
    joiner: Joiner | None = None
    """Tables with an open seat that this player may take."""

    def condition(self) -> Q:
        """Return what a table must fulfil. Raises `KeyError` for an unknown pace."""
        asked = {
            "game": self.game or None,
            "players": self.seats,
            "rated": self.rated,
            "language": self.language or None,
            "least_reliability__gte": self.least_reliability,
            "least_rating__gte": self.least_rating,
            "most_rating__lte": self.most_rating,
        }
        condition = Q(**{name: value for name, value in asked.items() if value is not None}) & self._of_pace()
        if self.joiner is not None:
            mine = Seat.objects.filter(match=OuterRef("pk"), user=self.joiner.user_id)
            condition &= admitting(self.joiner) & Exists(_free().filter(offer=Seat.Offer.OPEN)) & ~Exists(mine)
            condition &= Q() if self.joiner.rated else Q(rated=False)
        return condition

    def _of_pace(self) -> Q:
        if not self.pace:
            return Q()
        if self.pace in (Speed.LIVE, Speed.DAYS):
            return of_speed(self.pace)
        turn, increment, cap = pace_of(self.pace)
        return Q(turn_seconds=turn, increment_seconds=increment, cap_seconds=cap)


def soonest_first(rows: QuerySet[Match]) -> QuerySet[Match]:
    """Order the newest open tables by how many seats are free, and those that wait longest first."""
    newest = rows.order_by("-pk").values("pk")[:MOST_COMPARED]
    counted = _free().order_by().values("match").annotate(count=Count("pk")).values("count")
    found = lists().filter(pk__in=newest).annotate(free_seats=Coalesce(Subquery(counted), 0))
    return found.order_by("free_seats", "created_at", "pk")


def _free() -> QuerySet[Seat]:
    return Seat.objects.filter(match=OuterRef("pk"), user=None)
