"""A match written down as one reader may know it: as JSON, and in Portable Piecepack Notation.

Made of a `MatchView` of the whole match and of nothing else, so nothing is written that its pages do not show.
"""

from datetime import datetime
from typing import Any

import msgspec

from games.engine import AnyGame
from games.matchview import LogEntry, MatchView
from games.rules.core.notation import Row
from games.rules.core.ppn import Moment, written
from games.rules.registry import GAMES

FORMAT = "piecepack-by-post view 1"
TAKEN_BACK = "Taken back."
"""A comment of the notation on a step that counts no more."""


class SeenSeat(msgspec.Struct, frozen=True):
    """Who sits where."""

    player: int
    name: str
    place: int | None


class SeenStep(msgspec.Struct, frozen=True):
    """One step, and how the table looked after it."""

    step: int
    part: int
    """0, or a count of what moderators did after this step, which changes no position."""
    moderated: bool
    """Whether it tells of what a moderator did."""
    taken_back: bool
    """Whether it counts no more, as a moderator took the match back behind it."""
    round: int | None
    at: datetime
    sentences: tuple[str, ...]
    events: tuple[Any, ...]
    seen: Any


class SeenMatch(msgspec.Struct, frozen=True):
    """A match as one reader may know it; `viewer` is their seat, null a spectator."""

    format: str
    number: int
    game: str
    rules_version: int
    players: int
    options: dict[str, Any]
    status: str
    result: str
    viewer: int | None
    seats: tuple[SeenSeat, ...]
    steps: tuple[SeenStep, ...]


def seen_json(view: MatchView) -> bytes:
    """A match as JSON. Its form: `games.schemas`."""
    return msgspec.json.format(msgspec.json.encode(seen_match(view)), indent=1)


def seen_match(view: MatchView) -> SeenMatch:
    """A match as values; needs a view with its course and whole log."""
    return SeenMatch(
        format=FORMAT,
        number=view.number,
        game=view.slug,
        rules_version=view.rules_version,
        players=len(view.seats),
        options=view.options,
        status=view.status,
        result=view.result,
        viewer=view.me,
        seats=tuple(SeenSeat(seat.player, seat.name, seat.place) for seat in view.seats),
        steps=tuple(_step(entry, seen) for entry, seen in zip(reversed(view.log), view.course, strict=True)),
    )


def _step(entry: LogEntry, seen: Any) -> SeenStep:
    return SeenStep(
        step=entry.step,
        part=entry.part,
        moderated=entry.moderated,
        taken_back=entry.taken_back,
        round=entry.round,
        at=entry.at,
        sentences=entry.sentences,
        events=entry.events,
        seen=seen,
    )


def is_piecepack(slug: str) -> bool:
    """Whether a game is played with the pieces of the piecepack alone, so that its notation can hold it."""
    return GAMES[slug].notation.piecepack


def ppn(view: MatchView, address: str) -> str:
    """A match in Portable Piecepack Notation; `address` is where its table is found."""
    game = GAMES[view.slug]
    moments = (
        Moment(
            _place(entry), rows_of(game, view, seen), (*entry.sentences, *([TAKEN_BACK] if entry.taken_back else []))
        )
        for entry, seen in zip(reversed(view.log), view.course, strict=True)
    )
    return written(_header(game, view, address), moments)


def _place(entry: LogEntry) -> str:
    """Where an entry stands in the log: "12", or "12.1" for what a moderator did after that step."""
    return f"{entry.step}.{entry.part}" if entry.part else str(entry.step)


def _header(game: AnyGame, view: MatchView, address: str) -> dict[str, Any]:
    """What stands above the moves. `GameType` would name a set-up of the reader's program, so it is not used."""
    places = {seat.name: seat.place for seat in view.seats if seat.place}
    return {
        "Event": f"{game.title}, table {view.number}",
        "Site": address,
        "Date": view.log[-1].at.date().isoformat() if view.log else None,
        "Players": [seat.name for seat in view.seats],
        "Rules": f"{game.title} {view.rules_version}",
        "Options": view.options,
        "Status": view.status,
        "Result": view.result,
        "Places": places,
        "Viewer": "spectator" if view.me is None else view.seats[view.me].name,
        "Rows": [_row_name(row, view) for row in rows_of(game, view, view.seen)],
        "Hidden": _hidden(view),
    }


def rows_of(game: AnyGame, view: MatchView, seen: Any) -> tuple[Row, ...]:
    """A position as rows, as far as this reader may know it."""
    return tuple(game.notation.rows(seen, over=view.status == "finished"))


def _row_name(row: Row, view: MatchView) -> str:
    """What a row is called: by its label, its seat, or both."""
    return " of ".join(part for part in (row.label, "" if row.player is None else view.seats[row.player].name) if part)


def _hidden(view: MatchView) -> str:
    """Why some tiles lie face down."""
    return "" if view.status == "finished" else "Tiles face down are not known to the viewer while the match runs."
