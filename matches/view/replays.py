"""Imported matches: verified before they are saved, and shown step by step.

A file's secrets are all open, so its positions can be shown from any seat.
"""

import zlib
from datetime import UTC, datetime

import msgspec

from engine import AnyGame, Event, Player
from engine.log import BY_RULES, LoggedStep, MatchRecord
from engine.names import ReaderNames
from engine.replay import replay, steps_of, taken_back
from engine.view import Envelope, LogEntry, MatchView, SeatView
from engine.words import and_list
from foundation.errors import Refused
from games.registry import GAMES
from games.verify import check_file
from matches.activity.interventions import sentence_of
from matches.view.log_view import events_seen, sentences_of

LARGEST_FILE = 8 * 1024 * 1024
MOST_STEPS = 5000
LONGEST_NAME = 60
LONGEST_TITLE = 400


def read_record(data: bytes) -> MatchRecord:
    """Read and verify a file. Raises `Refused` with the first error and its position."""
    if len(data) > LARGEST_FILE:
        raise Refused("file_too_large", "This file is larger than 8 MB. Choose the record of a single match.")
    if data.count(b'"draws"') + data.count(b'"answers"') > 2 * MOST_STEPS:
        raise Refused("match_too_long", f"This match has more than {MOST_STEPS} steps, and is not shown here.")
    wrong = next((check for check in check_file(data) if not check.ok), None)
    if wrong is not None:
        raise Refused(f"file_{wrong.name}", wrong.detail)
    record = msgspec.json.decode(data, type=MatchRecord)
    if not all(_is_name(seat.name) for seat in record.seats):
        raise Refused("file_names", f"`seats`: each needs a name of at most {LONGEST_NAME} letters.")
    _refuse_unknown_notes(record)
    # The checksum was for the transfer only. Names in the saved record may change later.
    return msgspec.structs.replace(record, checksum="")


def _refuse_unknown_notes(record: MatchRecord) -> None:
    """Raise `Refused` for unknown notes by moderators, whose content only the chain covers."""
    for step in (chained.step for chained in record.steps):
        try:
            if step.kind not in BY_RULES:
                sentence_of(step, lambda player: record.seats[player].name)
        except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
            raise Refused(
                "file_note", f"`note` of step {step.number}: this site does not know what it says."
            ) from error


def _is_name(text: str) -> bool:
    """Whether a name is safe to show on pages and pictures and to store."""
    return bool(text.strip()) and len(text) <= LONGEST_NAME and text.isprintable()


def pack_record(record: MatchRecord) -> bytes:
    """Compress a record for storage."""
    return zlib.compress(msgspec.json.encode(record), 9)


def unpack_record(data: bytes) -> MatchRecord:
    """Decompress a stored record."""
    return msgspec.json.decode(zlib.decompress(data), type=MatchRecord)


def replay_view(record: MatchRecord, viewer: Player | None, at_step: int | None = None) -> MatchView:
    """Return an imported match after a step, as a seat or a spectator sees it. Raises `IndexError`."""
    game = GAMES[record.game]
    last = len(record.steps) - 1
    step = last if at_step is None else at_step
    if not 0 <= step <= last or (viewer is not None and not 0 <= viewer < record.players):
        raise IndexError("This replay has no such step or seat.")
    steps = [chained.step for chained in record.steps[: step + 1]]
    options = msgspec.convert(record.options, game.Options)
    state = [result.state for _, result in replay(game, record.players, options, steps)][-1]
    seen = game.observation(state, viewer)
    entry = _entry(game, record, steps[-1], viewer)
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
        taken_back=entry.taken_back,
    )


def _seats(record: MatchRecord, viewer: Player | None, places: tuple[int, ...] | None) -> tuple[SeatView, ...]:
    return tuple(
        SeatView(
            number, seat.name, number == viewer, False, Envelope.NOT_ASKED, place=places[number] if places else None
        )
        for number, seat in enumerate(record.seats)
    )


def _entry(game: AnyGame, record: MatchRecord, step: LoggedStep, viewer: Player | None) -> LogEntry:
    """Return the log entry of one step."""
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
    )


def _moment(text: str) -> datetime:
    """Parse the time of a step; an invalid time becomes 1 January 1970."""
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return datetime.fromtimestamp(0, UTC)


def title_of(record: MatchRecord) -> str:
    """Return the title of a replay: the game, then "Ana, Ben and Cleo"."""
    whole = f"{GAMES[record.game].title}: {and_list([seat.name for seat in record.seats])}"
    return whole if len(whole) <= LONGEST_TITLE else f"{whole[: LONGEST_TITLE - 1]}…"
