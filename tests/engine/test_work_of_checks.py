"""What a check of a record costs: each round is played once, and many rewinds cost no more than many rounds."""

from collections import Counter
from typing import Any

import pytest

from engine import replay as replays
from engine.log import LoggedStep
from engine.replay import replay, steps_of, taken_back
from engine.strict_form import TwiceNamed, _object
from games.registry import GAMES
from games.verify import check_file
from tests.support.records import AT, Writer

REWINDS = 200


def rewound(times: int) -> Writer:
    """A record with so many rewinds, each to the step before it, so that every step is kept to go back to."""
    writer = Writer(GAMES["bid"], 3).play(2)
    for _ in range(times):
        writer.rewind(writer.number)
    return writer.play(1000)


@pytest.mark.parametrize("slug", GAMES)
def test_a_check_plays_each_round_once(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, played = GAMES[slug], Counter[str]()
    writer = Writer(game, game.players[-1]).play(1000)
    apply = game.apply

    def counted(*arguments: Any) -> Any:
        played["rounds"] += 1
        return apply(*arguments)

    monkeypatch.setattr(game, "apply", counted)
    assert [check.detail for check in check_file(writer.file()) if not check.ok] == []
    assert played["rounds"] == writer.number


def test_a_rewind_costs_no_more_after_many_others(monkeypatch: pytest.MonkeyPatch) -> None:
    record, asked = rewound(REWINDS).record(), Counter[str]()
    aim = replays.step_aimed_at

    def counted(step: LoggedStep) -> int:
        asked["aims"] += 1
        return aim(step)

    monkeypatch.setattr(replays, "step_aimed_at", counted)
    game = GAMES["bid"]
    assert len(list(replay(game, 3, game.Options(), steps_of(record)))) == len(record.steps)
    assert asked["aims"] <= 4 * REWINDS


def test_only_steps_of_the_log_are_taken_back() -> None:
    steps = [LoggedStep(number, "round", AT) for number in (0, 1, 2)]
    assert taken_back([*steps, LoggedStep(10**6, "rewound", AT, note={"to": 0})]) == {1, 2}


def test_what_was_taken_back_twice_and_what_was_played_again() -> None:
    writer = Writer(GAMES["bid"], 3).play(5).rewind(2).play(2).rewind(1).play(1)
    assert taken_back(steps_of(writer.record())) == {2, 3, 4, 5, 6, 7, 8}


class Counted(str):
    """A key that counts how often it is compared."""

    times = 0

    def __eq__(self, other: object) -> bool:
        Counted.times += 1
        return str.__eq__(self, other)

    __hash__ = str.__hash__


def test_a_key_that_comes_again_after_many_others_is_found_in_one_pass() -> None:
    keys = [Counted(f"key {number}") for number in range(1000)]
    with pytest.raises(TwiceNamed, match="'key 999' is there twice"):
        _object([(key, None) for key in (*keys, Counted("key 999"))])
    assert Counted.times < 10 * len(keys)
