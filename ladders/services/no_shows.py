"""No-shows in the first round: the first in reserve takes over the seat while it is still worth playing.

In later rounds the reserve comes in between rounds, and in a knock-out not at all: by then places have been won.
"""

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from ladders import live
from ladders.models import Entry, StandingChange, TableSeat, Tournament, TournamentTable
from ladders.selectors.ladders import kept_apart
from ladders.services.news import News, notify_people
from ladders.services.rounds import play_out_at
from ladders.services.tournaments import lock_tournament
from matches.lobby.arranged import never_came, reassign_seat
from matches.lobby.substitutes import knows_too_much
from matches.models import Match, Seat
from matches.rounds.locking import lock_match

FIRST_ROUND = 1
State, Why = Entry.State, StandingChange.Why


def tables_with_bots() -> QuerySet[TournamentTable]:
    """First-round tables where a bot stands in while players wait in reserve."""
    return TournamentTable.objects.filter(
        ended_at=None,
        played_out_at=None,
        round__number=FIRST_ROUND,
        round__tournament__status=Tournament.Status.RUNNING,
        round__tournament__entries__state=State.RESERVE,
        match__in=Seat.objects.exclude(stand_in="").values("match"),
    ).distinct()


def replace_no_shows(*, table_id: int, now: datetime) -> bool:
    """Give the seats of no-shows to the reserve, in order; return True if anyone came in."""
    with transaction.atomic():
        table = TournamentTable.objects.select_related("round").get(pk=table_id)
        if table.match_id is None:
            return False
        match = lock_match(table.match_id)
        lock_tournament(table.round.tournament_id)
        table.refresh_from_db()
        if table.ended_at or play_out_at(table.round) <= now:
            return False
        absent = never_came(match_id=match.pk)
        seats = list(table.seats.select_related("entry__user").filter(number__in=absent, entry__state=State.IN))
        came = [_replace(match, table, seat, now) for seat in seats]
    return any(came)


def _replace(match: Match, table: TournamentTable, seat: TableSeat, now: datetime) -> bool:
    """Give a seat to the first in reserve who may sit at this table; the others wait for the next place."""
    gone, held = seat.entry, match.seats.get(number=seat.number)
    waiting = Entry.objects.select_related("user").filter(tournament=gone.tournament_id, state=State.RESERVE)
    others = {one.entry.user_id for one in table.seats.select_related("entry").exclude(pk=seat.pk)}
    pairs = kept_apart(gone.tournament.entries.values_list("user_id", flat=True))
    for entry in waiting.order_by("pk"):
        apart_from = {user for pair in pairs if entry.user_id in pair for user in pair}
        if others & apart_from or knows_too_much(match, entry.user, besides=held):
            continue
        reassign_seat(match_id=match.pk, number=seat.number, user=entry.user, now=now)
        gone.state, gone.left_why, gone.replaced = State.WITHDRAWN, "no_show", True
        entry.state = State.IN
        seat.entry = entry
        Entry.objects.bulk_update([gone, entry], ["state", "left_why", "replaced"])
        seat.save(update_fields=["entry"])
        live.push_page(entry.tournament)
        for who, why, what in ((gone, Why.NO_SHOW, News.NO_SHOW), (entry, Why.CAME_IN, News.CAME_IN)):
            notify_people(of=entry.tournament, what=what, users=[who.user], now=now)
            StandingChange.objects.create(entry=who, round=table.round.number, table=table, why=why, at=now)
        return True
    return False
