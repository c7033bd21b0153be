"""Positions that are kept give the same as playing from the beginning, with few steps to play."""

from collections import Counter
from typing import Any

import pytest

from engine.positions import EVERY, keeper, position
from engine.replay import check_record, replay, steps_of
from games.registry import GAMES
from tests.support.records import Writer

AIMS = 30


def zigzag(slug: str) -> Writer:
    """A record with rewinds of every length, some of them across what other rewinds took back."""
    writer = Writer(GAMES[slug], GAMES[slug].players[-1]).play(3)
    for _ in range(AIMS):
        writer.play(4)
        live = sorted(writer.states)[-5]
        writer.rewind(live).note("paused").note("resumed")
        for gone in range(live + 1, writer.number):
            writer.states.pop(gone, None)
    return writer.play(1000)


@pytest.mark.parametrize("slug", GAMES)
def test_each_position_is_found_in_a_few_steps(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, record = GAMES[slug], zigzag(slug).record()
    kept, keep = keeper()
    checks = check_record(game, record, keep).checks
    assert [check.detail for check in checks if not check.ok] == []
    options, steps, played = game.Options(), steps_of(record), Counter[str]()
    whole = [result.state for _, result in replay(game, record.players, options, steps)]
    apply = game.apply

    def counted(*arguments: Any) -> Any:
        played["rounds"] += 1
        return apply(*arguments)

    monkeypatch.setattr(game, "apply", counted)
    for place, state in enumerate(whole):
        played.clear()
        assert position(game, record.players, options, steps[: place + 1], kept) == state
        assert played["rounds"] < EVERY
    assert position(game, record.players, options, steps, {}) == whole[-1], "without any, it begins at the beginning"
