"""Playthroughs kept as text, in `goldens/` of each game's tests.

Write them again with `python -m tests.engine.goldens`, then read the difference.
"""

from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from engine.playthrough import playthrough
from games.registry import GAMES
from tests.support.processes import ROOT


class Listed(NamedTuple):
    """One playthrough as `goldens.json` has it."""

    name: str
    slug: str
    players: int
    options: dict[str, Any]
    most_steps: int = 60


class Golden(NamedTuple):
    """One playthrough and the file of its text."""

    listed: Listed
    path: Path

    @property
    def slug(self) -> str:
        """The game that is played."""
        return self.listed.slug

    def text(self) -> str:
        """Play it."""
        name, slug, players, options, most_steps = self.listed
        game = GAMES[slug]
        return playthrough(game, players, msgspec.convert(options, game.Options), name, most_steps)


def _all() -> list[Golden]:
    """Read `goldens.json` of every game's tests."""
    return [
        Golden(listed, path.parent / f"{listed.name}.txt")
        for path in sorted((ROOT / "tests/games").glob("*/goldens/goldens.json"))
        for listed in msgspec.json.decode(path.read_bytes(), type=list[Listed])
    ]


GOLDENS = _all()

if __name__ == "__main__":
    for golden in GOLDENS:
        golden.path.write_text(golden.text())
        print(golden.path.relative_to(ROOT))
