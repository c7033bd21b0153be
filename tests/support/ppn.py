"""A reader of Portable Piecepack Notation: as much of the notation as this site writes, and nothing more."""

import re
from dataclasses import dataclass
from typing import Any

import yaml

Square = tuple[int, int]
"""Column and row, from 1."""

TOKEN = re.compile(r"\{[^{}]*\}|\S+")
NUMBER = re.compile(r"(?P<step>\d+)\.((?P<part>[1-9]\d*)\.)?")
COMMENT = re.compile(r"\{[^{}]*\}")
PLACE = r"(?P<{0}>[a-z]{{1,2}}[1-9][0-9]?)"
PIECE = r"(?P<piece>t([SMCA][na2-5])?|d[SMCA][na2-5]|c[na2-5]|p[SMCA])"
MOVES = {
    "drop": re.compile(PIECE + "@" + PLACE.format("to")),
    "move": re.compile(PLACE.format("at") + "-" + PLACE.format("to")),
    "turn": re.compile(PLACE.format("at") + "=" + PIECE),
    "remove": re.compile(r"\*" + PLACE.format("at")),
}


@dataclass
class Written:
    """A match that was read: its header, and each entry, counted from 0, with what lay where and what was said."""

    header: dict[str, Any]
    places: list[str]
    """What each entry is called: "12", or "12.1" for what a moderator did after that step."""
    tables: dict[int, dict[Square, str]]
    comments: dict[int, list[str]]


def read_ppn(text: str) -> Written:
    """Read one match. Raises `ValueError` for anything that is not of the notation."""
    lines = text.splitlines()
    if lines[0] != "---" or [line for line in lines if line.startswith("---")] != ["---"]:
        raise ValueError("One match begins with one line of three hyphens.")
    end = lines.index("...")
    if [line for line in lines if line.startswith("...")] != ["..."]:
        raise ValueError("The header ends once.")
    header = yaml.safe_load("\n".join(lines[:end]))
    found = Written(header, [], {}, {})
    table: dict[Square, str] = {}
    for token in TOKEN.findall(" ".join(lines[end + 1 :])):
        if NUMBER.fullmatch(token):
            found.places.append(_place(token, found.places))
            found.comments[len(found.places) - 1] = []
        elif COMMENT.fullmatch(token):
            found.comments[len(found.places) - 1].append(token[1:-1])
        else:
            _move(table, token)
        found.tables[len(found.places) - 1] = dict(table)
    return found


def _place(token: str, before: list[str]) -> str:
    """The place that a number names. Raises `ValueError` unless it comes next."""
    step, _, part = (before[-1] if before else "-1").partition(".")
    if token not in (f"{int(step) + 1}.", f"{step}.{int(part or 0) + 1}."):
        raise ValueError(f"After {before[-1:]} comes {token}")
    return token.removesuffix(".")


def _move(table: dict[Square, str], token: str) -> None:
    """Carry one move out."""
    kind, move = next(((kind, move) for kind, form in MOVES.items() if (move := form.fullmatch(token))), ("", None))
    if move is None:
        raise ValueError(f"No move is written {token}")
    at = _square(move["at"]) if kind != "drop" else None
    piece = move["piece"] if kind in ("drop", "turn") else table[at]  # type: ignore[index]
    if at is not None:
        del table[at]
    if kind != "remove":
        to = at if kind == "turn" else _square(move["to"])
        if to is None or to in table:
            raise ValueError(f"Two pieces would lie on one square: {token}")
        table[to] = piece


def _square(name: str) -> Square:
    letters = name.rstrip("0123456789")
    column = 0
    for letter in letters:
        column = 26 * column + ord(letter) - ord("a") + 1
    return column, int(name[len(letters) :])
