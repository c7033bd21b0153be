"""What players of Plaque Auction may plan by."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from games.rules.core import Fact, Pattern, Planning, Player
from games.rules.plaques.auction.actions import Add, AuctionAction, Bid, Pass, Pick
from games.rules.plaques.auction.view import AuctionObservation
from games.rules.plaques.pieces import DRAGONS
from games.rules.plaques.prospects import prospect
from games.rules.plaques.seats import round_from
from games.rules.plaques.words import number_of

MOST_ADDED = 12
"""How many tokens at once a page offers to plan with."""


class AuctionPlanning(Planning[AuctionObservation, AuctionAction]):
    """Orders about bids and picks."""

    kinds = MappingProxyType({"bid": "When I bid", "pick": "When I pick"})
    facts = MappingProxyType(
        {
            "highest": Fact("my bid is highest", "my bid is not highest"),
            "first": Fact("I would pick first as the bids stand", "I would not pick first as the bids stand"),
            "others": Fact("the highest bid of another is {}"),
            "mine": Fact("my bid is {}"),
            "tokens": Fact("I have {} tokens left"),
            "rivals": Fact("{} others have not passed"),
            "dragon": Fact("a Dragon lies in the centre", "no Dragon lies in the centre"),
            "pot": Fact("the pot holds {} tokens"),
            "round": Fact("the round of the hand is {}"),
            "hand": Fact("the number of the hand is {}"),
        }
    )
    patterns = MappingProxyType(
        {
            "raise": Pattern("bid", "raise my bid by one, up to {}"),
            "lead": Pattern("bid", "bid just enough to pick first, up to {}"),
            "pass": Pattern("bid", "pass, or bid nothing"),
            "best": Pattern("pick", "whatever makes the most of my tableau"),
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
        """Picking or bidding."""
        return "pick" if seen.picking else "bid"

    def period(self, seen: AuctionObservation) -> str:
        """Hand and round."""
        return f"{seen.hand}.{seen.round}"

    def values(self, seen: AuctionObservation, player: Player) -> Mapping[str, int]:
        """How the bids stand, and what lies in the centre."""
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
        """Bids from my tokens, and the plaques of the centre."""
        most = min(seen.stocks[player], MOST_ADDED)
        if seen.options.bidding == "sealed":
            bids: tuple[AuctionAction, ...] = tuple(Bid(tokens) for tokens in range(most + 1))
        else:
            bids = (Pass(), *(Add(tokens) for tokens in range(1, most + 1)))
        return {"bid": bids, "pick": tuple(Pick(plaque) for plaque in seen.centre)}

    def words(self, action: AuctionAction, seen: AuctionObservation) -> str:
        """What is added, without the bid that it makes: that depends on when."""
        return f"Add {number_of(action.tokens, 'token')}" if isinstance(action, Add) else ""


def _enough(seen: AuctionObservation, player: Player) -> int:
    """The lowest bid of a player that would pick first as the others' bids stand."""  # P7
    order = round_from(seen.seated, seen.first)
    mine = order.index(player)
    return max((seen.bids[seat] + (place < mine) for place, seat in enumerate(order) if seat != player), default=0)


def _bid(seen: AuctionObservation, player: Player, bid: int, most: int) -> AuctionAction | None:
    """Bring a bid up to `bid`, unless that is more than `most` or takes nothing."""
    tokens = bid - seen.bids[player]
    if bid > most or tokens < 1:
        return None
    return Bid(tokens) if seen.options.bidding == "sealed" else Add(tokens)


def _best(seen: AuctionObservation, player: Player, legal: Sequence[AuctionAction]) -> AuctionAction:
    """The pick after which the own tableau promises most."""
    mine = seen.own + seen.taken[player]
    return max(legal, key=lambda action: prospect((*mine, action.plaque)) if isinstance(action, Pick) else 0)
