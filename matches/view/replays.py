"""Matches that somebody brought as a file: checked before they are kept, and shown as they went.

A file's secrets are all open, so its positions can be looked at through the eyes of any seat.
"""

import zlib
from datetime import UTC, datetime

import msgspec

from games.logview import ReaderNames, events_seen, sentences_of
from games.matchview import Envelope, LogEntry, MatchView, SeatView
from games.moderated import sentence_of
from games.rules.core import Event, Player
from games.rules.core.log import BY_RULES, LoggedStep, MatchRecord
from games.rules.core.replay import AnyGame, replay, steps_of, taken_back
from games.rules.piecepack import and_list
from games.rules.registry import GAMES
from games.rules.verify import check_file
from games.services.errors import Refused

LARGEST_FILE = 8 * 1024 * 1024
MOST_STEPS = 5000
LONGEST_NAME = 60
LONGEST_TITLE = 400


def record_read(data: bytes) -> MatchRecord:
    """Read and check a file. Raises `Refused` with the first thing that is wrong, and where."""
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
    # It was for the way here. A name may have to be changed in what is kept.
    return msgspec.structs.replace(record, checksum="")


def _refuse_unknown_notes(record: MatchRecord) -> None:
    """A moderator's note is checked by its link alone, so it may hold anything. Raises `Refused`."""
    for step in (chained.step for chained in record.steps):
        try:
            if step.kind not in BY_RULES:
                sentence_of(step, lambda player: record.seats[player].name)
        except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
            raise Refused(
                "file_note", f"`note` of step {step.number}: this site does not know what it says."
            ) from error


def _is_name(text: str) -> bool:
    """Whether a name can be shown: nothing in it breaks a page, a picture or a database."""
    return bool(text.strip()) and len(text) <= LONGEST_NAME and text.isprintable()


def packed(record: MatchRecord) -> bytes:
    """A record as it is kept."""
    return zlib.compress(msgspec.json.encode(record), 9)


def unpacked(data: bytes) -> MatchRecord:
    """A record that was kept."""
    return msgspec.json.decode(zlib.decompress(data), type=MatchRecord)


def replay_view(record: MatchRecord, viewer: Player | None, at_step: int | None = None) -> MatchView:
    """A brought match after a step, through the eyes of a seat or a spectator. Raises `IndexError`."""
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
    """What happened in one step."""
    # Nobody is called "you": whoever looks at a replay did not play it.
    names = ReaderNames([seat.name for seat in record.seats], None)
    events: list[Event] = events_seen(game, step, viewer)
    said = sentences_of(game, step, events, names)
    return LogEntry(
        step.number,
        None,
        _moment(step.at),
        said,
        tuple(events),
        part=step.part,
        moderated=step.kind not in BY_RULES,
        taken_back=step.part == 0 and step.number in taken_back(steps_of(record)),
    )


def _moment(text: str) -> datetime:
    """When a step was written; the beginning of time where the file says nothing that can be read."""
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return datetime.fromtimestamp(0, UTC)


def title_of(record: MatchRecord) -> str:
    """What a replay is called: "Bid!: Ana, Ben and Cleo"."""
    whole = f"{GAMES[record.game].title}: {and_list([seat.name for seat in record.seats])}"
    return whole if len(whole) <= LONGEST_TITLE else f"{whole[: LONGEST_TITLE - 1]}…"
