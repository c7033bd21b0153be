"""Check an exported match without Django or a database: `python -m games.verify FILE`."""

# It is neither a game nor the registry. It is here because it needs the registry and may import no Django app: with
# the source and msgspec alone, anyone can run it.

import sys

import msgspec

from engine.log import FORMAT, MatchRecord, checksum
from engine.replay import Check, Watch, check_record
from games.registry import GAMES


class Unreadable(Exception):
    """A file that is no exported match."""


def record_of(data: bytes) -> MatchRecord:
    """Read the bytes of an export. Raises `Unreadable` with the reason."""
    try:
        return msgspec.json.decode(data, type=MatchRecord)
    except RecursionError as error:
        raise Unreadable("This is not an exported match: it is nested too deep.") from error
    except (msgspec.MsgspecError, ValueError) as error:
        raise Unreadable(f"This is not an exported match: {str(error).rstrip('.')}.") from error


def check_file(data: bytes) -> list[Check]:
    """Check the bytes of an export. An unreadable file is one failed check."""
    try:
        return checks_of(record_of(data))
    except Unreadable as error:
        return [Check("file", False, str(error))]


def checks_of(record: MatchRecord, watch: Watch = lambda step, state: None) -> list[Check]:
    """Check an export that was read. `watch` is called with each step and the position after it."""
    if not all(map(_is_hexadecimal, (record.site_seed, *record.later_seeds))):
        return [Check("seed", False, "This is not an exported match: its seed is not hexadecimal.")]
    if record.format != FORMAT:
        return [Check("format", False, f"`format`: this program reads {FORMAT}, and nothing else.")]
    game = GAMES.get(record.game)
    if game is None or game.rules_version != record.rules_version:
        return [Check("game", False, f"This program does not know {record.game} {record.rules_version}.")]
    if not record.steps or record.steps[0].step.kind != "setup" or len(record.seats) != record.players:
        return [Check("beginning", False, "This record has no beginning, or not a seat for each player.")]
    try:
        checks, state = check_record(game, record, watch)
    except msgspec.ValidationError as error:
        return [Check("options", False, f"The options of the match cannot be read: {error}.")]
    except RecursionError:
        return [Check("file", False, "This is not an exported match: it is nested too deep.")]
    if state is not None:
        ended = game.places(state) is not None
        words = "The match was played to its end." if ended else "The record stops before the end."
        checks.append(Check("end", ended, words))
    # Other failed checks explain more than a wrong checksum does.
    if record.checksum and all(check.ok for check in checks):
        ok = checksum(record) == record.checksum
        detail = "The file is as it was made." if ok else "The file was changed after it was made."
        checks.append(Check("checksum", ok, detail))
    return checks


def _is_hexadecimal(text: str) -> bool:
    try:
        bytes.fromhex(text)
    except ValueError:
        return False
    return True


def main(arguments: list[str]) -> int:
    """Print each check of the named file. Return 0 if all pass, 1 if one fails, 2 without a file."""
    if len(arguments) != 1:
        sys.stderr.write("Name one exported match: python -m games.verify FILE\n")
        return 2
    with open(arguments[0], "rb") as file:
        checks = check_file(file.read())
    for check in checks:
        sys.stdout.write(f"{'ok  ' if check.ok else 'FAIL'} {check.name}: {check.detail}\n")
    return 0 if all(check.ok for check in checks) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
