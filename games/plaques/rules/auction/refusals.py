"""Why an action is refused in Plaque Auction."""

from engine import IllegalAction, Player
from engine.language import plural, say
from games.plaques.rules.auction.actions import Add, AuctionAction, Bid, Pass, Pick
from games.plaques.rules.auction.state import AuctionState


def refused_pick(state: AuctionState, action: AuctionAction) -> IllegalAction | None:
    """Return the reason why the player who picks may not take this action, or None if they may."""
    if not isinstance(action, Pick):
        return IllegalAction(
            "bidding_is_over", say("The bidding of this round is over. Pick a plaque from the centre.")
        )
    if action.plaque in state.centre:
        return None
    return IllegalAction("not_in_centre", say("This plaque does not lie in the centre. Pick one that does."))


def refused_bid(state: AuctionState, player: Player, action: AuctionAction) -> IllegalAction | None:
    """Return the reason why a bidder may not take this action, or None if they may."""
    if isinstance(action, Pick):
        return IllegalAction("bidding_is_on", say("The bidding of this round is still on. Bid before you pick."))
    sealed = state.options.bidding == "sealed"
    if isinstance(action, Bid) != sealed:
        return _other_bidding(sealed=sealed)
    if isinstance(action, Pass):
        return None
    stock = state.stocks[player]
    if action.tokens > stock:
        return IllegalAction("too_few_tokens", _too_few(stock))
    if action.tokens < isinstance(action, Add):
        return IllegalAction("too_low", say("This is too low for a bid. Put in more tokens, or pass."))
    return None


def _other_bidding(*, sealed: bool) -> IllegalAction:
    if sealed:
        return IllegalAction(
            "bids_are_sealed",
            say("This match has sealed bids. Answer with one bid, from nothing to all of your tokens."),
        )
    return IllegalAction("bids_are_open", say("This match has open bidding. Add tokens to your bid, or pass."))


def _too_few(stock: int) -> str:
    if not stock:
        return say("You have no tokens left. Put in 0 or fewer.")
    return plural(
        stock,
        "You have {count} token left. Put in {count} or fewer.",
        "You have {count} tokens left. Put in {count} or fewer.",
    )
