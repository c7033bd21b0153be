"""The matrix as a readable file: a line for each URL, method and state; a column for each role."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent


class Case(NamedTuple):
    """One line of the matrix."""

    route: str
    method: str
    state: str
    """The state of what it is about, or a dash; of a moderator's action, which one, and in which state."""


Line = tuple[Case, Sequence[str]]


def read(name: str, roles: Sequence[str]) -> dict[Case, list[str]]:
    """The lines of a file; its first names the roles."""
    first, *lines = (HERE / f"{name}.txt").read_text().splitlines()
    assert first.split()[4:] == list(roles), f"{name}.txt names other roles than the world has"
    rows = [line.split() for line in lines if line.strip()]
    return {Case(*row[:3]): row[3:] for row in rows}


def write(name: str, roles: Sequence[str], lines: Sequence[Line]) -> None:
    """Rewrite a file."""
    head = f"# {'address':<34} {'method':<6} {'state':<8} " + " ".join(f"{role:<9}" for role in roles)
    body = [
        f"{case.route:<36} {case.method:<6} {case.state:<8} " + " ".join(f"{word:<9}" for word in words)
        for case, words in lines
    ]
    (HERE / f"{name}.txt").write_text("\n".join(line.rstrip() for line in [head, *body]) + "\n")
