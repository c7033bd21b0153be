"""What happened at a table beside the game, in words for one reader."""

from collections.abc import Callable
from typing import Any

from games.rules.core import Player

Words = Callable[[str, dict[str, Any]], str]
"""From what the seat's player is called and the data, a sentence."""

SENTENCES: dict[str, Words] = {
    "paused": lambda who, data: "The match was paused.",
    "resumed": lambda who, data: "The match went on.",
    "stood_in": lambda who, data: f"A bot holds the seat of {who}.",
    "stopped": lambda who, data: "The match was stopped at the deadline of its round, without a result.",
    "took_back": lambda who, data: f"{who} took the seat back.",
}


def sentence_of(kind: str, seat: Player | None, data: dict[str, Any], who: Callable[[Player], str]) -> str:
    """Put a happening into words; `who` names a seat's player as the reader calls them."""
    said = SENTENCES[kind]("" if seat is None else who(seat), data)
    return said[0].upper() + said[1:]
