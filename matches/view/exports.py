"""Export a match as one reader may see it, as JSON or Portable Piecepack Notation.

The only source is a `MatchView` of the whole match, so an export contains nothing that its pages do not show.
"""

from datetime import datetime
from typing import Any

import msgspec
from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy, pgettext

from engine import AnyGame
from engine.notation import Row
from engine.ppn import Moment, write_ppn
from engine.ppn_proof import link_comment
from engine.view import LogEntry, MatchView
from games.registry import GAMES
from matches.notices import table_title

FORMAT = "piecepack-by-post view 1"
TAKEN_BACK = gettext_lazy("Taken back.")
"""The comment on a step that was taken back."""


class SeenSeat(msgspec.Struct, frozen=True):
    """One seat and its player."""

    player: int
    name: str
    place: int | None


class SeenStep(msgspec.Struct, frozen=True):
    """One step, and the position after it."""

    step: int
    part: int
    """0, or the count of moderators' actions after this step, which change no position."""
    moderated: bool
    """True if it records a moderator's action."""
    taken_back: bool
    """True if a moderator's rewind took this step back."""
    round: int | None
    at: datetime
    sentences: tuple[str, ...]
    events: tuple[Any, ...]
    link: str
    """Its hash in the chain."""
    seen: Any


class SeenMatch(msgspec.Struct, frozen=True):
    """A match as one reader may see it; `viewer` is their seat, null for a spectator."""

    format: str
    number: int
    game: str
    rules_version: int
    players: int
    options: dict[str, Any]
    status: str
    result: str
    seed_hash: str
    head: str
    """The last link of the chain."""
    viewer: int | None
    seats: tuple[SeenSeat, ...]
    steps: tuple[SeenStep, ...]


def seen_json(view: MatchView) -> bytes:
    """Return a match as JSON, in the format of `matches.view.schemas`."""
    return msgspec.json.format(msgspec.json.encode(seen_match(view)), indent=1)


def seen_match(view: MatchView) -> SeenMatch:
    """Return a match as values, from a view with its course and whole log."""
    return SeenMatch(
        format=FORMAT,
        number=view.number,
        game=view.slug,
        rules_version=view.rules_version,
        players=len(view.seats),
        options=view.options,
        status=view.status,
        result=view.result,
        seed_hash=view.seed_hash,
        head=view.head,
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
        link=entry.link,
        seen=seen,
    )


def is_piecepack(slug: str) -> bool:
    """True if a game uses only piecepack pieces, so that it can be exported in the notation."""
    return GAMES[slug].notation.piecepack


def ppn(view: MatchView) -> str:
    """Return a match in Portable Piecepack Notation."""
    game = GAMES[view.slug]
    moments = (
        Moment(_place(entry), rows_of(game, view, seen), _comments(entry))
        for entry, seen in zip(reversed(view.log), view.course, strict=True)
    )
    return write_ppn(_header(game, view), moments)


def _comments(entry: LogEntry) -> list[str]:
    return [*entry.sentences, *([str(TAKEN_BACK)] if entry.taken_back else []), link_comment(entry.link)]


def _place(entry: LogEntry) -> str:
    """Return an entry's position in the log: "12", or "12.1" for a moderator's action after that step."""
    return f"{entry.step}.{entry.part}" if entry.part else str(entry.step)


def _header(game: AnyGame, view: MatchView) -> dict[str, Any]:
    """Return the header. It omits `GameType`, which would select a set-up in the reader's program."""
    places = {seat.name: seat.place for seat in view.seats if seat.place}
    return {
        "Event": table_title(game.title, view.number),
        # Signed: not whatever host a request names.
        "Site": settings.SITE_URL + reverse("matches:table", args=[view.number]),
        "Date": view.log[-1].at.date().isoformat() if view.log else None,
        "Players": [seat.name for seat in view.seats],
        "Rules": f"{game.title} {view.rules_version}",
        "Options": view.options,
        "Status": view.status,
        "Result": view.result,
        "Places": places,
        "Viewer": pgettext("viewer", "spectator") if view.me is None else view.seats[view.me].name,
        "Rows": [_row_name(row, view) for row in rows_of(game, view, view.seen)],
        "Hidden": _hidden(view),
        "SeedHash": view.seed_hash,
        "Head": view.head,
    }


def rows_of(game: AnyGame, view: MatchView, seen: Any) -> tuple[Row, ...]:
    """Return a position as rows, as this reader may see it."""
    return tuple(game.notation.rows(seen, over=view.status == "finished"))


def _row_name(row: Row, view: MatchView) -> str:
    """Return the name of a row: its label, its seat, or both."""
    name = "" if row.player is None else view.seats[row.player].name
    if row.label and name:
        return pgettext("row of pieces", "{row} of {player}").format(row=row.label, player=name)
    return row.label or name


def _hidden(view: MatchView) -> str:
    """Explain why some tiles are face down."""
    if view.status == "finished":
        return ""
    return gettext("Tiles face down are not known to the viewer while the match runs.")
