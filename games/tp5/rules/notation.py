"""Positions of TP5 as rows: the centre, then the row of each seat, every tile in its place."""

from games.rules.core import Notation, Player, Row
from games.rules.core.notation import FACE_DOWN, number_of
from games.rules.tp5.state import ROW
from games.rules.tp5.view import Tp5Observation


class Tp5Notation(Notation[Tp5Observation]):
    """Tiles in their places; identifiers are marks, and what was said stands in the comments."""

    piecepack = True

    def rows(self, seen: Tp5Observation, *, over: bool) -> tuple[Row, ...]:
        """Write the centre and the rows as the reader sees them."""
        middle = ROW * seen.players
        rolled = f"the die shows {seen.die}" if seen.die else ""
        centre = _row(seen, middle, len(seen.tiles), "The centre", None, rolled)
        seats = (_seat(seen, seat) for seat in range(seen.players))
        return (centre, *seats)


def _seat(seen: Tp5Observation, seat: Player) -> Row:
    note = number_of(seen.points[seat], "point")
    return _row(seen, ROW * seat, ROW * seat + ROW, "", seat, note)


def _row(seen: Tp5Observation, first: int, end: int, label: str, seat: Player | None, note: str) -> Row:
    """The tiles of some places; there are none before the deal."""
    tiles = tuple(FACE_DOWN if tile is None else f"t{tile}" for tile in seen.tiles[first:end])
    return Row(label, tiles, player=seat, note=note, fixed=True, marks=seen.claims[first:end])
