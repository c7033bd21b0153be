"""Positions of Hex Auction as rows: the board, the hexes drawn, then each seat's hand."""

from engine import Notation, Player, Row
from engine.words import counted
from games.hexes.rules.view import HexObservation


class HexNotation(Notation[HexObservation]):
    """Write the board as `b` and its hexes, `PPPSSS 0,0,0; …` by q, r and rotation; a hex as `x` and its letters."""

    def rows(self, seen: HexObservation, *, over: bool) -> tuple[Row, ...]:
        """Return the rows; everything is public."""
        board = "; ".join(f"{laid.hex} {laid.q},{laid.r},{laid.rotation}" for laid in seen.board)
        drawn = Row("Drawn", _hexes(seen.drawn), note=f"{counted(seen.pot, 'token')} in the pot")
        return (Row("The board", (f"b{board}",)), drawn, *(_seat(seen, seat) for seat in range(seen.seats)))

    def scores(self, seen: HexObservation, end: HexObservation) -> tuple[int, ...]:
        """Return the points."""
        return seen.points


def _seat(seen: HexObservation, seat: Player) -> Row:
    note = f"{counted(seen.points[seat], 'point')}, {counted(seen.tokens[seat], 'token')}"
    if seen.bids:
        note += f", bid {seen.bids[seat]}"
    return Row("", _hexes(seen.hands[seat]), player=seat, note=note)


def _hexes(hexes: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"x{tile}" for tile in hexes)
