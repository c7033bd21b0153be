"""Positions of TP5 as rows: the centre, then each seat's row, with every tile at its place."""

from engine import Notation, Player, Row
from engine.language import say
from engine.notation import FACE_DOWN
from engine.words import points_words
from games.tp5.rules.state import ROW
from games.tp5.rules.view import Tp5Observation


class Tp5Notation(Notation[Tp5Observation]):
    """The rows of a match: tiles at their places, identifiers as marks."""

    piecepack = True

    def rows(self, seen: Tp5Observation, *, over: bool) -> tuple[Row, ...]:
        """Return the centre and the rows as the viewer sees them."""
        middle = ROW * seen.players
        rolled = say("the die shows {die}", context="row", die=seen.die) if seen.die else ""
        centre = _row(seen, middle, len(seen.tiles), say("The centre"), None, rolled)
        seats = (_seat(seen, seat) for seat in range(seen.players))
        return (centre, *seats)

    def scores(self, seen: Tp5Observation, end: Tp5Observation) -> tuple[int, ...]:
        """Return the points."""
        return seen.points


def _seat(seen: Tp5Observation, seat: Player) -> Row:
    note = points_words(seen.points[seat])
    return _row(seen, ROW * seat, ROW * seat + ROW, "", seat, note)


def _row(seen: Tp5Observation, first: int, end: int, label: str, seat: Player | None, note: str) -> Row:
    """Return the tiles of consecutive places; there are none before the deal."""
    tiles = tuple(FACE_DOWN if tile is None else f"t{tile}" for tile in seen.tiles[first:end])
    return Row(label, tiles, player=seat, note=note, fixed=True, marks=seen.claims[first:end])
