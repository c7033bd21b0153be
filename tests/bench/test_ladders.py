"""A short season of few bots: ratings and rungs come to know who is stronger, and a figure below its bar is told."""

import json
import sys
from collections.abc import Iterator

import pytest

import bench.__main__ as program
import bench.ladders
from bench.figures import Figure
from bench.ladders import LEAST_TAU, Season, tau


def test_ratings_and_rungs_come_to_know_the_truth() -> None:
    season = Season(bots=12, matches=12)
    season.play()
    assert tau(season.by_rating()) >= LEAST_TAU
    assert tau(season.rungs) >= 0.5 > 0 > tau(season.rungs_before)
    assert sorted(season.rungs) == list(range(12))


@pytest.mark.parametrize(("value", "fails"), [(0.8, False), (0.79, True)])
def test_a_figure_below_its_bar_fails_the_run(
    value: float, fails: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def figures(seconds: float) -> Iterator[Figure]:
        yield Figure("ladders.tau_rating", value, "tau", least=LEAST_TAU)

    monkeypatch.setattr(bench.ladders, "figures", figures)
    monkeypatch.setattr(sys, "argv", ["bench", "ladders"])
    if fails:
        with pytest.raises(SystemExit, match=r"ladders\.tau_rating is 0\.79, and must be 0.8 at least"):
            program.main()
    else:
        program.main()
    told = json.loads(capsys.readouterr().out)
    assert told == {"figure": "ladders.tau_rating", "value": value, "unit": "tau"}


@pytest.mark.parametrize(("value", "missed"), [(8, []), (9, ["x.queries is 9, and must be 8 at most"])])
def test_a_figure_above_its_bar_misses_it(value: float, missed: list[str]) -> None:
    assert program.missed_bars(Figure("x.queries", value, "queries", most=8)) == missed
