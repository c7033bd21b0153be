"""`make ai-strength` writes what was played, and says what is missed."""

import json
import sys
from pathlib import Path

import pytest

from bench.strength.__main__ import main
from bench.strength.measure import Size, _entrant, measure, thinking_times
from bench.strength.page import figures_of, page, verdict_of
from engine.selfplay import Estimate
from games.levels import SHARP
from games.registry import GAMES

PAIRS = 4
"""Of three levels, and the weakest once more among *steady*."""


def size(levels: tuple[str, ...], *, matches: int = 4, seconds: float = 600, seed: int = 1) -> Size:
    """A small run."""
    return Size(levels, matches, seconds, 7, seed)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let *sharp* think as shortly as the rest of the test plays."""
    monkeypatch.setattr("bench.strength.measure.thinking_times", lambda game, seconds, seed: thinking_times(game, 0, 1))


def test_the_page_counts_matches_and_has_a_table_for_each_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "strength.md"
    given = ["--matches", "8", "--levels", "random,steady,easy", "--seed", "3", "--games", "bid,plaque-auction"]
    monkeypatch.setattr(sys, "argv", ["strength", *given, "--simulations", "5", "--write", str(path)])
    main()
    written = path.read_text()
    # Nine matches of three seats and eight of four, so that every seat is taken equally often.
    assert f"from {(9 + 8) * PAIRS} matches with seed 3" in written
    # The tables show stronger levels among weaker ones only.
    assert written.count("9 matches |") == written.count("8 matches |") == 2 * (PAIRS - 1)
    assert "## Bid!" in written
    assert "## Plaque Auction" in written
    assert "Not played this time: *sharp*, *patient*." in written
    assert "*Sharp* had 5 simulations" in written
    figures = [json.loads(line)["figure"] for line in capsys.readouterr().out.splitlines()]
    assert figures[:5] == [
        "ai.bid.steady_over_random",
        "ai.bid.steady_over_random_low",
        "ai.bid.steady_over_random_high",
        "ai.bid.random_among_steady",
        "ai.bid.sharp_ms",
    ]
    assert all(f"`{name}`" in written for name in figures if not name.endswith(("_low", "_high")))


def test_the_same_seed_plays_the_same_matches() -> None:
    game, levels = GAMES["concealed-draw"], ("random", "steady")
    once, again = (measure(game, size(levels, seed=7)) for _ in range(2))
    assert (once.met, once.skills) == (again.met, again.skills)
    assert once.met != measure(game, size(levels, seed=8)).met
    assert once.skills["steady"].mu > once.skills["random"].mu


def test_time_ends_a_pair_after_every_seat_was_taken() -> None:
    found = measure(GAMES["bid"], size(("random", "steady"), matches=400, seconds=1e-9))
    assert [one.matches for one in found.met] == [3, 3]


def test_a_level_that_loses_among_its_equals_to_a_weaker_one_is_seen() -> None:
    found = measure(GAMES["bid"], size(("random", "steady")))
    beaten = found._replace(met=[met._replace(firsts=Estimate(1.9, 1.5, 2.3)) for met in found.met])
    (limit,) = [figure for figure in figures_of(beaten) if figure.figure == "ai.bid.random_among_steady"]
    assert limit.most is not None and limit.value > limit.most
    assert "| 0.8 or less | 1.90 (1.50 to 2.30) | 6 | missed |" in "\n".join(page([beaten], size(("random", "steady"))))


def test_patient_thinks_ten_times_as_long_as_sharp() -> None:
    given = size(("sharp", "patient"))
    assert [_entrant(GAMES["bid"], name, given).budget.simulations for name in given.levels] == [7, 70]


def test_the_time_of_sharp_is_that_of_the_site() -> None:
    found = thinking_times(GAMES["bid"], 0, 1)
    assert found.decisions == 1
    assert 0 < found.mean == found.late < 2 * 1000 * SHARP.seconds


@pytest.mark.parametrize("given", [("--levels", "steady"), ("--levels", "random,grand"), ("--games", "chess")])
def test_levels_and_games_are_ones_that_exist(given: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["strength", *given])
    with pytest.raises(SystemExit):
        main()


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (Estimate(2.1, 0.9, 3.3), "missed"),
        (Estimate(2.1, 1.9, 2.3), "missed, but stronger"),
        (Estimate(2.3, 2.1, 2.5), "reached"),
        (Estimate(2.3, 0.9, 3.7), "reached, but the interval holds 1"),
    ],
)
def test_a_bar_is_reached_or_missed(found: Estimate, words: str) -> None:
    assert verdict_of(found, 2.2, 30) == words
    assert verdict_of(found, 2.2, 29) == "too few matches to tell"
