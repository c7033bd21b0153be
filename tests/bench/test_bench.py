"""`python -m bench` prints figures that programs can read."""

import importlib
import inspect
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import bench.__main__ as program
import bench.rules
import games.hexes.bench
import games.plaques.bench
from bench.box import benches
from bench.figures import Figure
from bench.rules import decisions_of_match
from engine.quick_chance import RandomChance
from games.registry import GAMES
from tests.support.processes import ROOT


def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "bench", *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )


def rate_of(slug: str) -> str:
    return f"rules.{slug}.decisions_per_s"


QUICK = {
    "hexes": ["rules.hexes.legal_actions_ms"],
    "plaques": ["rules.plaques.rank_two_dragons_us"],
    "rules": [*map(rate_of, (*GAMES, "goofspiel"))],
    "timing": [f"timing.{part}" for part in ("precision", "recall", "false_positives", "honest_pairs_tested")],
}
"""Families that take no time, with what they print."""


@pytest.mark.parametrize(("name", "module"), program.families().items())
def test_every_family_can_be_run_by_its_name(name: str, module: str):
    takes = list(inspect.signature(importlib.import_module(module).figures).parameters)
    assert takes[0].removeprefix("_") == "seconds" and takes[1:] in ([], ["answers"])


def test_one_line_of_json_a_figure():
    done = run(*QUICK, "--seconds", "0.02")
    figures = [json.loads(line) for line in done.stdout.splitlines()]
    assert [figure["figure"] for figure in figures] == [name for names in QUICK.values() for name in names]
    assert all(figure["value"] > 0 for figure in figures if figure["figure"].startswith("rules."))
    # What is slow on a busy machine is said and nothing else.
    assert all(" is " in line and ", but must be " in line for line in done.stderr.splitlines())
    assert done.returncode == bool(done.stderr)


@pytest.mark.parametrize(("rate", "fails"), [(1.0, True), (1e9, False)])
def test_rules_that_are_too_slow_fail_the_run(rate: float, fails: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    for family in (games.hexes.bench, games.plaques.bench, bench.rules):
        monkeypatch.setattr(family, "best_rate", lambda work, seconds: rate)
    monkeypatch.setattr(sys, "argv", ["bench", "hexes", "plaques", "rules"])
    missed = ""
    try:
        program.main()
    except SystemExit as end:
        missed = str(end.code)
    barred = [*QUICK["hexes"], *QUICK["plaques"], *map(rate_of, benches())]
    assert {line.split(" is ")[0] for line in missed.splitlines()} == ({*barred} if fails else set())


def test_a_family_that_fails_is_named_and_hides_no_other(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def failing(seconds: float) -> Iterator[Figure]:
        yield Figure("rules.first", 1, "1/s")
        raise ConnectionError("gone")

    monkeypatch.setattr(bench.rules, "figures", failing)
    monkeypatch.setattr(sys, "argv", ["bench", "rules", "timing", "--write", str(tmp_path / "page.md")])
    with pytest.raises(SystemExit, match=r"^rules failed: see above"):
        program.main()
    out, error = capsys.readouterr()
    assert "rules.first" in out and "timing.precision" in out and "ConnectionError: gone" in error
    assert "Not measured to the end, as they failed: rules." in (tmp_path / "page.md").read_text()


def test_an_unknown_family_is_named():
    done = run("chess")
    assert done.returncode == 2
    assert "There is no family chess. Choose from:" in done.stderr


@pytest.mark.parametrize("slug", GAMES)
def test_the_same_seed_plays_the_same_match(slug: str):
    assert decisions_of_match(GAMES[slug], RandomChance(7)) == decisions_of_match(GAMES[slug], RandomChance(7)) > 1
