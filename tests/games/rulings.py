"""Writes in each game's README where its rulings are implemented: `python -m tests.games.rulings`.

The table is made of the numbers that the code cites, such as `# B6` or `(B6)`.
"""

import re
from importlib import import_module
from pathlib import Path

from engine import AnyGame
from games.registry import BOX
from tests.support.processes import ROOT

APPS = (*BOX, "examples.goofspiel")
TITLE = "## Rulings"
TABLE = re.compile(rf"^{TITLE}\n.*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)


def folder_of(app: str) -> Path:
    """Where a game lies."""
    return ROOT / app.replace(".", "/")


def games_of(app: str) -> tuple[AnyGame, ...]:
    """The games of a folder."""
    games: tuple[AnyGame, ...] = import_module(f"{app}.rules").GAMES
    return games


def numbers_of(app: str) -> list[str]:
    """The numbers of all rulings of a folder, in the order of their games' rules pages."""
    return list(dict.fromkeys(ruling.number for game in games_of(app) for ruling in game.rulings))


def citing(app: str, number: str) -> list[str]:
    """The files of a game that cite a ruling, by their paths in its folder."""
    folder = folder_of(app)
    paths = [path for path in sorted(folder.rglob("*.py")) if path.name != "rulings.py"]
    cited = re.compile(rf"(\(|# )[^()\n]*\b{number}\b")
    return [str(path.relative_to(folder)) for path in paths if cited.search(path.read_text())]


def table_of(app: str) -> str:
    """The part of the README about rulings."""
    rows = [f"| {number} | {', '.join(f'`{path}`' for path in citing(app, number))} |" for number in numbers_of(app)]
    head = f"{TITLE}\n\nTheir text is in [`rules/rulings.py`](rules/rulings.py).\n\n| Ruling | Where |\n| --- | --- |\n"
    return head + "\n".join(rows) + "\n\n"


def rewritten(app: str) -> str:
    """The README with a table of now."""
    text = (folder_of(app) / "README.md").read_text()
    return TABLE.sub(lambda _: table_of(app), text).rstrip() + "\n"


if __name__ == "__main__":
    for app in APPS:
        (folder_of(app) / "README.md").write_text(rewritten(app))
