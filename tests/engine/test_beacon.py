"""Public randomness: a recorded round of drand holds, and nothing else passes as one."""

import hashlib
import importlib
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest

from engine.beacon import NO_LIBRARY, QUICKNET, Beacon, fault_of, is_signature, round_after, time_of, unchecked
from engine.log import MatchRecord, match_seed
from games.registry import GAMES
from games.verify import check_file, main
from tests.support.beacon import FULL_AT, RANDOMNESS, ROUND, SIGNATURE
from tests.support.records import Writer

USED = Beacon(QUICKNET.hash, ROUND, FULL_AT.isoformat(), SIGNATURE)
BEGUN = (FULL_AT + timedelta(seconds=5)).isoformat()
NEGATED = f"{int(SIGNATURE[0], 16) ^ 2:x}{SIGNATURE[1:]}"
"""The other point with the same first coordinate."""


def test_a_recorded_round_holds() -> None:
    assert is_signature(ROUND, SIGNATURE) is True
    assert USED.randomness == RANDOMNESS == hashlib.sha256(bytes.fromhex(SIGNATURE)).hexdigest()
    assert (fault_of(USED, BEGUN), unchecked(USED)) == ("", ())


@pytest.mark.parametrize("signature", ["", "zz", "00" * 48, f"c0{'0' * 94}", SIGNATURE[:-2], NEGATED, "ab" * 96])
def test_nothing_else_is_its_signature(signature: str) -> None:
    assert is_signature(ROUND, signature) is False


@pytest.mark.parametrize("number", [ROUND - 1, ROUND + 1, 1])
def test_it_is_no_other_round(number: int) -> None:
    assert is_signature(number, SIGNATURE) is False


def test_the_round_is_the_first_strictly_after_the_last_seat() -> None:
    second = timedelta(seconds=1)
    assert time_of(1) == datetime.fromtimestamp(QUICKNET.genesis, UTC)
    for number in (ROUND, 12_345_678):
        assert round_after(time_of(number)) == number + 1
        assert [round_after(time_of(number) - part) for part in (second, second * 3, second / 1000)] == [number] * 3
    assert round_after(datetime(2000, 1, 1, tzinfo=UTC)) == 1


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"chain": "0" * 64}, "a chain that this program does not know"),
        ({"round": ROUND + 1}, "not of the first after it was fixed, 1000"),
        ({"full_at": (FULL_AT - timedelta(seconds=9)).isoformat()}, "not of the first after"),
        ({"full_at": "soon"}, "cannot be read"),
        ({"full_at": "2023-08-23T15:59:23"}, "cannot be read"),
        ({"round": 10**30}, "cannot be read"),
        ({"signature": NEGATED}, "not that of round 1000"),
        ({"signature": SIGNATURE.upper()}, "lower-case"),
    ],
)
def test_what_is_wrong_is_said(change: dict[str, Any], found: str) -> None:
    assert found in fault_of(msgspec.structs.replace(USED, **change), BEGUN)


def test_no_match_begins_before_its_randomness_is_known() -> None:
    assert "was used before it was known" in fault_of(USED, FULL_AT.isoformat())
    assert fault_of(msgspec.structs.replace(USED, signature=""), FULL_AT.isoformat()) == ""


def without_library(name: str) -> Any:
    raise ImportError(name)


def test_without_the_library_the_signature_is_said_to_be_unchecked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib, "import_module", without_library)
    assert is_signature(ROUND, SIGNATURE) is None
    assert (fault_of(USED, BEGUN), unchecked(USED)) == ("", (NO_LIBRARY,))


def record_with(beacon: Beacon | None) -> MatchRecord:
    return Writer(GAMES["bid"], 3, beacon=beacon, at=BEGUN, target=25).play(10_000).record()


def checked(record: MatchRecord) -> dict[str, str]:
    checks = check_file(msgspec.json.encode(msgspec.structs.replace(record, checksum="")))
    return {check.name: check.detail for check in checks if not check.ok}


def test_randomness_is_mixed_into_the_seed() -> None:
    site_seed = bytes(32)
    assert len({match_seed(site_seed, ["a"], more) for more in ("", RANDOMNESS)}) == 2
    record = record_with(USED)
    assert checked(record) == {}
    assert "chain" in checked(msgspec.structs.replace(record, beacon=None))
    other = msgspec.structs.replace(USED, full_at=(FULL_AT + timedelta(milliseconds=1)).isoformat())
    assert set(checked(msgspec.structs.replace(record, beacon=other))) == {"chain"}


@pytest.mark.parametrize(
    "change",
    [
        {"round": ROUND + 5},
        {"round": -1},
        {"round": 10**30},
        {"signature": NEGATED},
        {"chain": "0" * 64},
        {"full_at": "soon"},
    ],
)
def test_a_whole_record_with_randomness_that_is_not_of_its_round_is_refused(change: dict[str, Any]) -> None:
    """A site that rewrites a whole match can make everything fit, but not a signature of the League."""
    assert set(checked(record_with(msgspec.structs.replace(USED, **change)))) == {"beacon"}


def test_the_checker_says_what_it_did_not_compare(
    tmp_path: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def out(beacon: Beacon | None) -> str:
        (tmp_path / "file").write_bytes(msgspec.json.encode(record_with(beacon)))
        assert main([str(tmp_path / "file")]) == 0
        return capsys.readouterr().out

    assert "Round 1000 of drand is mixed in, the first after the last seat was taken." in out(USED)
    late = out(msgspec.structs.replace(USED, signature=""))
    assert "Not compared: public randomness: the site says that it could not fetch it in time" in late
    assert "drand" not in out(None)
    monkeypatch.setattr(importlib, "import_module", without_library)
    assert "Not compared: the signature of the public randomness: install py_arkworks_bls12381" in out(USED)
