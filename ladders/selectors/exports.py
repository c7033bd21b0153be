"""All tables of ladders, seasons, tournaments and ratings as columns and rows, for CSV and JSON."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from accounts.identity.selectors import user_by_name
from accounts.models import User
from ladders.methods.tiebreaks import NAMES
from ladders.models import Ladder, Pool, Season, StandingChange, TableSeat, Tournament
from ladders.selectors.access import seen_by
from ladders.selectors.players import outings_of, record_of
from ladders.selectors.ratings import ratings_listed
from ladders.selectors.tournaments import standings_of, tables_of


@dataclass(frozen=True)
class Sheet:
    """A table to export."""

    columns: Sequence[str]
    rows: Sequence[Sequence[Any]]


def _ladder_at(key: str, reader: int | None) -> Ladder:
    """The ladder of a key. Raises `Ladder.DoesNotExist`."""
    return Ladder.objects.get(seen_by(reader), slug=key)


def _ladder(key: str, reader: int | None) -> Sheet:
    ladder = _ladder_at(key, reader)
    rungs = ladder.rungs.select_related("division", "user")
    rows = [[rung.division.title, rung.position, rung.user.username, rung.joined_at.isoformat()] for rung in rungs]
    return Sheet(("division", "position", "player", "joined"), rows)


def _moves(key: str, reader: int | None) -> Sheet:
    changes = _ladder_at(key, reader).changes.select_related("user", "division").order_by("pk")
    stood: dict[int, str] = {}
    rows = []
    for row in changes:
        before = stood.get(row.user_id) if row.before is not None else None
        after = row.division.title if row.after is not None else None
        stood[row.user_id] = row.division.title
        moved = [before, row.before, after, row.after]
        rows.append([row.at.isoformat(), row.user.username, *moved, row.why, row.challenge_id])
    return Sheet(("at", "player", "division_before", "before", "division", "after", "why", "challenge"), rows)


def _challenges(key: str, reader: int | None) -> Sheet:
    found = _ladder_at(key, reader).challenges.select_related("challenger").prefetch_related("seats__user")
    rows = [
        [
            challenge.pk,
            challenge.made_at.isoformat(),
            challenge.challenger.username,
            " ".join(seat.user.username for seat in challenge.seats.all()),
            challenge.state,
            challenge.match_id,
            challenge.ended_at.isoformat() if challenge.ended_at else None,
        ]
        for challenge in found
    ]
    return Sheet(("challenge", "made", "challenger", "players", "state", "match", "ended"), rows)


def _number(key: str) -> int:
    """The number in an address. Raises `ValueError` for values that no database can look up."""
    if not (key.isascii() and key.isdecimal() and len(key) < 10):
        raise ValueError(key)
    return int(key)


def _tournament(key: str, reader: int | None) -> Tournament:
    """The tournament of a key. Raises `ValueError` or `Tournament.DoesNotExist`."""
    return Tournament.objects.get(seen_by(reader), pk=_number(key))


def _season(key: str, reader: int | None) -> Sheet:
    places = Season.objects.get(seen_by(reader, "ladder__"), pk=_number(key)).places.select_related("user")
    rows = [
        [place.division, place.position, place.user.username, place.number, place.error, place.moved]
        for place in places
    ]
    return Sheet(("division", "position", "player", "rating", "error", "moved"), rows)


def _standings(key: str, reader: int | None) -> Sheet:
    tournament = _tournament(key, reader)
    entries = {entry.pk: entry for entry in tournament.entries.select_related("user")}
    lines = standings_of(tournament, tables_of(tournament)) if tournament.started_at else []
    rows = [
        [
            rank,
            entries[line.player].user.username,
            entries[line.player].state,
            line.points,
            line.opponents,
            line.firsts,
            line.direct,
            line.lot,
        ]
        for rank, line in enumerate(lines, start=1)
    ]
    return Sheet(("rank", "player", "state", *(name.lower().replace(" ", "_") for name in NAMES)), rows)


def _tables(key: str, reader: int | None) -> Sheet:
    seats = TableSeat.objects.filter(table__round__tournament=_tournament(key, reader)).select_related(
        "table__round", "entry__user"
    )
    rows = [
        [
            seat.table.round.number,
            seat.table.number,
            seat.table.match_id,
            seat.number + 1,
            seat.entry.user.username,
            seat.place,
            seat.away,
            seat.table.judged,
        ]
        for seat in seats.order_by("table__round__number", "table__number", "number")
    ]
    return Sheet(("round", "table", "match", "seat", "player", "place", "away", "shared_at_deadline"), rows)


def _entries(key: str, reader: int | None) -> Sheet:
    found = _tournament(key, reader).entries.select_related("user")
    rows = [[entry.user.username, entry.state, entry.entered_at.isoformat(), entry.rank] for entry in found]
    return Sheet(("player", "state", "entered", "rank"), rows)


def _reasons(key: str, reader: int | None) -> Sheet:
    found = StandingChange.objects.filter(entry__tournament=_tournament(key, reader)).select_related(
        "entry__user", "table"
    )
    rows = [
        [
            row.at.isoformat(),
            row.entry.user.username,
            row.round,
            row.table.match_id if row.table else None,
            row.points,
            row.why,
        ]
        for row in found
    ]
    return Sheet(("at", "player", "round", "match", "points", "why"), rows)


def _ratings(key: str, reader: int | None) -> Sheet:
    game, _, speed = key.partition("-at-")
    pool = Pool.objects.get(game=game, speed=speed)
    rows = [
        [rank, row.user.username, row.number, row.error, row.matches, row.provisional, row.mu, row.sigma]
        for rank, row in enumerate(ratings_listed(pool), start=1)
    ]
    return Sheet(("rank", "player", "rating", "error", "matches", "provisional", "mu", "sigma"), rows)


def _player(key: str) -> User:
    """The user of a key. Raises `User.DoesNotExist`."""
    user = user_by_name(name=key)
    if user is None:
        raise User.DoesNotExist
    return user


def _record(key: str, reader: int | None) -> Sheet:
    rows = [
        [
            match.number,
            match.title,
            match.place,
            match.players,
            match.ended_at.isoformat() if match.ended_at else None,
            match.unrated,
            match.voided,
        ]
        for match in outings_of(_player(key))
    ]
    return Sheet(("match", "game", "place", "players", "ended", "unrated", "voided"), rows)


def _opponents(key: str, reader: int | None) -> Sheet:
    rows = [
        [versus.other.username, versus.met, versus.ahead, versus.tied, versus.behind]
        for versus in record_of(_player(key)).opponents
    ]
    return Sheet(("opponent", "met", "ahead", "tied", "behind"), rows)


SHEETS: dict[str, Callable[[str, int | None], Sheet]] = {
    "ladder": _ladder,
    "moves": _moves,
    "challenges": _challenges,
    "season": _season,
    "standings": _standings,
    "tables": _tables,
    "entries": _entries,
    "reasons": _reasons,
    "ratings": _ratings,
    "record": _record,
    "opponents": _opponents,
}
"""Every exportable table by name, of what its reader (None: a visitor) may see."""
