"""Proofs in Portable Piecepack Notation: the links of the steps, and what the site signed of the whole text.

The notation holds no seed and no nonce, so its links cannot be computed again. They can be held against a record.
"""

import hashlib
import re
from typing import Any

import msgspec

from engine.language import say
from engine.promises import Facts, check_proof
from engine.proof import Signed, Statement
from engine.replay import Check

BEGINNING = "---\n"
END = "...\n"
PROOF = "Proof: "
KINDS: dict[str, Any] = {"Players": list[str], "Options": dict[str, Any], "SeedHash": str, "Head": str}
"""What the values of header lines must be that are compared."""
NUMBER = re.compile(r"(?:^|\s)(\d+(?:\.[1-9]\d*)?)\.(?=\s|$)")
LINK = re.compile(r"\{link\s+([0-9a-f]{64})\}")
COMMENT = re.compile(r"\{[^{}]*\}")


def link_comment(link: str) -> str:
    """Return the comment that names the link of a step."""
    return f"link {link}"


def notation_hash(text: str) -> str:
    """Return the hash of a notation without its proof."""
    header, end, body = text.partition(f"\n{END}")
    # Below the header, a line may begin with any word.
    kept = "\n".join(line for line in header.split("\n") if not line.startswith(PROOF))
    return hashlib.sha256((kept + end + body).encode()).hexdigest()


def with_proof(text: str, proof: Signed) -> str:
    """Return a notation with its proof as the last line of the header."""
    header, end, body = text.partition(f"\n{END}")
    return f"{header}\n{PROOF}{msgspec.json.encode(proof).decode()}{end}{body}"


class NoNotation(Exception):
    """A text that is no notation of this site's kind."""


class Notation(msgspec.Struct, frozen=True):
    """What a notation says of its match."""

    header: dict[str, Any]
    places: list[str]
    links: list[str]
    hash: str
    proof: Signed | None

    @property
    def facts(self) -> Facts:
        """What can be compared with promises."""
        public = self.proof.statement.contributions if self.proof else ()
        return Facts(
            seed_hash=str(self.header.get("SeedHash", "")),
            links=tuple(self.links),
            proof=self.proof,
            options=self.header.get("Options"),
            contributions=public or None,
            replayable=False,
        )


def read_notation(text: str) -> Notation:
    """Read what proves a notation; its moves are not played. Raises `NoNotation`."""
    head, end, body = text.partition(f"\n{END}")
    if not head.startswith(BEGINNING) or not end or any(line[:3] in ("...", "---") for line in body.split("\n")):
        raise NoNotation(say("One match has one header."))
    header: dict[str, Any] = {}
    for line in head.split("\n")[1:]:
        key, colon, value = line.partition(": ")
        if not colon or key in header:
            raise NoNotation(say("The header has no line “{key}” twice, and each has a value.", key=key))
        try:
            header[key] = msgspec.json.decode(value)
        except (msgspec.DecodeError, RecursionError) as error:
            raise NoNotation(say("The header’s “{key}” cannot be read.", key=key)) from error
    for key, kind in KINDS.items():
        try:
            msgspec.convert(header.get(key), kind | None)
        except msgspec.ValidationError as error:
            raise NoNotation(say("The header’s “{key}” cannot be read.", key=key)) from error
    try:
        proof = msgspec.convert(header.pop("Proof", None), Signed | None)
    except msgspec.ValidationError as error:
        raise NoNotation(say("The header’s “Proof” cannot be read.")) from error
    if proof is not None and f"{PROOF}{msgspec.json.encode(proof).decode()}" != head.rpartition("\n")[2]:
        # The proof covers everything but its own line, which could otherwise say one thing to each program.
        raise NoNotation(say("The header’s “Proof” is not written as this site writes it, at its end."))
    places = NUMBER.findall(COMMENT.sub(" ", body))
    return Notation(header, places, LINK.findall(body), notation_hash(text), proof)


def check_notation(found: Notation) -> list[Check]:
    """Check that a notation's links are one for each step, and that its proof is about this text."""
    links, head = found.links, found.header.get("Head")
    fits = len(links) == len(found.places) and bool(links) and links[-1] == head
    words = say("Each of the {count} steps has a link, and the last is the head.", count=len(links)) if fits else ""
    checks = [Check("links", fits, words or say("The links are not one for each step, ending with the head."))]
    if found.proof is not None:
        checks.append(check_proof(found.proof, _expected(found, found.proof.statement)))
    return checks


def _expected(found: Notation, said: Statement) -> Statement:
    """The statement that this text supports. What only the hash of the text can show comes from what was signed."""
    return msgspec.structs.replace(
        said,
        about="notation",
        seed_hash=str(found.header.get("SeedHash", "")),
        head=found.links[-1] if found.links else "",
        steps=len(found.links),
        names=tuple(map(str, found.header.get("Players") or ())),
        options=found.header.get("Options") or {},
        file=found.hash,
    )


def check_links(found: Notation, links: tuple[str, ...]) -> Check:
    """Check a notation's links against those of a record."""
    ok = tuple(found.links) == links
    words = (
        say("The record has the same link for each step.")
        if ok
        else say("The record has other links: it is another match.")
    )
    return Check("record", ok, words)
