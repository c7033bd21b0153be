"""What a viewer may know of a match of Plaque Auction, and what they can imagine of the rest."""

from games.rules.core import Chance, Observation, Player, shuffled
from games.rules.plaques.auction.hands import HIDDEN
from games.rules.plaques.auction.options import AuctionOptions
from games.rules.plaques.auction.state import AuctionState, Showdown
from games.rules.plaques.pieces import PLAQUES, Tableau
from games.rules.plaques.seats import dealt


class AuctionObservation(Observation, frozen=True):
    """All that lies open, and the viewer's own three plaques."""

    viewer: Player | None
    options: AuctionOptions
    seated: tuple[Player, ...]
    hands: int
    hand: int
    dealer: Player
    stocks: tuple[int, ...]
    pot: int
    own: Tableau
    """The viewer's hidden plaques; empty for a spectator, a player who is out, and at the end."""
    taken: tuple[Tableau, ...]
    pile_size: int
    round: int
    first: Player
    centre: Tableau
    bids: tuple[int, ...]
    bidding: tuple[Player, ...]
    picking: tuple[Player, ...]
    last: Showdown | None

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return not self.bidding and not self.picking


def observed(state: AuctionState, viewer: Player | None) -> AuctionObservation:
    """Take from a state what the viewer may know."""
    return AuctionObservation(
        viewer=viewer,
        options=state.options,
        seated=state.seated,
        hands=state.hands,
        hand=state.hand,
        dealer=state.dealer,
        stocks=state.stocks,
        pot=state.pot,
        own=() if viewer is None else state.hidden[viewer],
        taken=state.taken,
        pile_size=len(state.pile),
        round=state.round,
        first=state.first,
        centre=state.centre,
        bids=state.bids,
        bidding=state.bidding,
        picking=state.picking,
        last=state.last,
    )


def imagined(seen: AuctionObservation, player: Player, chance: Chance) -> AuctionState:
    """Deal the plaques that the player has not seen: to the other hands, the rest to the pile."""
    players = len(seen.stocks)
    others = () if seen.over else tuple(seat for seat in seen.seated if seat != player)
    unseen = () if seen.over else shuffled(chance, _unseen(seen))
    hidden = dealt(unseen, players, others, HIDDEN)
    return AuctionState(
        options=seen.options,
        seated=seen.seated,
        hands=seen.hands,
        hand=seen.hand,
        dealer=seen.dealer,
        stocks=seen.stocks,
        pot=seen.pot,
        hidden=(*hidden[:player], seen.own, *hidden[player + 1 :]),
        taken=seen.taken,
        pile=unseen[HIDDEN * len(others) :],
        round=seen.round,
        first=seen.first,
        centre=seen.centre,
        bids=seen.bids,
        bidding=seen.bidding,
        picking=seen.picking,
        last=seen.last,
    )


def _unseen(seen: AuctionObservation) -> list[str]:
    """List the plaques of which the viewer does not know where they lie."""
    known = {*seen.own, *seen.centre, *(plaque for tableau in seen.taken for plaque in tableau)}
    return [plaque for plaque in PLAQUES if plaque not in known]
