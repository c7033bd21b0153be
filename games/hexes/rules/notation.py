"""Positions of Hex Auction as rows: the board, the hexes drawn, then each seat's hand."""

from engine import Notation, Player, Row
from engine.language import say
from engine.words import points_words, tokens_words
from games.hexes.rules.view import HexObservation


class HexNotation(Notation[HexObservation]):
    """Write the board as `b` and its hexes, `PPPSSS 0,0,0; …` by q, r and rotation; a hex as `x` and its letters."""

    def rows(self, seen: HexObservation, *, over: bool) -> tuple[Row, ...]:
        """Return the rows; everything is public."""
        board = "; ".join(f"{laid.hex} {laid.q},{laid.r},{laid.rotation}" for laid in seen.board)
        drawn = Row(
            say("Drawn", context="row"),
            _hexes(seen.drawn),
            note=say("{tokens} in the pot", context="row", tokens=tokens_words(seen.pot)),
        )
        return (Row(say("The board"), (f"b{board}",)), drawn, *(_seat(seen, seat) for seat in range(seen.seats)))

    def scores(self, seen: HexObservation, end: HexObservation) -> tuple[int, ...]:
        """Return the points."""
        return seen.points


def _seat(seen: HexObservation, seat: Player) -> Row:
    points, tokens = points_words(seen.points[seat]), tokens_words(seen.tokens[seat])
    note = say("{points}, {tokens}", context="row", points=points, tokens=tokens)
    if seen.bids:
        note = say("{points}, {tokens}, bid {bid}", context="row", points=points, tokens=tokens, bid=seen.bids[seat])
    return Row("", _hexes(seen.hands[seat]), player=seat, note=note)


def _hexes(hexes: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"x{tile}" for tile in hexes)
