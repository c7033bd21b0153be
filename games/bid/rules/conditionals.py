"""The conditional moves of *Bid!*."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from engine import Conditionals, Fact, Pattern, Player
from engine.language import mark
from engine.piecepack import SUITS, VALUE
from games.bid.rules.actions import Bid, BidAction, LetStand, Reroll, RerollDie
from games.bid.rules.auction import bids_of, coin_bids_of
from games.bid.rules.view import BidObservation


class BidConditionals(Conditionals[BidObservation, BidAction]):
    """Conditional moves for rerolls, the auction and its ties."""

    kinds = MappingProxyType(
        {
            "reroll": mark("When I am asked about the dice"),
            "bid": mark("When I bid"),
            "tie_break": mark("When I can break a tie"),
        }
    )
    facts = MappingProxyType(
        {
            "ace_S": Fact(mark("an Ace of Suns shows"), mark("no Ace of Suns shows")),
            "ace_M": Fact(mark("an Ace of Moons shows"), mark("no Ace of Moons shows")),
            "ace_C": Fact(mark("an Ace of Crowns shows"), mark("no Ace of Crowns shows")),
            "ace_A": Fact(mark("an Ace of Arms shows"), mark("no Ace of Arms shows")),
            "prize": Fact(mark("the prize is {} points")),
            "threat": Fact(
                mark("the prize would bring another to the target"), mark("the prize brings no other to the target")
            ),
            "coins": Fact(mark("I have {} coins")),
            **Conditionals.facts,
        }
    )
    patterns = MappingProxyType(
        {
            "lowest": Pattern("bid", mark("my lowest bid")),
            "highest": Pattern("bid", mark("my highest bid")),
            "enough": Pattern("bid", mark("my lowest bid worth {} or more")),
        }
    )
    finders = MappingProxyType(
        {
            "lowest": lambda seen, player, legal, number: min(legal, key=worth),
            "highest": lambda seen, player, legal, number: max(legal, key=worth),
            "enough": lambda seen, player, legal, number: _enough(legal, number),
        }
    )

    def kind(self, seen: BidObservation) -> str:
        """Return the phase."""
        return seen.phase

    def values(self, seen: BidObservation, player: Player) -> Mapping[str, int]:
        """Return the facts about the dice and the scores."""
        others = [score for seat, score in enumerate(seen.scores) if seat != player]
        return {
            **self.common(seen, player),
            **{f"ace_{face[0]}": int(face[1] == "a") for face in seen.dice},
            "prize": seen.points,
            "threat": int(max(others) + seen.points >= seen.target),
            "coins": seen.coins[player],
        }

    def ahead(self, seen: BidObservation, player: Player) -> Mapping[str, Sequence[BidAction]]:
        """Return bids of single tiles, the answers about the dice, and bids of coins."""
        pay: tuple[BidAction, ...] = (
            tuple(RerollDie(suit) for suit in SUITS) if seen.options.reroll == "coins" else (Reroll(),)
        )
        return {
            "reroll": (LetStand(), *pay),
            "bid": bids_of(seen.hand, False) if seen.hand else (),
            "tie_break": coin_bids_of(seen.coins[player]),
        }


def worth(action: BidAction) -> int:
    """Return the sum of a bid's tiles."""
    return sum(VALUE[tile] for tile in action.tiles) if isinstance(action, Bid) else 0


def _enough(legal: Sequence[BidAction], number: int) -> BidAction | None:
    return min((action for action in legal if worth(action) >= number), key=worth, default=None)
