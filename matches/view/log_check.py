"""Check the log of a match, without Django: for a page, it runs in a process of its own."""

import msgspec

from engine.log import MatchRecord, canonical
from engine.replay import Check, check_record
from games.registry import GAMES
from games.verify import origin_checks


class CheckedLog(msgspec.Struct, frozen=True):
    """What was found in a log, and where it ends."""

    checks: list[Check]
    state: str
    """The last position as canonical JSON, empty if the log breaks the rules."""
    places: list[int] | None


def check_log(data: bytes) -> CheckedLog:
    """Check an encoded record as far as its match was played."""
    record = msgspec.json.decode(data, type=MatchRecord)
    game = GAMES[record.game]
    checks, state = check_record(game, record)
    checks += origin_checks(record)
    if state is None:
        return CheckedLog(checks, "", None)
    places = game.places(state)
    return CheckedLog(checks, canonical(state).decode(), None if places is None else list(places))
