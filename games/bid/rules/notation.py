"""Positions of Bid! as rows: the dice, then a row for each seat."""

from games.rules.bid.view import BidObservation
from games.rules.core import Notation, Player, Row
from games.rules.core.notation import FACE_DOWN, number_of
from games.rules.piecepack import SUITS, TILES

HAND = 6


class BidNotation(Notation[BidObservation]):
    """The four dice; each seat's tiles and pawn."""

    piecepack = True

    def rows(self, seen: BidObservation, *, over: bool) -> tuple[Row, ...]:
        """Write the dice and the seats; where every tile lies could be worked out, but is kept for the end (B9)."""
        dice = tuple(f"d{face}" for face in seen.dice)
        return (Row("Dice", dice, fixed=True), *(_seat(seen, seat, over) for seat in range(len(seen.scores))))


def _seat(seen: BidObservation, seat: Player, over: bool) -> Row:
    pawn = (f"p{SUITS[seat]}",) if seen.pawns[seat] else ()
    note = f"{number_of(seen.scores[seat], 'point')}, {number_of(seen.coins[seat], 'coin')}"
    bid = seen.bids[seat]
    if bid:
        note += f", bid {' '.join(bid)}"
    return Row("", (*_hand(seen, seat, over), *pawn), player=seat, note=note)


def _hand(seen: BidObservation, seat: Player, over: bool) -> tuple[str, ...]:
    held = tuple(tile for tile, holder in zip(TILES, seen.whereabouts, strict=True) if holder == seat)
    known = over or seen.hands_shown[seat] is not None or held == seen.hand
    return tuple(f"t{tile}" for tile in held) if known else (FACE_DOWN,) * HAND
