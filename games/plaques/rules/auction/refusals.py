"""Why an action is refused in Plaque Auction."""

from engine import Player
from games.plaques.rules.auction.actions import Add, AuctionAction, Bid, Pass, Pick
from games.plaques.rules.auction.state import AuctionState
from games.plaques.rules.words import number_of

Refusal = tuple[str, str]
"""A code and a sentence."""

_BIDDING_IS_OVER = ("bidding_is_over", "The bidding of this round is over. Pick a plaque from the centre.")
_BIDDING_IS_ON = ("bidding_is_on", "The bidding of this round is still on. Bid before you pick.")
_NOT_IN_CENTRE = ("not_in_centre", "This plaque does not lie in the centre. Pick one that does.")
_TOO_LOW = ("too_low", "This is too low for a bid. Put in more tokens, or pass.")
_OTHER_BIDDING = {
    True: ("bids_are_sealed", "This match has sealed bids. Answer with one bid, from nothing to all of your tokens."),
    False: ("bids_are_open", "This match has open bidding. Add tokens to your bid, or pass."),
}


def refused_pick(state: AuctionState, action: AuctionAction) -> Refusal | None:
    """Return the reason why the player who picks may not take this action, or None if they may."""
    if not isinstance(action, Pick):
        return _BIDDING_IS_OVER
    return None if action.plaque in state.centre else _NOT_IN_CENTRE


def refused_bid(state: AuctionState, player: Player, action: AuctionAction) -> Refusal | None:
    """Return the reason why a bidder may not take this action, or None if they may."""
    if isinstance(action, Pick):
        return _BIDDING_IS_ON
    sealed = state.options.bidding == "sealed"
    if isinstance(action, Bid) != sealed:
        return _OTHER_BIDDING[sealed]
    if isinstance(action, Pass):
        return None
    stock = state.stocks[player]
    if action.tokens > stock:
        return "too_few_tokens", f"You have {number_of(stock, 'token')} left. Put in {stock} or fewer."
    return _TOO_LOW if action.tokens < isinstance(action, Add) else None
