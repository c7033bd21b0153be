"""Hold a file of a match against what its reader was promised: a key, a seed hash, links, receipts.

A file that is consistent may still have been made up as a whole. Only what its reader kept from elsewhere shows more.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta

from engine.beacon import Beacon, unchecked
from engine.language import mark, plural, say
from engine.later_rounds import later_rounds
from engine.log import MatchRecord
from engine.proof import Signed, Statement, differences, fits_its_key
from engine.replay import Check
from engine.strict_form import refuse_duplicate_keys

ADDRESS = re.compile(r"https?://[!-~]{1,100}")
MOVED = mark("If that site has moved, give the key by itself.")


class Facts(NamedTuple):
    """What a file says of its match, whatever its format."""

    seed_hash: str
    links: tuple[str, ...]
    """The link of each step, the oldest first."""
    proof: Signed | None
    game: str = ""
    """Empty if only the proof of the file would tell."""
    rules_version: int = 0
    options: dict[str, Any] | None = None
    """None if the file's format has no options of its own."""
    contributions: tuple[str, ...] | None = None
    """None if they are not public."""
    beacon: Beacon | None = None
    """The public randomness, if a record has any."""
    later: tuple[tuple[int, str], ...] = ()
    """The rounds and signatures from when the match was taken back after its end."""
    commitments: tuple[str, ...] | None = None
    """The commitments to the words by seat, empty for a seat without words; None if the file has none."""
    replayable: bool = True
    """True if the moves can be played again from what the file holds; if not, only a signature covers them."""


class Given(NamedTuple):
    """What a reader kept from elsewhere."""

    keys: tuple["KeptKey", ...] = ()
    seed_hash: str = ""
    links: tuple[str, ...] = ()
    receipts: tuple[bytes, ...] = ()


class Key(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A public key that a site publishes, or that was noted down."""

    key: Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
    since: str = ""
    until: str = ""
    """When it signed the last time; empty for the key in use."""
    withdrawn: bool = False
    """True if the site says that others may have it."""


class KeyFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The keys that a site publishes at `/.well-known/piecepack-keys.json`."""

    site: str
    algorithm: Literal["Ed25519"]
    keys: tuple[Key, ...]


class KeptKey(NamedTuple):
    """A key that a reader kept, and whose it is, if that was kept with it."""

    key: Key
    site: str = ""


class Compared(NamedTuple):
    """What was compared, and what was not."""

    checks: list[Check]
    left_out: list[str]


def facts_of(record: MatchRecord) -> Facts:
    """What a record says."""
    return Facts(
        seed_hash=record.seed_hash,
        links=tuple(chained.hash for chained in record.steps),
        proof=record.proof,
        game=record.game,
        rules_version=record.rules_version,
        options=record.options,
        contributions=tuple(seat.contribution for seat in record.seats),
        commitments=tuple(seat.commitment for seat in record.seats),
        beacon=record.beacon,
        later=tuple(later_rounds(record)),
    )


def compare(facts: Facts, given: Given) -> Compared:
    """Compare a file with what was kept from elsewhere."""
    checks: list[Check] = []
    left_out = [*unchecked(facts.beacon, facts.later)]
    if given.keys:
        checks.append(
            _check_key(facts.proof, given.keys, _OF_FILE)
            if facts.proof
            else Check("key", False, say("The file is not signed."))
        )
    else:
        left_out.append(say("who signed it: give the site’s key with --key"))
    if not any(check.name == _OF_FILE.check and check.ok for check in checks):
        left_out.append(say("the players' names: no link and no receipt holds them, only the signature does"))
    if given.seed_hash:
        ok = given.seed_hash == facts.seed_hash
        words = say("The seed hash is the one you noted.") if ok else say("The seed hash is not the one you noted.")
        checks.append(Check("seed hash", ok, words))
    else:
        left_out.append(say("the seed hash: give what you saw when you sat down with --seed-hash"))
    checks += [_check_link(facts.links, link) for link in given.links]
    if not given.links:
        left_out.append(say("the links: give one that you noted at the table with --head"))
    for data in given.receipts:
        checks += _check_receipt(facts, data, given.keys)
        left_out += [*_lines_left_out(facts, data), *_later_words(facts, data)]
    if not given.receipts:
        left_out.append(say("your seat: give your receipt with --receipt"))
    reached, entries = entries_promised(facts, given), len(facts.links)
    if (given.seed_hash or given.links or given.receipts) and reached < entries:
        left_out.append(
            say(
                "entries {reached} to {entries}: nothing you kept was written after them",
                reached=reached + 1,
                entries=entries,
            )
        )
    return Compared(checks, left_out)


def nothing_compared(given: Given) -> Compared:
    """Name all that was kept, where the file cannot be read and so nothing of it is compared."""
    kept = [
        *(say("the key {key} with the signature", key=one.key.key) for one in given.keys),
        *([say("the seed hash {seed_hash}", seed_hash=given.seed_hash)] if given.seed_hash else []),
        *(say("the link {link}", link=link) for link in given.links),
        *(say("receipt {number}", number=number + 1) for number in range(len(given.receipts))),
    ]
    return Compared([], [say("{promise}: the file cannot be read", promise=one) for one in kept])


def entries_promised(facts: Facts, given: Given) -> int:
    """Return how many of a file's entries, from the first, are those that a link or a receipt names."""
    heads = [facts.links.index(link) + 1 for link in given.links if link in facts.links]
    for data in given.receipts:
        said = _statement_in(data)
        if said and 0 < said.steps <= len(facts.links) and facts.links[said.steps - 1] == said.head:
            heads.append(said.steps)
    return max(heads, default=0)


def _statement_in(data: bytes) -> Statement | None:
    with suppress(msgspec.MsgspecError, ValueError, RecursionError):
        return _receipt_of(data).statement
    return None


def _receipt_of(data: bytes) -> Signed:
    refuse_duplicate_keys(data)
    return msgspec.json.decode(data, type=Signed)


def check_proof(proof: Signed, found: Statement) -> Check:
    """Check that a file's proof is about this file, and signed with the key that it names."""
    if proof.statement != found:
        wrong = differences(proof.statement, found)
        return Check("proof", False, say("What was signed is not this file: {wrong}.", wrong=", ".join(wrong)))
    if not fits_its_key(proof):
        return Check("proof", False, say("The signature does not fit what was signed: it was changed."))
    # Anyone may sign with a key of their own: an address is all that they can have printed.
    if not ADDRESS.fullmatch(found.site):
        return Check("proof", False, say("What was signed names no address of a site."))
    words = say(
        "Signed as table {number} of {site}, with the key {key}. Whose key that is, is another question.",
        number=found.number,
        site=found.site,
        key=proof.key,
    )
    return Check("proof", True, words)


class _KeyWords(NamedTuple):
    """How the checks of a key speak of a file or of a receipt."""

    check: str
    unknown: str
    withdrawn: str
    of_another: str
    in_the_name: str
    known: str


_OF_FILE = _KeyWords(
    check="key",
    unknown=mark("The file is signed with another key than you gave."),
    withdrawn=mark("The file is signed with a key that the site has withdrawn: others may have it."),
    of_another=mark("The file says that it is of {site}, but {signer} has signed it."),
    in_the_name=mark("Signed in the name of {site}, with a key that you gave."),
    known=mark("Signed by {site}, with a key that you gave."),
)
_OF_RECEIPT = _KeyWords(
    check="receipt",
    unknown=mark("The receipt is signed with another key than you gave."),
    withdrawn=mark("The receipt is signed with a key that the site has withdrawn: others may have it."),
    of_another=mark("The receipt says that it is of {site}, but {signer} has signed it."),
    in_the_name=mark("Receipt signed in the name of {site}, with a key that you gave."),
    known=mark("Receipt signed by {site}, with a key that you gave."),
)


def _check_key(signed: Signed, keys: Sequence[KeptKey], words: _KeyWords) -> Check:
    """Check that a file or a receipt is signed with one of these keys, which its site uses."""
    site, kept = signed.statement.site, _key_of(signed, keys)
    if kept is None:
        return Check(words.check, False, say(words.unknown))
    if kept.key.withdrawn:
        return Check(words.check, False, say(words.withdrawn))
    if not fits_its_key(signed):
        return Check(words.check, False, say("The signature does not fit the key that you gave."))
    if _is_of_another(kept, signed):
        # Any site can sign what it says of another.
        return Check(words.check, False, f"{say(words.of_another, site=site, signer=kept.site)} {say(MOVED)}")
    message = words.known if is_signer_known(signed, keys) else words.in_the_name
    return Check(words.check, True, f"{say(message, site=site)} {_in_use(kept.key)}".strip())


def _key_of(signed: Signed, keys: Sequence[KeptKey]) -> KeptKey | None:
    """Of all that was kept of a key, what speaks against it first: withdrawn, then another site's, then this site's."""
    found = [kept for kept in keys if kept.key.key == signed.key]
    return max(
        found, key=lambda kept: (kept.key.withdrawn, _is_of_another(kept, signed), bool(kept.site)), default=None
    )


def _is_of_another(kept: KeptKey, signed: Signed) -> bool:
    return bool(kept.site) and kept.site != signed.statement.site


def _in_use(key: Key) -> str:
    return say("It was in use until {until}.", until=key.until) if key.until else ""


def is_signer_known(signed: Signed, keys: Sequence[KeptKey]) -> bool:
    """True if the site itself is known to have the key, and not only somebody who speaks in its name."""
    kept = _key_of(signed, keys)
    return kept is not None and kept.site == signed.statement.site


def _check_link(links: Sequence[str], link: str) -> Check:
    place = links.index(link) + 1 if link in links else 0
    words = (
        say("Entry {place} of {count} in the log has the link that you noted.", place=place, count=len(links))
        if place
        else ""
    )
    return Check("head", bool(place), words or say("No step has the link that you noted: the log is another one."))


def _check_receipt(facts: Facts, data: bytes, keys: Sequence[KeptKey]) -> Iterator[Check]:
    try:
        receipt = _receipt_of(data)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        yield Check("receipt", False, say("This is no receipt of this site's kind."))
        return
    said = receipt.statement
    if said.about != "receipt" or not fits_its_key(receipt):
        yield Check("receipt", False, say("The receipt is not signed, or was changed."))
        return
    if keys:
        yield _check_key(receipt, keys, _OF_RECEIPT)
    wrong = list(_broken(facts, said))
    words = say("The receipt promised another match: {wrong}.", wrong=", ".join(wrong)) if wrong else ""
    # A file that is not signed names no table.
    kept = say("The file has what the receipt promised.")
    if facts.proof:
        kept = say("The file has what the receipt promised at table {number}.", number=said.number)
    yield Check("receipt", not wrong, words or kept)


def _lines_left_out(facts: Facts, data: bytes) -> Iterator[str]:
    """Say which parts of a receipt are missing from a file, so that nobody could compare them."""
    said = _statement_in(data)
    if said is None:
        return
    parts = {
        say("the table"): facts.proof is None,
        say("the rules"): not facts.game,
        say("the options"): facts.options is None,
        say("your words"): bool(said.contribution) and facts.contributions is None,
        say("the commitments and the public randomness"): facts.commitments is None,
    }
    if missing := [part for part, is_missing in parts.items() if is_missing]:
        yield say("of your receipt, {parts}: the file does not tell", parts=", ".join(missing))


def _later_words(facts: Facts, data: bytes) -> Iterator[str]:
    """Say how many words may have been written by somebody who knew those of a receipt: only the site knows words."""
    said = _statement_in(data)
    if said is None or facts.commitments is None or (facts.beacon and facts.beacon.signature):
        return
    if not said.contribution:
        yield say("who chose the dice: your receipt has no words of yours, and no public randomness is mixed in")
    own = _own_commitment(facts, said)
    if said.steps or own is None:
        return
    before = said.commitments[: said.commitments.index(own)] if own in said.commitments else ()
    later = len([one for one in facts.commitments if one and one != own and one not in before])
    if later:
        yield plural(
            later,
            "who wrote the words of {count} seat: they were sealed after yours",
            "who wrote the words of {count} seats: they were sealed after yours",
        )


def _own_commitment(facts: Facts, said: Statement) -> str | None:
    """The commitment to the words of a receipt's seat, if both files tell."""
    seats = enumerate(zip(facts.contributions or (), facts.commitments or (), strict=False))
    own = [sealed for seat, (words, sealed) in seats if words == said.contribution and said.seat in (None, seat)]
    # Two players may write the same words, and one of them may not know their seat yet.
    return next((one for one in own if one in said.commitments), own[0] if own else None) or None


def _broken(facts: Facts, said: Statement) -> Iterator[str]:
    """What a receipt promised otherwise than the file has it."""
    about = facts.proof.statement if facts.proof else said
    if (about.site, about.number) != (said.site, said.number):
        yield say("another table")
    if said.seed_hash != facts.seed_hash:
        yield say("the seed hash")
    if facts.game and (said.game, said.rules_version) != (facts.game, facts.rules_version):
        yield say("the rules")
    if facts.options is not None and said.options != facts.options:
        yield say("the options")
    if said.steps and (len(facts.links) < said.steps or facts.links[said.steps - 1] != said.head):
        yield say("the link of entry {steps}", steps=said.steps)
    if facts.contributions is not None and said.contribution:
        seats = facts.contributions if said.seat is None else facts.contributions[said.seat : said.seat + 1]
        if said.contribution not in seats:
            yield say("your contribution")
    if facts.commitments is not None:
        yield from _broken_chance(facts, said, facts.commitments)


def _broken_chance(facts: Facts, said: Statement, commitments: Sequence[str]) -> Iterator[str]:
    """What a receipt promised otherwise about words and public randomness than a record has it."""
    own = _own_commitment(facts, said)
    if own is not None and own not in said.commitments:
        yield say("the commitment to your words")
    # Before the start, a player may still give up the seat.
    if said.steps and set(said.commitments) != set(filter(None, commitments)):
        yield say("the commitments to all words")
    if said.beacon != (facts.beacon.chain if facts.beacon else ""):
        yield say("the public randomness")
    elif facts.beacon and said.beacon_round not in (None, facts.beacon.round):
        yield say("the round of the public randomness")
