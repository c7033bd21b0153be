"""A file of what was played, so that a run can be interrupted, gone on with and widened: one line of JSON for a match.

A line names everything that decides a match, its source too. So what a bot played before it changed is left aside.
"""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from hashlib import sha256
from itertools import count, takewhile
from pathlib import Path
from typing import Any

from engine import AnyGame

ROOT = Path(__file__).resolve().parents[2]
SHARED = (
    *(f"engine/{name}.py" for name in ("bots", "chance", "game", "piecepack", "quick_chance", "selfplay")),
    "engine/search/*.py",
    "games/levels.py",
)
"""The source that decides matches of every game."""
Key = Mapping[str, Any]
"""What decides a match beside its number."""


class Kept:
    """Everything that a file holds, to read and to add to; without a file, what is added is only remembered."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._found: dict[str, dict[int, Any]] = defaultdict(dict)
        text = path.read_text() if path and path.exists() else ""
        # A line that was cut off, by a full disk for example, is played again.
        self._begin = "" if not text or text.endswith("\n") else "\n"
        for line in text.splitlines():
            try:
                of, number, found = json.loads(line).values()
            except ValueError:
                continue
            self._found[_text(of)][number] = found

    def of(self, key: Key) -> Sequence[Any]:
        """Return what was found under a key, up to the first number that is missing."""
        found = self._found[_text(key)]
        return [found[number] for number in takewhile(found.__contains__, count())]

    def add(self, key: Key, number: int, found: Any) -> None:
        """Write down what was found."""
        self._found[_text(key)][number] = found
        if self._path:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("a") as file:
                file.write(f"{self._begin}{json.dumps({'of': key, 'number': number, 'found': found})}\n")
            self._begin = ""


def _text(key: Key) -> str:
    return json.dumps(key, sort_keys=True)


def code_of(game: AnyGame) -> str:
    """Return a hash of the source that decides matches of a game."""
    room = type(game).__module__.partition(".rules")[0].replace(".", "/")
    digest = sha256()
    for file in sorted(file for place in (*SHARED, f"{room}/**/*.py") for file in ROOT.glob(place)):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]
