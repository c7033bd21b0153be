"""A match that was taken back after its end goes on with a round that was fixed before anyone knew it.

The records are those that a site could write that rewrites a whole match: chain, chance and signature all fit.
"""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import msgspec
import pytest

from engine.beacon import LATER_WAIT, QUICKNET, Beacon, is_signature, later_round
from engine.log import LATER_SEEDS, REWINDING, REWOUND, MatchRecord
from games.registry import GAMES
from games.verify import check_file, main
from tests.support.beacon import EARLY, EARLY_ROUND, EARLY_SIGNATURE, FULL_AT, ROUND, SIGNATURE, TAKEN_BACK
from tests.support.records import Writer

BEACON = Beacon(QUICKNET.hash, EARLY_ROUND, EARLY.isoformat(), EARLY_SIGNATURE)
BEGUN = (EARLY + timedelta(seconds=5)).isoformat()
AFTER = (FULL_AT + timedelta(seconds=5)).isoformat()
SECOND = timedelta(seconds=1)


def over(beacon: Beacon | None = BEACON) -> Writer:
    """A match that was played to its end."""
    return Writer(GAMES["bid"], 3, beacon=beacon, at=BEGUN, later=LATER_SEEDS, target=25).play(10_000)


def announced(writer: Writer, number: int = ROUND, to: int = 1, at: str = TAKEN_BACK.isoformat()) -> Writer:
    writer.at = at
    writer.note(REWINDING, to=to, round=number)
    writer.at = AFTER
    return writer


def reopened(writer: Writer, **note: object) -> MatchRecord:
    return writer.reopen(1, **{"round": ROUND, "signature": SIGNATURE, **note}).play(10_000).record()  # type: ignore[arg-type]


def faults(record: MatchRecord) -> dict[str, str]:
    return {check.name: check.detail for check in check_file(msgspec.json.encode(record)) if not check.ok}


def test_the_earlier_round_is_a_recorded_one_too() -> None:
    assert is_signature(EARLY_ROUND, EARLY_SIGNATURE)


def test_the_round_is_the_first_some_minutes_ahead() -> None:
    assert timedelta(minutes=10) <= LATER_WAIT
    assert later_round(TAKEN_BACK) == ROUND
    assert later_round(TAKEN_BACK + SECOND) == ROUND + 1


def test_a_match_goes_on_with_its_round() -> None:
    record = reopened(announced(over()))
    assert faults(record) == {}
    found = {check.name: check.detail for check in check_file(msgspec.json.encode(record))}
    assert found["beacon"].endswith("Fixed each time that the match was taken back after its end, and mixed in: 1000.")


def test_what_is_announced_need_not_have_happened_yet() -> None:
    assert faults(announced(over()).record()) == {}


def test_each_time_takes_a_round_of_its_own() -> None:
    writer = announced(over())
    reopened(writer)
    assert faults(reopened(announced(writer))) == {}


def test_it_is_the_round_that_decides_what_comes() -> None:
    """The next seed is fixed by then: without the round, everyone who knows it could work out what comes."""
    ways = [over().reopen(1, signature=signature).play(3) for signature in (SIGNATURE, "")]
    drawn = [[step.step.draws for step in writer.steps[-3:]] for writer in ways]
    assert drawn[0] != drawn[1]


def without_a_round() -> MatchRecord:
    return over().reopen(1).play(10_000).record()


def without_saying_so_before() -> MatchRecord:
    return reopened(over())


def without_its_signature() -> MatchRecord:
    return reopened(announced(over()), signature="")


def with_the_round_of_the_start() -> MatchRecord:
    return reopened(announced(over()), signature=EARLY_SIGNATURE)


def with_another_round_than_announced() -> MatchRecord:
    return reopened(announced(over()), round=EARLY_ROUND, signature=EARLY_SIGNATURE)


def with_a_round_that_was_known() -> MatchRecord:
    return reopened(announced(over(), EARLY_ROUND), round=EARLY_ROUND, signature=EARLY_SIGNATURE)


def announced_when_it_was_nearly_known() -> MatchRecord:
    return reopened(announced(over(), at=FULL_AT.isoformat()))


def announced_a_little_later() -> MatchRecord:
    return reopened(announced(over(), at=(TAKEN_BACK + SECOND).isoformat()))


def announced_for_another_step() -> MatchRecord:
    return reopened(announced(over(), to=2))


def announced_twice() -> MatchRecord:
    return reopened(announced(announced(over())))


def used_before_it_was_known() -> MatchRecord:
    writer = announced(over())
    writer.at = TAKEN_BACK.isoformat()
    return reopened(writer)


def at_a_table_without() -> MatchRecord:
    return reopened(announced(over(None)))


def announced_with_another_round_and_no_more() -> MatchRecord:
    return announced(over(), ROUND + 1).record()


def under_the_open_seed() -> MatchRecord:
    return over().rewind(1).play(10_000).record()


def under_the_next_seed_while_it_runs() -> MatchRecord:
    writer = Writer(GAMES["bid"], 3, beacon=None, at=BEGUN, later=2, target=25).play(3)
    return writer.reopen(1).play(10_000).record()


def announced_and_taken_back_under_the_open_seed() -> MatchRecord:
    return announced(over()).rewind(1, round=ROUND, signature=SIGNATURE).play(10_000).record()


@pytest.mark.parametrize(
    ("written", "found"),
    [
        (without_a_round, "beacon"),
        (without_saying_so_before, "beacon"),
        (without_its_signature, "beacon"),
        (with_the_round_of_the_start, "beacon"),
        (with_another_round_than_announced, "beacon"),
        (with_a_round_that_was_known, "beacon"),
        (announced_when_it_was_nearly_known, "beacon"),
        (announced_a_little_later, "beacon"),
        (announced_for_another_step, "beacon"),
        (announced_twice, "beacon"),
        (used_before_it_was_known, "beacon"),
        (at_a_table_without, "beacon"),
        (announced_with_another_round_and_no_more, "beacon"),
        (under_the_open_seed, "chance"),
        (under_the_next_seed_while_it_runs, "chance"),
        (announced_and_taken_back_under_the_open_seed, "beacon"),
    ],
)
def test_a_whole_record_that_goes_on_otherwise_is_refused(written: Callable[[], MatchRecord], found: str) -> None:
    assert found in faults(written())


def test_no_record_has_more_seeds_than_a_table_has() -> None:
    writer = Writer(GAMES["bid"], 3, later=LATER_SEEDS + 1, target=25).play(10_000)
    for _ in range(LATER_SEEDS):
        writer.reopen(writer.number - 1).play(10_000)
    assert faults(writer.record()) == {}
    assert "more than 100" in faults(writer.reopen(writer.number - 1).play(10_000).record())["form"]


@pytest.mark.parametrize("name", ["round", "signature"])
@pytest.mark.parametrize("wrong", [7, -1, None, "zz", [], {"a": 1}, "ab" * 48])
def test_the_checker_takes_anything_in_place_of_a_round(name: str, wrong: object, tmp_path: Path) -> None:
    data = msgspec.json.decode(msgspec.json.encode(reopened(announced(over()))))
    rewound = next(one["step"] for one in data["steps"] if one["step"]["kind"] == REWOUND)
    rewound["note"][name] = wrong
    (tmp_path / "file").write_bytes(msgspec.json.encode(data))
    assert main([str(tmp_path / "file")]) == 1
