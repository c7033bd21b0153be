"""Who never comes to the first round's table: the first in reserve takes the seat over while it is still worth playing.

In later rounds the reserve comes in between rounds, and in a knock-out not at all: by then places have been won.
"""

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from games.models import Match, Seat
from games.services.arranged import never_came, seat_reassign
from games.services.rounds import match_locked
from games.services.substitutes import is_barred
from ladders import push
from ladders.models import Entry, StandingChange, TableSeat, Tournament, TournamentTable
from ladders.selectors.ladders import kept_apart
from ladders.services.news import News, people_told
from ladders.services.rounds import play_out_at
from ladders.services.tournaments import tournament_locked

FIRST_ROUND = 1
State, Why = Entry.State, StandingChange.Why


def tables_with_bots() -> QuerySet[TournamentTable]:
    """Tables of first rounds at which a bot plays for somebody, and players wait in reserve."""
    return TournamentTable.objects.filter(
        ended_at=None,
        played_out_at=None,
        round__number=FIRST_ROUND,
        round__tournament__status=Tournament.Status.RUNNING,
        round__tournament__entries__state=State.RESERVE,
        match__in=Seat.objects.exclude(stand_in="").values("match"),
    ).distinct()


def no_shows_replace(*, table_id: int, now: datetime) -> bool:
    """Give the seats of those who never came to the reserve, in its order; tell whether anybody came in."""
    with transaction.atomic():
        table = TournamentTable.objects.select_related("round").get(pk=table_id)
        if table.match_id is None:
            return False
        match = match_locked(table.match_id)
        tournament_locked(table.round.tournament_id)
        table.refresh_from_db()
        if table.ended_at or play_out_at(table.round) <= now:
            return False
        absent = never_came(match_id=match.pk)
        seats = list(table.seats.select_related("entry__user").filter(number__in=absent, entry__state=State.IN))
        came = [_replaced(match, table, seat, now) for seat in seats]
    return any(came)


def _replaced(match: Match, table: TournamentTable, seat: TableSeat, now: datetime) -> bool:
    """Give a seat to the first in reserve who may sit at this table; who may not waits for the next place."""
    held = match.seats.get(number=seat.number)
    waiting = Entry.objects.select_related("user").filter(tournament=seat.entry.tournament_id, state=State.RESERVE)
    others = {one.entry.user_id for one in table.seats.select_related("entry").exclude(pk=seat.pk)}
    pairs = kept_apart(seat.entry.tournament.entries.values_list("user_id", flat=True))
    for entry in waiting.order_by("pk"):
        apart_from = {user for pair in pairs if entry.user_id in pair for user in pair}
        if not others & apart_from and not is_barred(match, held, entry.user):
            _come_in(table, seat, entry, now)
            return True
    return False


def _come_in(table: TournamentTable, seat: TableSeat, entry: Entry, now: datetime) -> None:
    gone = seat.entry
    seat_reassign(match_id=table.match_id or 0, number=seat.number, user=entry.user, now=now)
    gone.state, gone.left_why, gone.replaced = State.WITHDRAWN, "no_show", True
    entry.state = State.IN
    seat.entry = entry
    Entry.objects.bulk_update([gone, entry], ["state", "left_why", "replaced"])
    seat.save(update_fields=["entry"])
    push.moved(entry.tournament)
    for who, why, what in ((gone, Why.NO_SHOW, News.NO_SHOW), (entry, Why.CAME_IN, News.CAME_IN)):
        people_told(of=entry.tournament, what=what, users=[who.user], now=now)
        StandingChange.objects.create(entry=who, round=table.round.number, table=table, why=why, at=now)
