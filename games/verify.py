"""Check an exported match without Django or a database: `python -m games.verify FILE`."""

# It is neither a game nor the registry. It is here because it needs the registry and may import no Django app: with
# the source and msgspec alone, anyone can run it.

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from engine.language import say
from engine.log import FORMAT, MatchRecord, checksum, statement_of
from engine.notes import check_notes
from engine.origin import origin_of
from engine.ppn_proof import BEGINNING, NoNotation, check_links, check_notation, read_notation
from engine.promises import (
    Facts,
    Given,
    KeptKey,
    Key,
    KeyFile,
    check_proof,
    compare,
    entries_promised,
    facts_of,
    is_signer_known,
    nothing_compared,
)
from engine.proof import is_hash
from engine.replay import Check, Watch, check_record
from engine.strict_form import check_form, refuse_duplicate_keys
from games.registry import GAMES

MOVES = "the moves: in a notation, only a signature covers them; give the site's key with --key"


class Unreadable(Exception):
    """A file that is no exported match."""


def record_of(data: bytes) -> MatchRecord:
    """Read the bytes of an export. Raises `Unreadable` with the reason."""
    try:
        record = msgspec.json.decode(data, type=MatchRecord)
        refuse_duplicate_keys(data)
    except RecursionError as error:
        raise Unreadable(say("This is not an exported match: it is nested too deep.")) from error
    except (msgspec.MsgspecError, ValueError) as error:
        raise Unreadable(say("This is not an exported match: {error}.", error=str(error).rstrip("."))) from error
    return record


def check_file(data: bytes) -> list[Check]:
    """Check the bytes of an export. An unreadable file is one failed check."""
    try:
        return checks_of(record_of(data))
    except Unreadable as error:
        return [Check("file", False, str(error))]


def checks_of(record: MatchRecord, watch: Watch = lambda step, state: None) -> list[Check]:
    """Check an export that was read. `watch` is called with each step and the position after it."""
    if not all(map(is_hash, (record.site_seed, *record.later_seeds))):
        return [
            Check("seed", False, say("This is not an exported match: a seed has 64 lower-case hexadecimal digits."))
        ]
    if record.format != FORMAT:
        return [Check("format", False, say("`format`: this program reads {format}, and nothing else.", format=FORMAT))]
    game = GAMES.get(record.game)
    if game is None or game.rules_version != record.rules_version:
        return [
            Check(
                "game",
                False,
                say("This program does not know {game} {version}.", game=record.game, version=record.rules_version),
            )
        ]
    if not record.steps or record.steps[0].step.kind != "setup" or len(record.seats) != record.players:
        return [Check("beginning", False, say("This record has no beginning, or not a seat for each player."))]
    try:
        form, notes = check_form(game, record), check_notes(record)
        if not (form.ok and notes.ok):
            return [check for check in (form, notes) if not check.ok]
        origin = origin_checks(record)
        if not all(check.ok for check in origin):
            return origin
        checks, state = check_record(game, record, watch)
    except msgspec.ValidationError as error:
        return [Check("options", False, say("The options of the match cannot be read: {error}.", error=error))]
    except RecursionError:
        return [Check("file", False, say("This is not an exported match: it is nested too deep."))]
    checks[:0] = [form, *origin]
    if state is not None:
        ended = game.places(state) is not None
        words = say("The match was played to its end.") if ended else say("The record stops before the end.")
        checks.append(Check("end", ended, words))
    # Other failed checks explain more than a wrong checksum or proof does.
    return [*checks, *_whole_file(record)] if all(check.ok for check in checks) else checks


def origin_checks(record: MatchRecord) -> list[Check]:
    """Check the record that this one was played on from, as far as it goes; empty if there is none."""
    origin = origin_of(record.steps[0].step)
    if origin is None:
        return []
    checks = checks_of(origin)
    wrong = next((check for check in checks if not check.ok and check.name != "end"), None)
    if wrong:
        return [
            Check(
                "origin",
                False,
                say("The match that it was played on from does not hold: {detail}", detail=wrong.detail),
            )
        ]
    if all(check.ok for check in checks):
        return [Check("origin", False, say("The match that it was played on from was over by then."))]
    after = origin.steps[-1].step.number
    return [Check("origin", True, say("It was played on from another match, after its step {step}.", step=after))]


def _whole_file(record: MatchRecord) -> Iterator[Check]:
    """Check what covers the whole file, if there is any."""
    if record.checksum or record.proof:
        ok = checksum(record) == record.checksum
        detail = say("The file has the checksum it names.") if ok else say("The file was changed after it was made.")
        yield Check("checksum", ok, detail)
    if record.proof:
        said = record.proof.statement
        yield check_proof(record.proof, statement_of(record, site=said.site, number=said.number))


def main(arguments: Sequence[str]) -> int:
    """Print each check of the named file.

    Return 0 if all pass, 1 if one fails or nothing shows the moves, 2 if it cannot be asked so.
    """
    try:
        asked = _parser().parse_args(arguments)
        data = Path(asked.file).read_bytes()
        given = Given(
            keys=tuple(key for text in asked.key for key in _keys(text)),
            seed_hash=_hash(asked.seed_hash) if asked.seed_hash else "",
            links=tuple(map(_hash, asked.head)),
            receipts=tuple(Path(path).read_bytes() for path in asked.receipt),
        )
        beside = Path(asked.record).read_bytes() if asked.record else None
    except (OSError, ValueError) as error:
        sys.stderr.write(f"{_printable(str(error))}\n")
        return 2
    except SystemExit as ended:
        return 0 if not ended.code else 2
    checks, facts = _examined(data, beside)
    compared = compare(facts, given) if facts else nothing_compared(given)
    checks += compared.checks
    shown = facts is not None and _moves_are_shown(checks, facts, given)
    if facts and not shown:
        compared.left_out.insert(0, MOVES)
    if facts and not facts.replayable and beside is None:
        compared.left_out.append("the links with those of a record: give one with --record")
    if facts is None and beside is not None:
        compared.left_out.append("the record given with --record: the file cannot be read")
    for check in checks:
        _print(f"{'ok  ' if check.ok else 'FAIL'} {check.name}: {check.detail}")
    for words in compared.left_out:
        _print(f"--   Not compared: {words}.")
    _print(_verdict(checks, facts, given))
    return 0 if shown and all(check.ok for check in checks) else 1


def _print(line: str) -> None:
    sys.stdout.write(f"{_printable(line)}\n")


def _printable(text: str) -> str:
    """The text on one line, without what a terminal would act on: a file may put any text into a sentence."""
    return "".join(one if one.isprintable() else one.encode("unicode_escape").decode() for one in text)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m games.verify", description=say("Check the file of a match."))
    parser.add_argument("file", metavar="FILE", help="a record, or a match in Portable Piecepack Notation")
    parser.add_argument("--key", metavar="KEY", action="append", default=[], help="the site's public key, or its file")
    parser.add_argument("--seed-hash", metavar="HASH", default="", help="the hash that you saw before the start")
    parser.add_argument("--head", metavar="HASH", action="append", default=[], help="a link that you noted")
    parser.add_argument("--receipt", metavar="FILE", action="append", default=[], help="a receipt of your seat")
    parser.add_argument("--record", metavar="FILE", help="the record to hold a notation against")
    return parser


def _keys(text: str) -> tuple[KeptKey, ...]:
    """The keys that an argument means: one as it is, or those of a file, which says whose they are."""
    if is_hash(text):
        return (KeptKey(Key(text)),)
    data = Path(text).read_bytes()
    try:
        refuse_duplicate_keys(data)
        found = msgspec.json.decode(data, type=KeyFile)
        return tuple(KeptKey(key, found.site) for key in found.keys)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise ValueError(f"--key: {text} is no file of keys: {error}.") from error


def _hash(text: str) -> str:
    if not is_hash(text):
        raise ValueError(f"“{text}” is no hash: it has 64 lower-case hexadecimal digits.")
    return text


def _examined(data: bytes, beside: bytes | None) -> tuple[list[Check], Facts | None]:
    """Check a file by itself, and return what it says if it can be read."""
    if data.startswith(BEGINNING.encode()):
        return _examined_notation(data, beside)
    try:
        record = record_of(data)
    except Unreadable as error:
        return [Check("file", False, str(error))], None
    return checks_of(record), facts_of(record)


def _examined_notation(data: bytes, beside: bytes | None) -> tuple[list[Check], Facts | None]:
    try:
        found = read_notation(data.decode())
    except (NoNotation, UnicodeDecodeError) as error:
        return [Check("file", False, say("This is no notation of this site's kind: {error}", error=error))], None
    checks = check_notation(found)
    if beside is not None:
        try:
            record = record_of(beside)
        except Unreadable as error:
            return [*checks, Check("record", False, str(error))], found.facts
        links = tuple(chained.hash for chained in record.steps)
        checks += [*(check for check in checks_of(record) if not check.ok), check_links(found, links)]
    return checks, found.facts


def _moves_are_shown(checks: Sequence[Check], facts: Facts, given: Given) -> bool:
    """True if anything shows the moves: those of a record are played again, those of a notation only signed."""
    if facts.replayable:
        return True
    # Anyone can sign with a key of their own.
    fits = all(check.ok for check in checks if check.name in ("proof", "key"))
    return bool(facts.proof and given.keys) and fits


def _verdict(checks: Sequence[Check], facts: Facts | None, given: Given) -> str:
    """What all this shows, and no more."""
    if facts is None or not all(check.ok for check in checks):
        return say("Do not rely on this file: see what failed.")
    if not _moves_are_shown(checks, facts, given):
        signed = say("Signed, but whose the key is was not compared.") if facts.proof else say("Not signed.")
        return f"{signed} {say('Anyone could have written these moves, whatever else fits.')}"
    return " ".join(filter(None, (_signed(facts, given), _promised(facts, given))))


def _signed(facts: Facts, given: Given) -> str:
    if not facts.proof:
        return say("Consistent; not signed. Anyone could have written such a file.")
    if not given.keys:
        return say("Consistent, and signed; whose the key is was not compared.")
    site = facts.proof.statement.site
    if is_signer_known(facts.proof, given.keys):
        if facts.replayable:
            return say("Consistent, and signed by {site} with a key that you gave.", site=site)
        return say("Signed by {site} with a key that you gave.", site=site)
    if facts.replayable:
        return say("Consistent, and signed in the name of {site} with a key that you gave.", site=site)
    return say("Signed in the name of {site} with a key that you gave.", site=site)


def _promised(facts: Facts, given: Given) -> str:
    """Say how far what the reader kept reaches: who knows the seeds can write another end to the same beginning."""
    if not (given.seed_hash or given.links or given.receipts):
        return ""
    reached, entries = entries_promised(facts, given), len(facts.links)
    if reached == entries and given.keys:
        return say("It is the one you were promised.")
    if reached == entries:
        # Names are in no link and no receipt.
        return say("Its course is the one you were promised.")
    if reached:
        return say(
            "Of its {entries} entries, the first {reached} are those you were promised.",
            entries=entries,
            reached=reached,
        )
    return say("How it began is what you were promised, but nothing you kept says what was played.")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
