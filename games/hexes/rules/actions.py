"""The actions players may take."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Annotated

from msgspec import Meta

from engine import Action, IllegalAction
from engine.language import say
from games.hexes.rules.board import Cell
from games.hexes.rules.tiles import EDGES, HEXES, ROTATIONS, smallest_rotation

Coordinate = Annotated[int, Meta(ge=-99, le=99)]
"""The limits of a coordinate: a board of 84 hexes reaches no further."""


class Bid(Action, frozen=True, tag="bid"):
    """Bid tokens for the order of play."""

    tokens: Annotated[int, Meta(ge=0)]


class Take(Action, frozen=True, tag="take"):
    """Take one of the hexes drawn this turn."""

    hex: str


class Place(Action, frozen=True, tag="place"):
    """Lay a hex from the hand on an open cell, turned clockwise by `rotation` times 60 degrees."""

    hex: str
    q: Coordinate
    r: Coordinate
    rotation: Annotated[int, Meta(ge=0, le=5)]


class Finish(Action, frozen=True, tag="finish"):
    """Lay no more hexes this turn."""


HexAction = Bid | Take | Place | Finish

FINISH = Finish()
TAKES = {tile: Take(tile) for tile in HEXES}


@lru_cache(maxsize=128)
def bids_up_to(tokens: int) -> tuple[Bid, ...]:
    """Return every bid up to this number of tokens, lowest first."""
    return tuple(Bid(bid) for bid in range(tokens + 1))


@lru_cache(maxsize=65536)
def placements(tile: str, cell: Cell) -> tuple[Place, ...]:
    """Return every visibly different way to lay a hex on a cell."""
    return tuple([Place(tile, *cell, rotation) for rotation in ROTATIONS[tile]])


def place_of_fields(fields: Mapping[str, Sequence[str]]) -> dict[str, object]:
    """Build a placement, as JSON would hold it, from the form fields `hex`, `cell` ("2,-1") and `rotation`.

    Raises `IllegalAction` if a field is missing or malformed.
    """
    try:
        tile, rotation = _only(fields, "hex"), int(_only(fields, "rotation"))
        q, r = (int(number) for number in _only(fields, "cell").split(","))
    except ValueError as error:
        raise IllegalAction(
            "answer_missing", say("Choose a hex of your hand, an open cell and how the hex is turned.")
        ) from error
    if tile in ROTATIONS and rotation in EDGES:
        rotation = smallest_rotation(tile, rotation)  # H13
    return {"act": "place", "hex": tile, "q": q, "r": r, "rotation": rotation}


def _only(fields: Mapping[str, Sequence[str]], name: str) -> str:
    (text,) = fields.get(name, ())
    return text
