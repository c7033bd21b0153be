"""Check a file that someone brings, without Django: it runs in a process of its own.

Everything here is linear in the size of the file, and its parts are counted before they are looked at.
"""

import zlib
from collections.abc import Sequence

import msgspec

from engine.language import mark, say
from engine.log import MatchRecord
from engine.positions import Kept, keeper
from engine.proof import Signed
from engine.words import and_list
from foundation.errors import Refused
from foundation.json_size import DEEPEST, has_fractions, is_deeper, parts_of
from games.registry import GAMES
from games.verify import Unreadable, checks_of, record_of

LARGEST_FILE = 8 * 1024 * 1024
TOO_LARGE = mark("This file is larger than 8 MB. Choose the record of a single match.")
MOST_PARTS = 400_000
"""Twice those of the longest match."""
MOST_STEPS = 5000
LONGEST_NAME = 60
LONGEST_CONTRIBUTION = 100
LONGEST_SENTENCE = 400
LONGEST_TITLE = 400


class Checked(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was found: a replay as it is saved, or why there is none."""

    code: str = ""
    message: str = ""
    title: str = ""
    digest: str = ""
    record: bytes = b""
    positions: bytes = b""
    proof: Signed | None = None
    """What was signed of the file, which fits it. Whose the key is, is still to be compared."""


def check(data: bytes) -> Checked:
    """Check a file from its seed to its last step."""
    try:
        record, positions = read_record(data)
        proof, record = record.proof, msgspec.structs.replace(record, proof=None)
        return Checked(
            title=title_of(GAMES[record.game].title, [seat.name for seat in record.seats]),
            digest=record.steps[-1].hash,
            record=pack(record),
            positions=pack(positions),
            proof=proof,
        )
    except Refused as refused:
        # A file may put any text into the sentence.
        return Checked(code=refused.code, message=_shortened(refused.message))


def read_record(data: bytes) -> tuple[MatchRecord, Kept]:
    """Read and verify a file. Raises `Refused` with the first error and its position."""
    record = _read_bounded(data)
    kept, keep = keeper()
    wrong = next((check for check in checks_of(record, keep) if not check.ok), None)
    if wrong is not None:
        raise Refused(f"file_{wrong.name}", wrong.detail)
    if not all(_is_name(seat.name) for seat in record.seats):
        raise Refused("file_names", say("`seats`: each needs a name of at most {count} letters.", count=LONGEST_NAME))
    # The checksum was for the transfer only, and so is the proof. Names in the saved record may change later.
    return msgspec.structs.replace(record, checksum=""), kept


def _read_bounded(data: bytes) -> MatchRecord:
    """Read a file that is not too large to be checked. Raises `Refused`."""
    if len(data) > LARGEST_FILE:
        raise Refused("file_too_large", say(TOO_LARGE))
    if parts_of(data) > MOST_PARTS:
        raise Refused(
            "file_too_large", say("This file holds more than a match can. Choose the record of a single match.")
        )
    # It was decoded with more room on the stack than the page that shows it may have.
    if is_deeper(data, DEEPEST):
        raise Refused("file_file", say("This is not an exported match: it is nested deeper than a match can be."))
    if has_fractions(data):
        raise Refused("file_file", say("This is not an exported match: it has numbers that are not whole."))
    try:
        record = record_of(data)
    except Unreadable as error:
        raise Refused("file_file", str(error)) from error
    if len(record.steps) > MOST_STEPS:
        raise Refused(
            "match_too_long",
            say("This match has more than {most} steps, and is not shown here.", most=MOST_STEPS),
        )
    if any(len(seat.contribution) > LONGEST_CONTRIBUTION for seat in record.seats):
        longest = say(
            "`seats`: a contribution has at most {count} letters. Choose another file.", count=LONGEST_CONTRIBUTION
        )
        raise Refused("file_contributions", longest)
    return record


def _is_name(text: str) -> bool:
    """True if a name is safe to show on pages and pictures and to store."""
    return bool(text.strip()) and len(text) <= LONGEST_NAME and text.isprintable()


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST_SENTENCE else f"{text[: LONGEST_SENTENCE - 2]}…."


def pack(value: MatchRecord | Kept) -> bytes:
    """Compress a record or positions for storage."""
    return zlib.compress(msgspec.json.encode(value), 6)


def title_of(game: str, names: Sequence[str]) -> str:
    """Return the title of a replay in the reader's language: the game, then "Ana, Ben and Cleo"."""
    whole = f"{game}: {and_list(names)}"
    return whole if len(whole) <= LONGEST_TITLE else f"{whole[: LONGEST_TITLE - 1]}…"
