"""Imported matches, shown step by step: they were verified before they were saved.

A file's secrets are all open, so its positions can be shown from any seat.
"""

import zlib
from datetime import UTC, datetime
from typing import NamedTuple

import msgspec

from engine import AnyGame, Event, Player
from engine.log import BY_RULES, ChainedStep, MatchRecord
from engine.names import ReaderNames
from engine.origin import origin_of
from engine.positions import Kept, position
from engine.replay import steps_of, taken_back
from engine.view import Envelope, LogEntry, MatchView, SeatView
from games.registry import GAMES
from matches.models.social import Replay
from matches.view.fork_words import fork_place, kept_words
from matches.view.log_view import events_seen, sentences_of
from matches.view.match_view import matches, may_see


def unpack_record(data: bytes) -> MatchRecord:
    """Decompress a stored record."""
    return msgspec.json.decode(zlib.decompress(data), type=MatchRecord)


def unpack_positions(data: bytes) -> Kept:
    """Decompress stored positions."""
    return msgspec.json.decode(zlib.decompress(data), type=dict[int, msgspec.Raw]) if data else {}


class MatchOfReplay(NamedTuple):
    """The match of this site that an imported file is of."""

    number: int
    visible: bool
    """True if the reader may see it."""
    newest: bool
    """True if the file has the last step of it, as far as the reader may know."""


def match_of_replay(kept: Replay, user_id: int | None) -> MatchOfReplay | None:
    """Return the match that this site signed a replay's file for, or None if it did not sign it."""
    if not kept.match_number:
        return None
    match = matches().filter(pk=kept.match_number).first()
    if match is None or not may_see(match, user_id):
        return MatchOfReplay(kept.match_number, visible=False, newest=True)
    return MatchOfReplay(kept.match_number, visible=True, newest=match.head == kept.digest)


def replay_view(kept: Replay, viewer: Player | None, at_step: int | None = None) -> MatchView:
    """Return an imported match after a step, as a seat or a spectator sees it. Raises `IndexError`."""
    record = unpack_record(bytes(kept.record))
    game = GAMES[record.game]
    last = len(record.steps) - 1
    step = last if at_step is None else at_step
    if not 0 <= step <= last or (viewer is not None and not 0 <= viewer < record.players):
        raise IndexError("This replay has no such step or seat.")
    steps = [chained.step for chained in record.steps[: step + 1]]
    options = msgspec.convert(record.options, game.Options)
    state = position(game, record.players, options, steps, unpack_positions(bytes(kept.positions)))
    seen = game.observation(state, viewer)
    entry = _entry(game, record, record.steps[step], viewer)
    return MatchView(
        number=0,
        slug=record.game,
        title=game.title,
        status="finished",
        stage=game.wording.stage(seen),
        step=step,
        last_step=last,
        me=viewer,
        seats=_seats(record, viewer, game.places(state)),
        seen=seen,
        asked=None,
        waiting_for=(),
        deadline=None,
        turn_seconds=0,
        log=(entry,),
        result=game.wording.result(seen) if step == last else "",
        options=record.options,
        rules_version=record.rules_version,
        fork_words=_origin_words(record),
        taken_back=entry.taken_back,
        seed_hash=record.seed_hash,
        head=entry.link,
    )


def _origin_words(record: MatchRecord) -> str:
    """Say where the match was played on from, if it was; which table that was is not in the file."""
    origin = origin_of(record.steps[0].step)
    if not origin:
        return ""
    return fork_place(kept_words(origin.steps[-1].step.number, is_round=False, table=None), record.game)


def _seats(record: MatchRecord, viewer: Player | None, places: tuple[int, ...] | None) -> tuple[SeatView, ...]:
    return tuple(
        SeatView(
            number, seat.name, number == viewer, False, Envelope.NOT_ASKED, place=places[number] if places else None
        )
        for number, seat in enumerate(record.seats)
    )


def _entry(game: AnyGame, record: MatchRecord, chained: ChainedStep, viewer: Player | None) -> LogEntry:
    """Return the log entry of one step."""
    step = chained.step
    # No one is "you": the reader of a replay may not have played it.
    names = ReaderNames([seat.name for seat in record.seats], None)
    events: list[Event] = events_seen(game, step, viewer)
    sentences = sentences_of(game, step, events, names)
    return LogEntry(
        step.number,
        None,
        _moment(step.at),
        sentences,
        tuple(events),
        part=step.part,
        moderated=step.kind not in BY_RULES,
        taken_back=step.part == 0 and step.number in taken_back(steps_of(record)),
        answered=tuple(answer.player for answer in step.answers),
        link=chained.hash,
    )


def _moment(text: str) -> datetime:
    """Parse the time of a step; an invalid time becomes 1 January 1970."""
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return datetime.fromtimestamp(0, UTC)
