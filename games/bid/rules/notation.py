"""Positions of Bid! as rows: the dice, then one row for each seat."""

from engine import Notation, Player, Row
from engine.language import say
from engine.notation import FACE_DOWN
from engine.piecepack import SUITS, TILES
from engine.words import coins_words, points_words
from games.bid.rules.view import BidObservation

HAND = 6


class BidNotation(Notation[BidObservation]):
    """The rows of a match: the four dice, then each seat's tiles and pawn."""

    piecepack = True

    def rows(self, seen: BidObservation, *, over: bool) -> tuple[Row, ...]:
        """Return the rows; where every tile lies could be deduced but is shown only at the end (B9)."""
        dice = tuple(f"d{face}" for face in seen.dice)
        seats = (_seat(seen, seat, over) for seat in range(len(seen.scores)))
        return (Row(say("Dice", context="row"), dice, fixed=True), *seats)

    def scores(self, seen: BidObservation, end: BidObservation) -> tuple[int, ...]:
        """Return the points."""
        return seen.scores


def _seat(seen: BidObservation, seat: Player, over: bool) -> Row:
    pawn = (f"p{SUITS[seat]}",) if seen.pawns[seat] else ()
    score = points_words(seen.scores[seat])
    held = coins_words(seen.coins[seat])
    note = say("{points}, {coins}", context="row", points=score, coins=held)
    bid = seen.bids[seat]
    if bid:
        note = say("{points}, {coins}, bid {tiles}", points=score, coins=held, tiles=" ".join(bid))
    return Row("", (*_hand(seen, seat, over), *pawn), player=seat, note=note)


def _hand(seen: BidObservation, seat: Player, over: bool) -> tuple[str, ...]:
    held = tuple(tile for tile, holder in zip(TILES, seen.whereabouts, strict=True) if holder == seat)
    known = over or seen.hands_shown[seat] is not None or held == seen.hand
    return tuple(f"t{tile}" for tile in held) if known else (FACE_DOWN,) * HAND
