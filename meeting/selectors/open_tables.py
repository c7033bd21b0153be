"""Open tables that a quick table may be."""

from dataclasses import dataclass

import msgspec
from django.db.models import Count, Exists, OuterRef, Q

from engine.table_settings import TableSettings, fixed_of
from games.registry import GAMES
from matches.clocks.time_controls import Pace, usual_paces
from matches.models import Match, Seat
from meeting.criteria import is_live
from meeting.methods.seating import TableKind

MOST_LOOKED_AT = 500
"""So many open tables, the newest, are looked at: to count the seats of a hundred thousand takes a second."""


@dataclass(frozen=True)
class OpenTable:
    """An open table with usual rules that anyone may join."""

    number: int
    kind: TableKind
    free: int
    """The seats that nobody has taken; the match begins with the last one."""
    rated: bool
    settings: TableSettings
    people: frozenset[int]
    """Its host and those who sit there."""

    def admits(self, reliability: int | None, rating: int) -> bool:
        """True if the host lets someone with this reliability and rating join."""
        return self.settings.admits_reliability(reliability) and self.settings.admits_rating(rating)


def open_tables() -> list[OpenTable]:
    """Open tables that anyone may join, those that begin soonest first.

    Private ones are left out, ones with hidden names, as blocked people could meet there, and ones with unusual
    options, which nobody chose who asked for a quick table.
    """
    for_anyone = Exists(Seat.objects.filter(match=OuterRef("pk"), user=None, offer=Seat.Offer.OPEN))
    shown = Match.objects.filter(status=Match.Status.OPEN, private=False, anonymous=False, beacon_round=None)
    newest = shown.filter(for_anyone, host__is_active=True, game__in=GAMES).order_by("-pk").values("pk")
    rows = Match.objects.filter(pk__in=newest[:MOST_LOOKED_AT])
    rows = rows.annotate(free=Count("seats", filter=Q(seats__user=None))).prefetch_related("seats")
    usual = {slug: msgspec.to_builtins(game.Options()) for slug, game in GAMES.items()}
    offered = usual_paces()
    found = []
    for row in rows.order_by("free", "created_at", "pk"):
        pace = Pace(row.turn_seconds, row.increment_seconds, row.cap_seconds).key
        if pace in offered and row.options == usual[row.game]:
            kind = TableKind(row.game, pace, is_live(pace), row.players)
            people = frozenset(user for user in (row.host_id, *(seat.user_id for seat in row.seats.all())) if user)
            found.append(OpenTable(row.pk, kind, row.free, row.rated, fixed_of(row, TableSettings), people))
    return found
