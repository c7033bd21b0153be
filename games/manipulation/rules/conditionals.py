"""The conditional moves of Manipulation."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from engine import Conditionals, Fact, Pattern, Player, piecepack
from engine.language import mark
from games.manipulation.rules.actions import Bid, Force, Keep, ManipulationAction, Pass, Pull, Push, Replace, Try
from games.manipulation.rules.ending import agreement
from games.manipulation.rules.state import FULL_STOCK, in_code, with_tile
from games.manipulation.rules.view import ManipulationObservation


class ManipulationConditionals(Conditionals[ManipulationObservation, ManipulationAction]):
    """Conditional moves for turns, coins and the winner's decision."""

    kinds = MappingProxyType(
        {"turn": mark("When it is my turn"), "bid": mark("When I bid"), "decide": mark("When I win an auction")}
    )
    facts = MappingProxyType(
        {
            "helps": Fact(
                mark("the auctioned tile gives me a suit of my goal"),
                mark("the auctioned tile gives me no suit of my goal"),
            ),
            "hurts": Fact(
                mark("the auctioned tile costs me a suit of my goal"),
                mark("the auctioned tile costs me no suit of my goal"),
            ),
            "suits": Fact(mark("the code has {} suits of my goal")),
            "coins": Fact(mark("I have {} coins")),
            "best_coin": Fact(mark("my highest coin is {}")),
            "round": Fact(mark("the turn is {}")),
        }
    )
    patterns = MappingProxyType(
        {
            "highest": Pattern("bid", mark("my highest coin, but no more than {}")),
            "lowest": Pattern("bid", mark("my lowest coin")),
            "if_better": Pattern(
                "decide", mark("replace the tile if that brings the code nearer to my goal, else keep it")
            ),
            "push_helps": Pattern("turn", mark("push a tile that gives me a suit of my goal")),
            "pass_lowest": Pattern("turn", mark("pass with my lowest tile that is not in my goal")),
        }
    )
    finders = MappingProxyType(
        {
            "highest": lambda seen, player, legal, most: _highest(legal, most),
            "lowest": lambda seen, player, legal, number: legal[0],
            "if_better": lambda seen, player, legal, number: Replace() if _gain(seen, player) > 0 else Keep(),
            "push_helps": lambda seen, player, legal, number: _push(seen, player, legal),
            "pass_lowest": lambda seen, player, legal, number: _pass(seen, player, legal),
        }
    )

    def kind(self, seen: ManipulationObservation) -> str:
        """Return "turn", "bid" or "decide"."""
        if seen.auction is None:
            return "turn"
        return "bid" if seen.auction.winner is None else "decide"

    def values(self, seen: ManipulationObservation, player: Player) -> Mapping[str, int]:
        """Return the facts about the code, the auction and the player's coins."""
        goal, gain = seen.goals[player], _gain(seen, player)
        return {
            "helps": int(gain > 0),
            "hurts": int(gain < 0),
            "suits": agreement(goal, seen.code) if goal else 0,
            "coins": len(seen.stocks[player]),
            "best_coin": seen.stocks[player][-1],
            "round": seen.turn,
        }

    def ahead(self, seen: ManipulationObservation, player: Player) -> Mapping[str, Sequence[ManipulationAction]]:
        """Return turns with the tiles in hand, bids of the coins in stock, and both decisions."""
        hand = seen.hands[player] or ()
        turn: list[ManipulationAction] = [Pull()]
        turn += [of(tile) for of in (Push, Try, Pass) for tile in hand]
        turn += [Force(seat) for seat in range(seen.seats) if seat != player]
        coins = tuple(Bid(coin) for coin in FULL_STOCK if coin in seen.stocks[player])
        return {"turn": turn, "bid": coins, "decide": (Replace(), Keep())}


def _gain_of(seen: ManipulationObservation, player: Player, tile: str) -> int:
    """Return how many more suits of the goal the code would match with a tile."""
    goal = seen.goals[player]
    return agreement(goal, with_tile(seen.code, tile)) - agreement(goal, seen.code) if goal else 0


def _gain(seen: ManipulationObservation, player: Player) -> int:
    return _gain_of(seen, player, seen.auction.offered) if seen.auction else 0


def _highest(legal: Sequence[ManipulationAction], most: int) -> ManipulationAction | None:
    coins = [action for action in legal if isinstance(action, Bid) and action.coin <= most]
    return coins[-1] if coins else None


def _push(seen: ManipulationObservation, player: Player, legal: Sequence[ManipulationAction]) -> Push | None:
    pushes = [action for action in legal if isinstance(action, Push)]
    return next((action for action in pushes if _gain_of(seen, player, action.tile) > 0), None)


def _pass(seen: ManipulationObservation, player: Player, legal: Sequence[ManipulationAction]) -> Pass | None:
    """Pass with the lowest tile that is not needed for the goal."""
    goal = seen.goals[player] or ()
    passes = [action for action in legal if isinstance(action, Pass)]
    free = [action for action in passes if action.tile not in goal or in_code(seen.code, action.tile) == action.tile]
    return min(free, key=lambda action: piecepack.VALUE[action.tile], default=None)
