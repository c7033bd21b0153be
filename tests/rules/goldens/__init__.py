"""Playthroughs kept as text. Write them anew with `python -m tests.rules.goldens`, then read the difference."""

from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from games.rules.core.playthrough import playthrough
from games.rules.registry import GAMES

FOLDER = Path(__file__).parent


class Golden(NamedTuple):
    """One playthrough: its file is `<name>.txt`."""

    name: str
    slug: str
    players: int
    options: dict[str, Any]
    most_steps: int = 60


def _all() -> list[Golden]:
    """Read `goldens.json`: a list of playthroughs a game, in the registry's order."""
    listed: list[Golden] = []
    for path in sorted(FOLDER.glob("*.json")):
        listed += msgspec.json.decode(path.read_bytes(), type=list[Golden])
    return listed


GOLDENS = _all()


def text_of(golden: Golden) -> str:
    """Play a golden."""
    game = GAMES[golden.slug]
    options = msgspec.convert(golden.options, game.Options)
    return playthrough(game, golden.players, options, golden.name, golden.most_steps)


def path_of(golden: Golden) -> Path:
    """Where its text is kept."""
    return FOLDER / f"{golden.name}.txt"
