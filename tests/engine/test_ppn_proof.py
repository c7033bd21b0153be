"""A signed notation passes as it is, and no other."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.db import transaction
from django.test import Client
from pytest_django import DjangoDbBlocker

from engine.ppn_proof import NoNotation, check_notation, notation_hash, read_notation, with_proof
from engine.proof import Signed, message
from games.verify import main
from matches.models import Match
from tests.matches.tables import table_of
from tests.matches.test_exports import played
from tests.matches.test_moderated_files import changed
from tests.support.clients import client_of

pytestmark = pytest.mark.django_db


class Kept:
    """A notation, the record of its match, and the site's keys, as files."""

    def __init__(self, match: Match, place: Path, reader: Any = None) -> None:
        self.place = place
        self.text = client_of(reader).get(f"/table/{match.pk}/view.ppn").content.decode()
        self.keys = self._file("keys", Client().get("/.well-known/piecepack-keys.json").content)
        if match.status == Match.Status.FINISHED:
            self.record = self._file("record", Client().get(f"/table/{match.pk}/match.json").content)

    def _file(self, name: str, data: bytes) -> str:
        (self.place / name).write_bytes(data)
        return str(self.place / name)

    def outcome(self, text: str, *more: str) -> int:
        return self.without_key(text, "--key", self.keys, *more)

    def without_key(self, text: str, *more: str) -> int:
        return main([self._file("file.ppn", text.encode()), *more])

    def promises(self, match: Match) -> list[str]:
        """Everything that a player may have kept, but for the key."""
        player = match.seats.get(number=0).user
        receipt = self._file("receipt", client_of(player).get(f"/table/{match.pk}/receipt.json").content)
        noted = ["--seed-hash", match.seed_hash, "--head", match.head]
        return [*noted, "--receipt", receipt, "--record", self.record]


@pytest.fixture(scope="module")
def made_once(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Kept, list[str]]:
    """The files of a match, and all that a player may have kept of it. Playing it takes longer than these tests."""
    with django_db_blocker.unblock(), transaction.atomic():
        match = changed("bid")
        kept = Kept(match, tmp_path_factory.mktemp("kept"))
        promises = kept.promises(match)
        transaction.set_rollback(True)
    return kept, promises


@pytest.fixture
def kept(made_once: tuple[Kept, list[str]]) -> Kept:
    return made_once[0]


@pytest.fixture
def promises(made_once: tuple[Kept, list[str]]) -> list[str]:
    return made_once[1]


CHANGES: dict[str, Callable[[str], str]] = {
    "a name": lambda text: text.replace('"ana"', '"mallory"', 1),
    "a comment": lambda text: text.replace("{", "{Well, ", 1),
    "a move": lambda text: text.replace("@a1", "@a3", 1),
    "a link": lambda text: text[: (at := text.index("{link") + 8)] + flipped(text[at]) + text[at + 1 :],
    "the head": lambda text: text.replace('Head: "', 'Head: "0', 1),
    "the seed's hash": lambda text: text.replace('SeedHash: "', 'SeedHash: "0', 1),
    "a header line left out": lambda text: text.replace("Date: ", "When: ", 1),
    "a header line twice": lambda text: text.replace("---\n", '---\nResult: "Ana won"\n', 1),
    "a line below": lambda text: text + "Proof: of nothing\n",
    "the end left out": lambda text: text[: text.rindex("{link")],
    "the number": lambda text: text.replace('"number":', '"number":1', 1),
    "the signature": lambda text: text.replace('"signature":"', '"signature":"00', 1),
    "the proof left out": lambda text: "\n".join(line for line in text.split("\n") if not line.startswith("Proof: ")),
    "two statements in the proof": lambda text: text.replace(
        'Proof: {"statement":', 'Proof: {"statement":{"site":"https://other.example"},"statement":', 1
    ),
    "a proof with spaces": lambda text: text.replace("Proof: {", "Proof: { ", 1),
    "a proof before the rest": lambda text: with_line_first(text, "Proof: "),
    "another about": lambda text: text.replace('"about":"notation"', '"about":"record"', 1),
}


def with_line_first(text: str, begins: str) -> str:
    line = next(line for line in text.split("\n") if line.startswith(begins))
    return text.replace(f"\n{line}", "", 1).replace("---\n", f"---\n{line}\n", 1)


def flipped(digit: str) -> str:
    return "1" if digit == "0" else "0"


@pytest.mark.parametrize("name", CHANGES)
def test_no_changed_notation_passes(name: str, kept: Kept) -> None:
    assert kept.outcome(kept.text, "--record", kept.record) == 0
    changed_text = CHANGES[name](kept.text)
    assert changed_text != kept.text
    assert kept.outcome(changed_text) == 1


@pytest.mark.parametrize("name", ["", *CHANGES])
def test_without_the_sites_key_no_notation_is_called_promised(
    name: str, kept: Kept, promises: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert kept.outcome(kept.text, *promises) == 0
    out = capsys.readouterr().out
    assert out.splitlines()[-1].startswith("Signed by ") and "It is the one you were promised" in out
    assert "Not compared: of your receipt, the rules, " in out
    assert "the moves" not in out
    text = CHANGES[name](kept.text) if name else kept.text
    bare = CHANGES["the proof left out"](text)
    for forged in (text, bare, signed_by_another(bare, kept.text)):
        assert kept.without_key(forged, *promises) == 1
        out = capsys.readouterr().out
        assert "you were promised" not in out and "onsistent" not in out
        assert "Not compared: the moves" in out or "FAIL file" in out


def signed_by_another(text: str, site_text: str) -> str:
    """A notation signed with a key of the forger's own, who says of it what it shows."""
    try:
        found, proof = read_notation(text), read_notation(site_text).proof
    except NoNotation:
        return text
    assert proof
    seen = found.facts
    said = msgspec.structs.replace(
        proof.statement,
        seed_hash=seen.seed_hash,
        head=seen.links[-1],
        steps=len(seen.links),
        names=tuple(found.header["Players"]),
        file=found.hash,
    )
    key = Ed25519PrivateKey.generate()
    signed = Signed(said, key.public_key().public_bytes_raw().hex(), key.sign(message(said)).hex())
    return with_proof(text, signed)


def test_the_links_of_a_record_are_those_of_its_notation(kept: Kept, tmp_path: Path) -> None:
    other, _ = played("bid")
    record = tmp_path / "other.json"
    record.write_bytes(Client().get(f"/table/{other.pk}/match.json").content)
    assert kept.outcome(kept.text, "--record", kept.record) == 0
    assert kept.outcome(kept.text, "--record", str(record)) == 1


def test_the_notation_of_a_running_match_is_signed_for_its_reader(tmp_path: Path) -> None:
    match, people = table_of("ana", "ben", "cleo")
    kept = Kept(match, tmp_path, people[0])
    assert kept.outcome(kept.text, "--head", match.head, "--seed-hash", match.seed_hash) == 0
    assert kept.outcome(kept.text, "--head", "0" * 64) == 1
    found = read_notation(kept.text)
    assert found.proof and found.proof.statement.contributions == ()
    assert "words of" not in kept.text


def test_a_proof_is_no_part_of_what_it_is_about(kept: Kept) -> None:
    found = read_notation(kept.text)
    assert found.proof and notation_hash(kept.text) == found.proof.statement.file
    bare = CHANGES["the proof left out"](kept.text)
    assert with_proof(bare, found.proof) == kept.text
    assert [check.ok for check in check_notation(read_notation(bare))] == [True]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "---\n",
        "---\nA: 1\n...\n...\n",
        "---\nA: {\n...\n",
        '---\nProof: {"a":1}\n...\n',
        "---\nPlayers: 5\n...\n",
        "---\nPlayers: [1]\n...\n",
        "---\nOptions: []\n...\n",
        "---\nSeedHash: 1\n...\n",
        "---\nHead: {}\n...\n",
    ],
)
def test_what_is_no_notation_is_not_read(text: str) -> None:
    with pytest.raises(NoNotation):
        read_notation(text)


def test_json_in_a_header_is_on_one_line(kept: Kept) -> None:
    header = kept.text.split("\n...\n")[0].split("\n")[1:]
    assert all(msgspec.json.decode(line.split(": ", 1)[1]) is not None for line in header)
