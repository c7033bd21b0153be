"""Why an action is refused in Plaque Auction."""

from engine import Player
from engine.language import mark, plural, say
from games.plaques.rules.auction.actions import Add, AuctionAction, Bid, Pass, Pick
from games.plaques.rules.auction.state import AuctionState

Refusal = tuple[str, str]
"""A code and a sentence."""

_BIDDING_IS_OVER = ("bidding_is_over", mark("The bidding of this round is over. Pick a plaque from the centre."))
_BIDDING_IS_ON = ("bidding_is_on", mark("The bidding of this round is still on. Bid before you pick."))
_NOT_IN_CENTRE = ("not_in_centre", mark("This plaque does not lie in the centre. Pick one that does."))
_TOO_LOW = ("too_low", mark("This is too low for a bid. Put in more tokens, or pass."))
_OTHER_BIDDING = {
    True: (
        "bids_are_sealed",
        mark("This match has sealed bids. Answer with one bid, from nothing to all of your tokens."),
    ),
    False: ("bids_are_open", mark("This match has open bidding. Add tokens to your bid, or pass.")),
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
        return "too_few_tokens", _too_few(stock)
    return _TOO_LOW if action.tokens < isinstance(action, Add) else None


def _too_few(stock: int) -> str:
    if not stock:
        return say("You have no tokens left. Put in 0 or fewer.")
    return plural(
        stock,
        "You have {count} token left. Put in {count} or fewer.",
        "You have {count} tokens left. Put in {count} or fewer.",
    )
