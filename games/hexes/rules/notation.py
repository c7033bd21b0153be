"""Positions of Hex Auction as rows: the board, the hexes drawn, then the hand of each seat."""

from games.rules.core import Notation, Player, Row
from games.rules.core.notation import number_of
from games.rules.hexes.view import HexObservation


class HexNotation(Notation[HexObservation]):
    """`b` and the hexes as they lie, `PPPSSS 0,0,0; …` by q, r and rotation, is the board; `x` and letters is a hex."""

    def rows(self, seen: HexObservation, *, over: bool) -> tuple[Row, ...]:
        """Write the table, all of which lies open."""
        board = "; ".join(f"{laid.hex} {laid.q},{laid.r},{laid.rotation}" for laid in seen.board)
        drawn = Row("Drawn", _hexes(seen.drawn), note=f"{number_of(seen.pot, 'token')} in the pot")
        return (Row("The board", (f"b{board}",)), drawn, *(_seat(seen, seat) for seat in range(seen.seats)))


def _seat(seen: HexObservation, seat: Player) -> Row:
    note = f"{number_of(seen.points[seat], 'point')}, {number_of(seen.tokens[seat], 'token')}"
    if seen.bids:
        note += f", bid {seen.bids[seat]}"
    return Row("", _hexes(seen.hands[seat]), player=seat, note=note)


def _hexes(hexes: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"x{tile}" for tile in hexes)
