"""Positions of Manipulation as rows: the code, the auction, the discards, then each seat's tiles and coins."""

from engine import Notation, Player, Row
from engine.language import mark, say
from engine.notation import FACE_DOWN
from engine.piecepack import RANKS
from games.manipulation.rules.ending import agreement
from games.manipulation.rules.view import ManipulationObservation


class ManipulationNotation(Notation[ManipulationObservation]):
    """The rows of a match: the code has fixed places, coins follow the hands."""

    piecepack = True
    score_name = mark("suits matched")

    def rows(self, seen: ManipulationObservation, *, over: bool) -> tuple[Row, ...]:
        """Return the rows, with hands and goals as far as the viewer knows them."""
        offered = (f"t{seen.auction.offered}",) if seen.auction else ()
        common = (
            Row(say("The code", context="row"), _tiles(seen.code), fixed=True),
            Row(say("For auction", context="row"), offered),
            Row(
                say("Discards", context="row"),
                _tiles(seen.discards),
                note=say("{tiles} to draw", context="row", tiles=seen.pile_size),
            ),
        )
        return common + tuple(row for seat in range(seen.seats) for row in _seat(seen, seat))

    def scores(self, seen: ManipulationObservation, end: ManipulationObservation) -> tuple[int, ...]:
        """Return how many tiles of the code match each goal, which is open after the end."""
        return tuple(agreement(goal, seen.code) for goal in end.goals if goal is not None)


def _seat(seen: ManipulationObservation, seat: Player) -> tuple[Row, Row]:
    hand, goal = seen.hands[seat], seen.goals[seat]
    tiles = _tiles(hand) if hand is not None else (FACE_DOWN,) * seen.hand_sizes[seat]
    coins = tuple(f"c{RANKS[coin]}" for coin in seen.stocks[seat])
    note = say("goal {tiles}", context="row", tiles=" ".join(goal)) if goal else ""
    return Row("", tiles, player=seat, note=note), Row(say("Coins", context="row"), coins, player=seat)


def _tiles(tiles: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"t{tile}" for tile in tiles)
