"""What a viewer may know of a match of Plaque Auction, and states consistent with it."""

from engine import Chance, Observation, Player, shuffled
from games.plaques.rules.auction.hands import HIDDEN
from games.plaques.rules.auction.options import AuctionOptions
from games.plaques.rules.auction.state import AuctionState, Showdown
from games.plaques.rules.pieces import PLAQUES, Tableau
from games.plaques.rules.seats import dealt


class AuctionObservation(Observation, frozen=True):
    """All public information, and the viewer's own three plaques."""

    viewer: Player | None
    options: AuctionOptions
    seated: tuple[Player, ...]
    """The players still in, in seat order."""
    hands: int
    hand: int
    dealer: Player
    stocks: tuple[int, ...]
    """The tokens of each seat that are neither bid nor in the pot."""
    pot: int
    own: Tableau
    """The viewer's hidden plaques; empty for a spectator, a player who is out, and at the end."""
    taken: tuple[Tableau, ...]
    """The plaques that each seat took from the centre."""
    pile_size: int
    """How many plaques are not turned up yet."""
    round: int
    first: Player
    """The first player of this round."""
    centre: Tableau
    """The plaques up for auction."""
    bids: tuple[int, ...]
    """The bid of each seat in this round."""
    bidding: tuple[Player, ...]
    """The players who have not passed, next one first; in sealed bidding, those who owe a bid."""
    picking: tuple[Player, ...]
    """The players who have yet to pick, in order; empty while bidding."""
    last: Showdown | None

    @property
    def over(self) -> bool:
        """True if the match has ended."""
        return not self.bidding and not self.picking


def observe(state: AuctionState, viewer: Player | None) -> AuctionObservation:
    """Return the viewer's observation of a state."""
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


def imagine(seen: AuctionObservation, player: Player, chance: Chance) -> AuctionState:
    """Draw a state consistent with the observation: unseen plaques go to the other hands and the pile."""
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
    """Return the plaques whose place the viewer does not know."""
    known = {*seen.own, *seen.centre, *(plaque for tableau in seen.taken for plaque in tableau)}
    return [plaque for plaque in PLAQUES if plaque not in known]
