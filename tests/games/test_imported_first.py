"""Each module of a game's bots can be the first that a program imports."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BOTS = [
    ".".join(file.relative_to(ROOT).with_suffix("").parts)
    for place in ("games/*/bot.py", "games/*/bots/[!_]*.py", "examples/*/bot.py")
    for file in sorted(ROOT.glob(place))
]


@pytest.mark.parametrize("module", BOTS)
def test_bots_can_be_imported_first(module: str) -> None:
    subprocess.run([sys.executable, "-c", f"import {module}"], cwd=ROOT, check=True)
