"""The conditional moves of Plaque Auction."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from engine import Conditionals, Fact, Pattern, Player
from engine.language import mark
from games.plaques.rules.auction.actions import Add, AuctionAction, Bid, Pass, Pick
from games.plaques.rules.auction.view import AuctionObservation
from games.plaques.rules.pieces import DRAGONS
from games.plaques.rules.prospects import prospect
from games.plaques.rules.seats import round_from
from games.plaques.rules.words import add_words

MOST_ADDED = 12
"""The highest number of tokens a page offers in one bid."""


class AuctionConditionals(Conditionals[AuctionObservation, AuctionAction]):
    """Conditional moves for bids and picks."""

    kinds = MappingProxyType({"bid": mark("When I bid"), "pick": mark("When I pick")})
    facts = MappingProxyType(
        {
            "highest": Fact(mark("my bid is highest"), mark("my bid is not highest")),
            "first": Fact(
                mark("I would pick first as the bids stand"), mark("I would not pick first as the bids stand")
            ),
            "others": Fact(mark("the highest bid of another is {}")),
            "mine": Fact(mark("my bid is {}")),
            "tokens": Fact(mark("I have {} tokens left")),
            "rivals": Fact(mark("{} others have not passed")),
            "dragon": Fact(mark("a Dragon lies in the centre"), mark("no Dragon lies in the centre")),
            "pot": Fact(mark("the pot holds {} tokens")),
            "round": Fact(mark("the round of the hand is {}")),
            "hand": Fact(mark("the number of the hand is {}")),
        }
    )
    patterns = MappingProxyType(
        {
            "raise": Pattern("bid", mark("raise my bid by one, up to {}")),
            "lead": Pattern("bid", mark("bid just enough to pick first, up to {}")),
            "pass": Pattern("bid", mark("pass, or bid nothing")),
            "best": Pattern("pick", mark("whatever makes the most of my tableau")),
        }
    )
    finders = MappingProxyType(
        {
            "raise": lambda seen, player, legal, most: _bid(seen, player, seen.bids[player] + 1, most),
            "lead": lambda seen, player, legal, most: _bid(seen, player, _enough(seen, player), most),
            "pass": lambda seen, player, legal, most: legal[0],
            "best": lambda seen, player, legal, most: _best(seen, player, legal),
        }
    )

    def kind(self, seen: AuctionObservation) -> str:
        """Return "pick" or "bid" as the kind of decision."""
        return "pick" if seen.picking else "bid"

    def period(self, seen: AuctionObservation) -> str:
        """Return hand and round."""
        return f"{seen.hand}.{seen.round}"

    def values(self, seen: AuctionObservation, player: Player) -> Mapping[str, int]:
        """Return the facts about the bids, tokens and the centre."""
        others = max(bid for seat, bid in enumerate(seen.bids) if seat != player)
        return {
            "highest": int(seen.bids[player] > others),
            "first": int(player in seen.seated and seen.bids[player] >= _enough(seen, player)),
            "others": others,
            "mine": seen.bids[player],
            "tokens": seen.stocks[player],
            "rivals": sum(seat != player for seat in seen.bidding),
            "dragon": int(any(plaque in DRAGONS for plaque in seen.centre)),
            "pot": seen.pot,
            "round": seen.round,
            "hand": seen.hand,
        }

    def ahead(self, seen: AuctionObservation, player: Player) -> Mapping[str, Sequence[AuctionAction]]:
        """Return bids from the player's tokens, and picks of the plaques in the centre."""
        most = min(seen.stocks[player], MOST_ADDED)
        if seen.options.bidding == "sealed":
            bids: tuple[AuctionAction, ...] = tuple(Bid(tokens) for tokens in range(most + 1))
        else:
            bids = (Pass(), *(Add(tokens) for tokens in range(1, most + 1)))
        return {"bid": bids, "pick": tuple(Pick(plaque) for plaque in seen.centre)}

    def words(self, action: AuctionAction, seen: AuctionObservation) -> str:
        """Return the tokens added, not the resulting bid, which depends on when the move is made."""
        return add_words(action.tokens) if isinstance(action, Add) else ""


def _enough(seen: AuctionObservation, player: Player) -> int:
    """Return the player's lowest bid that would pick first as the other bids stand."""  # P7
    order = round_from(seen.seated, seen.first)
    mine = order.index(player)
    return max((seen.bids[seat] + (place < mine) for place, seat in enumerate(order) if seat != player), default=0)


def _bid(seen: AuctionObservation, player: Player, bid: int, most: int) -> AuctionAction | None:
    """Raise a bid to `bid`; return None if that exceeds `most` or adds nothing."""
    tokens = bid - seen.bids[player]
    if bid > most or tokens < 1:
        return None
    return Bid(tokens) if seen.options.bidding == "sealed" else Add(tokens)


def _best(seen: AuctionObservation, player: Player, legal: Sequence[AuctionAction]) -> AuctionAction:
    """Return the pick that makes the player's tableau most promising."""
    mine = seen.own + seen.taken[player]
    return max(legal, key=lambda action: prospect((*mine, action.plaque)) if isinstance(action, Pick) else 0)
