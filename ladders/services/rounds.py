"""The rounds of a tournament: opened, played out, and closed at their deadline at the latest."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Sum

from ladders import live, queue
from ladders.methods.pairing.knockout import going_on, knockout
from ladders.methods.pairing.robin import robin
from ladders.methods.pairing.seating import seat_order
from ladders.methods.pairing.swiss import swiss
from ladders.methods.ratings import places_with_forfeits
from ladders.methods.tiebreaks import points_of
from ladders.models import Entry, Round, StandingChange, TableSeat, Tournament, TournamentTable
from ladders.selectors.ratings import SeatFact
from ladders.selectors.tournaments import (
    current_round,
    field_of,
    score_groups,
    seats_had,
    standings_of,
    tables_of,
)
from ladders.services.news import News, notify_people, notify_tournament_over
from ladders.services.tables import begin_table
from ladders.services.tournaments import can_be_seated, lock_tournament
from matches.lobby.arranged import left_by_player, play_out_match, stop_match
from matches.models import Match

Kind, Status, State, Why = Tournament.Kind, Tournament.Status, Entry.State, StandingChange.Why
PLAY_OUT = timedelta(hours=2)
PLAY_OUT_SHARE = 10
"""Bots take over this long before the deadline, but no earlier than in the last tenth of the round."""


def advance_tournament(*, tournament_id: int, now: datetime) -> bool:
    """Close a complete round, then open the next or end the tournament; return True if anything was done."""
    with transaction.atomic():
        tournament = lock_tournament(tournament_id)
        if tournament.status != Status.RUNNING:
            return False
        latest = current_round(tournament)
        if latest and latest.tables.filter(ended_at=None).exists():
            return False
        if latest and not latest.ended_at:
            _close(tournament, latest, now)
        if _is_over(tournament, latest):
            _rank(tournament, Why.FINAL, now)
            tournament.status, tournament.ended_at = Status.FINISHED, now
            tournament.save(update_fields=["status", "ended_at"])
            notify_tournament_over(tournament=tournament, now=now)
        else:
            _open(tournament, latest.number + 1 if latest else 1, now)
        live.push_page(tournament)
    return True


def _is_over(tournament: Tournament, latest: Round | None) -> bool:
    players = tournament.entries.filter(state=State.IN).count()
    if not can_be_seated(tournament, players):
        return True
    if tournament.knocks_out:
        return latest is not None and latest.tables.count() == 1
    return latest is not None and latest.number >= tournament.rounds


def _open(tournament: Tournament, number: int, now: datetime) -> None:
    """Draw a round and start its matches."""
    tables = tables_of(tournament)
    field = field_of(tournament, tables, number)
    on = 0
    if tournament.knocks_out:
        draw = knockout(field)
        on = going_on(tournament.go_on, draw, field)
    elif tournament.kind == Kind.ROBIN:
        draw = robin(field, number, tournament.rounds)
    else:
        draw = swiss(field, score_groups(standings_of(tournament, tables)))
    opened = Round.objects.create(
        tournament=tournament,
        number=number,
        starts_at=now,
        deadline=now + timedelta(seconds=tournament.round_seconds),
    )
    had = seats_had(tables)
    entries = {entry.pk: entry for entry in tournament.entries.select_related("user")}
    for place, players in enumerate(draw.tables, start=1):
        order = [entries[pk] for pk in seat_order(players, had, field.seed)]
        match = begin_table(of=tournament, players=[entry.user for entry in order], now=now)
        table = TournamentTable.objects.create(round=opened, number=place, match=match, go_on=on)
        TableSeat.objects.bulk_create(
            TableSeat(table=table, entry=entry, number=seat) for seat, entry in enumerate(order)
        )
    # A bye is a table of one, won at once.
    for place, pk in enumerate(draw.byes, start=len(draw.tables) + 1):
        table = TournamentTable.objects.create(round=opened, number=place, ended_at=now)
        TableSeat.objects.create(table=table, entry=entries[pk], number=0, place=1)
        StandingChange.objects.create(entry=entries[pk], round=number, table=table, points=1.0, why=Why.BYE, at=now)


def record_table_result(*, match: Match, facts: Sequence[SeatFact], now: datetime) -> None:
    """Record the result of a tournament's table, once. Players who left it to a bot rank after all who stayed."""
    table = TournamentTable.objects.filter(match=match).select_related("round").first()
    if table is None:
        return
    tournament = lock_tournament(table.round.tournament_id)
    table.refresh_from_db()
    if table.ended_at:
        return
    came = {fact.user_id: fact for fact in facts}
    seats = list(table.seats.select_related("entry"))
    for seat in seats:
        fact = came[seat.entry.user_id]
        # Where bots played out the round, only players who were away before count as away.
        seat.away = seat.away or fact.forfeit or (fact.away and table.played_out_at is None)
        seat.place = fact.place
    _settle(table, seats, Why.TABLE, now)
    queue.enqueue_advance_tournament(tournament.pk)


def reopen_table(*, match: Match, now: datetime, reopen: bool) -> None:
    """Undo the result of a tournament's table.

    Afterwards another result follows at once, or (`reopen`) the match runs again, which needs the round to be open.
    """
    table = TournamentTable.objects.filter(match=match).select_related("round").first()
    if table is None:
        return
    tournament = lock_tournament(table.round.tournament_id)
    table.refresh_from_db()
    if table.ended_at is None or (reopen and (table.round.ended_at is not None or now >= table.round.deadline)):
        return
    seats = list(table.seats.select_related("entry"))
    given = dict(table.changes.order_by().values_list("entry_id").annotate(Sum("points")))
    StandingChange.objects.bulk_create(
        StandingChange(
            entry=seat.entry,
            round=table.round.number,
            table=table,
            points=-given.get(seat.entry_id, 0.0),
            why=Why.CORRECTED,
            at=now,
        )
        for seat in seats
    )
    for seat in seats:
        seat.place, seat.away = None, seat.away and table.played_out_at is not None
    TableSeat.objects.bulk_update(seats, ["place", "away"])
    table.ended_at, table.judged = None, False
    table.save(update_fields=["ended_at", "judged"])
    live.push_page(tournament)


def rank_tournament_again(*, match: Match, now: datetime) -> None:
    """Rewrite the final ranks after a result changed once the tournament had ended."""
    table = TournamentTable.objects.filter(match=match).select_related("round__tournament").first()
    if table is not None and table.round.tournament.status == Status.FINISHED:
        _rank(lock_tournament(table.round.tournament_id), Why.CORRECTED, now)


def _settle(table: TournamentTable, seats: list[TableSeat], why: str, now: datetime) -> None:
    """Record each seat's place and points, and close the table."""
    places = places_with_forfeits([seat.place or 1 for seat in seats], [seat.away for seat in seats])
    for seat, place in zip(seats, places, strict=True):
        seat.place = place
    TableSeat.objects.bulk_update(seats, ["place", "away"])
    StandingChange.objects.bulk_create(
        StandingChange(
            entry=seat.entry,
            round=table.round.number,
            table=table,
            points=points_of(seat.place or 1, places),
            why=why,
            at=now,
        )
        for seat in seats
    )
    table.ended_at = now
    table.save(update_fields=["ended_at", "judged"])
    live.push_page(table.round.tournament)


def _close(tournament: Tournament, latest: Round, now: datetime) -> None:
    """Withdraw no-shows, then knock players out or call the reserve in."""
    absent = TableSeat.objects.filter(table__round=latest, away=True, entry__state=State.IN)
    for seat in absent.select_related("entry__user"):
        seat.entry.state, seat.entry.left_why = State.WITHDRAWN, "no_show"
        seat.entry.save(update_fields=["state", "left_why"])
        notify_people(of=tournament, what=News.NO_SHOW, users=[seat.entry.user], now=now)
        StandingChange.objects.create(
            entry=seat.entry, round=latest.number, table_id=seat.table_id, why=Why.NO_SHOW, at=now
        )
    if tournament.knocks_out:
        _knock_out(tournament, latest, tables_of(tournament), now)
    else:
        # Each player who left is replaced by the first in reserve.
        left = tournament.entries.filter(state=State.WITHDRAWN, replaced=False)
        waiting = tournament.entries.select_related("user").filter(state=State.RESERVE).order_by("pk")
        for gone, entry in zip(list(left), list(waiting), strict=False):
            gone.replaced = True
            gone.save(update_fields=["replaced"])
            entry.state = State.IN
            entry.save(update_fields=["state"])
            StandingChange.objects.create(entry=entry, round=latest.number, why=Why.CAME_IN, at=now)
            notify_people(of=tournament, what=News.CAME_IN, users=[entry.user], now=now)
    latest.ended_at = now
    latest.save(update_fields=["ended_at"])


def _knock_out(tournament: Tournament, latest: Round, tables: Sequence[TournamentTable], now: datetime) -> None:
    """Let the best of each table who are still in go on; ties are broken by points so far, then by lot.

    At the last table nobody goes on or out: its places are those of the tournament.
    """
    if latest.tables.count() == 1:
        return
    order = {line.player: (-line.points, line.lot) for line in standings_of(tournament, tables)}
    changes = []
    for table in (table for table in tables if table.round_id == latest.pk and table.match_id):
        stayed = [seat for seat in table.seats.all() if seat.entry.state == State.IN]
        stayed.sort(key=lambda seat: (seat.place or 1, order[seat.entry_id]))
        for rank, seat in enumerate(stayed):
            on = rank < table.go_on
            if not on:
                seat.entry.state = State.OUT
                seat.entry.save(update_fields=["state"])
            why = Why.ON if on else Why.OUT
            changes.append(StandingChange(entry=seat.entry, round=latest.number, table=table, why=why, at=now))
    StandingChange.objects.bulk_create(changes)
    out = [change.entry.user for change in changes if change.why == Why.OUT]
    notify_people(of=tournament, what=News.KNOCKED_OUT, users=out, now=now)


def _rank(tournament: Tournament, why: str, now: datetime) -> None:
    lines = standings_of(tournament, tables_of(tournament))
    entries = {entry.pk: entry for entry in tournament.entries.all()}
    for rank, line in enumerate(lines, start=1):
        entries[line.player].rank = rank
    ranked = [entries[line.player] for line in lines]
    Entry.objects.bulk_update(ranked, ["rank"])
    StandingChange.objects.bulk_create(StandingChange(entry=entry, why=why, at=now) for entry in ranked)


def play_out_at(latest: Round) -> datetime:
    """When bots take the seats of tables that are still playing."""
    length = latest.deadline - latest.starts_at
    return latest.deadline - min(PLAY_OUT, length / PLAY_OUT_SHARE)


def play_out_table(*, table_id: int, now: datetime) -> bool:
    """Let bots play a table's match to its end, so that the position decides; return True if they do."""
    with transaction.atomic():
        table = TournamentTable.objects.select_related("round__tournament").get(pk=table_id)
        if not _is_played(table) or table.played_out_at or play_out_at(table.round) > now:
            return False
        # The match stays locked from here on, so its result sees these marks.
        left = play_out_match(match_id=table.match_id or 0, now=now)
        if left is None:
            return False
        table.seats.filter(number__in=left).update(away=True)
        table.played_out_at = now
        table.save(update_fields=["played_out_at"])
    return True


def judge_table(*, table_id: int, now: datetime) -> bool:
    """Stop a match at its round's deadline: players who stayed share the first place. Return True if it was stopped."""
    with transaction.atomic():
        table = TournamentTable.objects.select_related("round__tournament").get(pk=table_id)
        if not _is_played(table) or table.round.deadline > now:
            return False
        stopped = stop_match(match_id=table.match_id or 0, now=now)
        status = Match.objects.values_list("status", flat=True).get(pk=table.match_id or 0)
        if not stopped and status == Match.Status.FINISHED:
            return False
        share_places(table=table, now=now)
    return True


def _is_played(table: TournamentTable) -> bool:
    """True if a table counts: in a cancelled tournament, matches continue as ordinary ones."""
    return not table.ended_at and table.match_id is not None and table.round.tournament.status == Status.RUNNING


def share_places(*, table: TournamentTable, now: datetime) -> None:
    """Close a table whose match has no result: all who stayed share the first place."""
    tournament = lock_tournament(table.round.tournament_id)
    table.refresh_from_db()
    if table.ended_at:
        return
    table.judged = True
    seats = list(table.seats.select_related("entry"))
    # Seats that a bot or a substitute held before bots took over at the end of the round.
    held = table.match.seats.all() if table.match and not table.played_out_at else ()
    left = {seat.number for seat in held if left_by_player(seat)}
    for seat in seats:
        seat.place, seat.away = 1, seat.away or seat.number in left
    _settle(table, seats, Why.SHARED, now)
    queue.enqueue_advance_tournament(tournament.pk)
