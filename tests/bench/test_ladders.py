"""A short season of few bots: ratings and rungs find the stronger ones, and figures below their bar are reported."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import bench.__main__ as program
import bench.ladders
from bench.figures import Figure, missed_bars
from bench.ladders import LEAST_TAU, Season, tau
from bench.page import write_page


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
        with pytest.raises(SystemExit, match=r"ladders\.tau_rating is 0\.79, but must be at least 0.8"):
            program.main()
    else:
        program.main()
    figure = json.loads(capsys.readouterr().out)
    assert figure == {"figure": "ladders.tau_rating", "value": value, "unit": "tau"}


@pytest.mark.parametrize(("value", "missed"), [(8, []), (9, ["x.queries is 9, but must be at most 8"])])
def test_a_figure_above_its_bar_misses_it(value: float, missed: list[str]) -> None:
    assert missed_bars(Figure("x.queries", value, "queries", most=8)) == missed


def test_the_page_of_figures_says_how_it_was_written_and_what_the_bars_are(tmp_path: Path) -> None:
    page = tmp_path / "figures.md"
    figures = [Figure("ladders.tau_rating", 0.9, "tau", least=0.8), Figure("ladders.repeats", 0, "meetings", most=0)]
    write_page(page, [*figures, Figure("ladders.tau_rungs", 0.7, "tau")], ["ladders"])
    written = page.read_text()
    assert written.startswith(f"# Figures of ladders\n\nWritten by `make bench FAMILY=ladders WRITE={page}`\non ")
    assert "| `ladders.tau_rating` | 0.9 | tau | at least 0.8 |\n" in written
    assert "| `ladders.repeats` | 0 | meetings | at most 0 |\n" in written
    assert "| `ladders.tau_rungs` | 0.7 | tau | - |\n" in written
