"""No forged record passes as signed, even with commitments, chain and checksum computed again."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from engine.log import MatchRecord, statement_of
from engine.proof import Signed, message
from foundation.signing import key_file
from games.registry import GAMES
from games.verify import check_file, main
from matches.interventions.outcomes import set_voided
from matches.models import Match
from matches.view.match_view import matches
from matches.view.verification import export_json
from tests.matches.tables import NOON
from tests.matches.test_moderated_files import changed
from tests.matches.test_rewinding import NOTE
from tests.support.forgeries import FORGERIES, forged
from tests.support.records import Writer

pytestmark = pytest.mark.django_db
LUCK = 40
"""Forgeries that change one value by chance."""
REPLAYED = 8
"""Matches that are played again, with other answers, under the opened seed."""


class Kept:
    """A signed record, and the files that its reader has."""

    def __init__(self, place: Path, match: Match) -> None:
        self.data = export_json(match)
        self.raw: dict[str, Any] = msgspec.json.decode(self.data)
        self.record = msgspec.json.decode(self.data, type=MatchRecord)
        self.file, self.keys = place / "match.json", place / "keys.json"
        self.keys.write_bytes(msgspec.json.encode(key_file()))

    def outcome(self, data: bytes, *more: str) -> int:
        self.file.write_bytes(data)
        return main([str(self.file), "--key", str(self.keys), *more])


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("records")


@pytest.fixture
def kept(place: Path) -> Kept:
    match = changed("bid")
    set_voided(match_id=match.pk, voided=True, note=NOTE, now=NOON)
    return Kept(place, matches().get(pk=match.pk))


def played_again(record: MatchRecord) -> Iterator[bytes]:
    """Whole matches under the opened seed and words, each with other answers, and the signature of the real one."""
    for seed in range(REPLAYED):
        game = GAMES[record.game]
        writer = Writer(game, record.players, seed=str(seed), opened=record, **record.options).play(10_000)
        made = msgspec.structs.replace(writer.record(), seats=record.seats)
        yield msgspec.json.encode(msgspec.structs.replace(made, checksum="", proof=record.proof))


def by_chance(raw: dict[str, Any]) -> Iterator[bytes]:
    """Records in which one value anywhere is another of its kind."""
    luck = random.Random(1)
    for _ in range(LUCK):
        yield forged(raw, lambda found: change_one(found, luck))


def change_one(raw: dict[str, Any], luck: random.Random) -> None:
    spots = [(where, key) for where, key in leaves(raw) if key not in ("commitment", "hash", "checksum", "steps")]
    where, key = luck.choice(spots)
    was = where[key]
    where[key] = was + 1 if isinstance(was, int) else f"{was[:-1]}{'a' if was[-1:] != 'a' else 'b'}"


def leaves(value: Any) -> Iterator[tuple[Any, Any]]:
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(inner, dict | list):
            yield from leaves(inner)
        elif isinstance(inner, int | str) and not isinstance(inner, bool):
            yield value, key


def test_no_forged_record_passes_as_signed(kept: Kept, capsys: pytest.CaptureFixture[str]) -> None:
    assert kept.outcome(kept.data) == 0
    assert "Consistent, and signed by" in capsys.readouterr().out
    assert forged(kept.raw, lambda raw: None) == kept.data
    named = {name: forged(kept.raw, change) for name, change in FORGERIES.items()}
    assert {name for name, data in named.items() if data == kept.data} == set(), "these forge nothing"
    lucky = [data for data in by_chance(kept.raw) if data != kept.data]
    assert len(lucky) >= LUCK // 2
    replayed = list(played_again(kept.record))
    assert len(replayed) == REPLAYED and kept.data not in replayed
    for name, data in [*named.items(), *(("by chance", data) for data in [*lucky, *replayed])]:
        assert kept.outcome(data) == 1, name
        assert "signed by" not in capsys.readouterr().out.splitlines()[-1], name


def test_without_a_signature_many_of_them_are_consistent_and_no_more(
    kept: Kept, capsys: pytest.CaptureFixture[str]
) -> None:
    """So the forgeries above are no straw men: it is the signature that tells."""
    unsigned = {name: value for name, value in kept.raw.items() if name != "proof"}
    consistent = set()
    for name, change in FORGERIES.items():
        try:
            data = forged(unsigned, change)
        except (KeyError, TypeError):
            continue
        if all(check.ok for check in check_file(data)):
            consistent.add(name)
            kept.file.write_bytes(data)
            assert main([str(kept.file)]) == 0
            assert "not signed" in capsys.readouterr().out.splitlines()[-1]
    assert {"first_name", "by_of_first_answer", "nonce_of_last_answer", "at_of_setup", "note_of_voiding"} <= consistent
    assert "last_moderators_step_left_out" in consistent
    assert not {"seat_answers_twice", "unused_seed", "short_nonce", "long_nonce"} & consistent
    assert not {name for name in consistent if name.startswith("unknown_")}
    for data in played_again(kept.record):
        bare = msgspec.structs.replace(msgspec.json.decode(data, type=MatchRecord), proof=None)
        assert all(check.ok for check in check_file(msgspec.json.encode(bare)))


def test_a_forger_who_signs_has_another_key(kept: Kept, capsys: pytest.CaptureFixture[str]) -> None:
    private = Ed25519PrivateKey.generate()
    assert kept.record.proof
    said = kept.record.proof.statement
    statement = statement_of(kept.record, site=said.site, number=said.number)
    public = private.public_key().public_bytes_raw().hex()
    proof = Signed(statement, public, private.sign(message(statement)).hex())
    data = msgspec.json.encode(msgspec.structs.replace(kept.record, proof=proof))
    assert all(check.ok for check in check_file(data))
    assert kept.outcome(data) == 1
    assert "with another key" in capsys.readouterr().out


@pytest.mark.parametrize("twice", ['{"format":"x",', '{"players":3,'])
def test_a_key_that_is_there_twice_is_refused(kept: Kept, twice: str) -> None:
    data = twice.encode() + kept.data[1:]
    assert [(check.name, check.ok) for check in check_file(data)] == [("file", False)]
