"""`python -m bench` prints figures that programs can read."""

import json
import subprocess
import sys

import pytest

from bench.rules import decisions_of_match
from games.bots.chance import RandomChance
from games.rules.registry import GAMES
from tests.support.processes import ROOT


def bench(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "bench", *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )


def test_one_line_of_json_a_figure():
    done = bench("rules", "--seconds", "0.02")
    figures = [json.loads(line) for line in done.stdout.splitlines()]
    assert [figure["figure"] for figure in figures] == [
        f"rules.{slug}.decisions_per_s" for slug in (*GAMES, "goofspiel")
    ]
    assert all(figure["value"] > 0 and figure["unit"] == "1/s" for figure in figures)
    assert done.returncode == 0


def test_an_unknown_family_is_named():
    done = bench("chess")
    assert done.returncode == 2
    assert "There is no family chess. Choose from:" in done.stderr


@pytest.mark.parametrize("slug", GAMES)
def test_the_same_seed_plays_the_same_match(slug: str):
    assert decisions_of_match(GAMES[slug], RandomChance(7)) == decisions_of_match(GAMES[slug], RandomChance(7)) > 1
