"""What the page of a tournament shows: the standings with bars, the rounds as columns of tables, what one may do."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from django.utils.translation import gettext

from ladders.methods.tiebreaks import Line
from ladders.models import Entry, TableSeat, Tournament, TournamentTable

HIGHEST = 4
"""The height of the bar of a first place."""


class Bar(NamedTuple):
    """One round of a player: its height, and what it says."""

    height: int
    """1 to 4; 0 where there is no place."""
    kind: str
    """`place`, `first`, `playing`, `bye` or `none`."""
    words: str


@dataclass(frozen=True)
class Standing:
    """One row of the standings."""

    rank: int
    line: Line
    entry: Entry
    bars: tuple[Bar, ...]
    state: str


class Place(NamedTuple):
    """One player at a table."""

    place: int | None
    name: str
    mine: bool
    away: bool


@dataclass(frozen=True)
class TableChip:
    """A table of a round, or a bye."""

    match: int | None
    note: str
    mine: bool
    playing: bool
    places: tuple[Place, ...]


@dataclass(frozen=True)
class Column:
    """A round with its tables; a round to come has none."""

    number: int
    state: str
    tables: tuple[TableChip, ...]
    to_come: bool = False


class Offer(StrEnum):
    """What the page offers someone who might enter."""

    ENTER = "enter"
    LOG_IN = "log_in"
    NOTHING = ""


def enter_offer(shown: Tournament, entry: Entry | None, *, logged_in: bool) -> Offer:
    """Return what the page offers to a reader who has this entry, or none, unless they may not enter."""
    if shown.kind == Tournament.Kind.FINAL or not takes_entries(shown):
        return Offer.NOTHING
    returns = shown.status == Tournament.Status.ANNOUNCED
    if entry is not None and not (entry.state == Entry.State.WITHDRAWN and returns):
        return Offer.NOTHING
    return Offer.ENTER if logged_in else Offer.LOG_IN


def takes_entries(shown: Tournament) -> bool:
    """True if players may still enter, if only into the reserve."""
    running = shown.status == Tournament.Status.RUNNING and not shown.knocks_out
    return running or shown.status == Tournament.Status.ANNOUNCED


def may_withdraw(shown: Tournament, entry: Entry | None) -> bool:
    """True if the reader is entered and the tournament is not over."""
    entered = entry is not None and entry.state in (Entry.State.IN, Entry.State.RESERVE)
    return entered and shown.status in Tournament.GOING_ON


def standings_rows(
    shown: Tournament, lines: Sequence[Line], entries: Mapping[int, Entry], tables: Sequence[TournamentTable]
) -> list[Standing]:
    """Return the standings, best first, each with a bar for every round so far."""
    rounds = sorted({table.round.number for table in tables})
    bars = {
        (seat.entry_id, table.round.number): _bar(table, seat, list(table.seats.all()))
        for table in tables
        for seat in table.seats.all()
    }
    return [
        Standing(
            rank,
            line,
            entries[line.player],
            tuple(
                bars.get((line.player, number), Bar(0, "none", gettext("round {number}: none").format(number=number)))
                for number in rounds
            ),
            state_words(shown, entries[line.player]),
        )
        for rank, line in enumerate(lines, start=1)
    ]


def _bar(table: TournamentTable, seat: TableSeat, seats: Sequence[TableSeat]) -> Bar:
    number = table.round.number
    if table.match_id is None:
        return Bar(HIGHEST, "bye", gettext("round {number}: bye").format(number=number))
    if seat.place is None:
        return Bar(HIGHEST, "playing", gettext("round {number}: still playing").format(number=number))
    height = max(1, round(HIGHEST * (len(seats) - seat.place + 1) / len(seats)))
    return Bar(
        height,
        "first" if seat.place == 1 else "place",
        gettext("round {number}: place {place}").format(number=number, place=seat.place),
    )


def state_words(shown: Tournament, entry: Entry) -> str:
    """Say what became of a player, or "" while they simply play on."""
    if entry.rank == 1:
        return gettext("wins")
    if entry.left_why == "no_show":
        return gettext("left a table to a bot")
    if entry.state == Entry.State.IN:
        return "" if shown.status == Tournament.Status.RUNNING else gettext("played on to the end")
    return str(entry.get_state_display())


def columns_of(shown: Tournament, tables: Sequence[TournamentTable], user_id: int | None) -> list[Column]:
    """Return the rounds in order, and those still to come where their number is known."""
    rounds: dict[int, list[TournamentTable]] = {}
    for table in tables:
        rounds.setdefault(table.round.number, []).append(table)
    made = [_column(number, found, user_id) for number, found in sorted(rounds.items())]
    going_on = shown.status == Tournament.Status.RUNNING and not shown.knocks_out
    planned = range(len(made) + 1, (shown.rounds or 0) + 1) if going_on else ()
    return made + [Column(number, gettext("to come"), (), to_come=True) for number in planned]


def _column(number: int, tables: Sequence[TournamentTable], user_id: int | None) -> Column:
    playing = sum(_is_playing(table) for table in tables)
    matches = sum(table.match_id is not None for table in tables)
    state = (
        gettext("{playing} of {matches} still playing").format(playing=playing, matches=matches)
        if playing
        else gettext("done")
    )
    return Column(number, state, tuple(_chip(table, user_id) for table in tables))


def _is_playing(table: TournamentTable) -> bool:
    return table.match_id is not None and table.ended_at is None


def _chip(table: TournamentTable, user_id: int | None) -> TableChip:
    seats = sorted(table.seats.all(), key=lambda seat: (seat.place or len(table.seats.all()), seat.number))
    places = tuple(
        Place(
            seat.place if table.match_id else None,
            seat.entry.user.display_name,
            mine=user_id is not None and seat.entry.user_id == user_id,
            away=seat.away,
        )
        for seat in seats
    )
    note = (
        gettext("no result: the places are shared")
        if table.judged
        else gettext("played out by bots")
        if table.played_out_at
        else ""
    )
    return TableChip(table.match_id, note, any(place.mine for place in places), _is_playing(table), places)
