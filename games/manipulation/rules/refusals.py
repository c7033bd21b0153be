"""Why an action is refused: a stable code and one sentence each."""

from engine import IllegalAction, Player
from engine.language import say
from engine.piecepack import the_tile_words
from engine.words import upper_first
from games.manipulation.rules.actions import Bid, Force, ManipulationAction, Pass, Push, Try
from games.manipulation.rules.state import ManipulationState, in_code
from games.manipulation.rules.turn import can_be_pushed


def refusal(state: ManipulationState, player: Player, action: ManipulationAction) -> IllegalAction:
    """Return the reason why a current player may not take this action now."""
    if state.auction is not None:
        if state.auction.winner is not None:
            return IllegalAction(
                "decision_wanted", say("You have won the auction: decide whether the tile goes into the code.")
            )
        if isinstance(action, Bid):
            return IllegalAction("coin_not_in_stock", say("This coin is not in your stock: choose one that is."))
        return IllegalAction("bid_wanted", say("An auction is under way: put up one coin of your stock."))
    if isinstance(action, Force):
        if action.opponent == player:
            return IllegalAction("not_an_opponent", say("You cannot force yourself: choose an opponent."))
        return IllegalAction("no_such_seat", say("Nobody sits there: choose one of your opponents."))
    if not isinstance(action, (Push, Try, Pass)):
        return IllegalAction(
            "turn_wanted", say("It is your turn and there is no auction: push, pull, try, force or pass.")
        )
    tile = action.tile
    if tile not in state.hands[player]:
        return IllegalAction("tile_not_held", say("You do not hold this tile: choose one of your hand."))
    mine, other = the_tile_words(tile), the_tile_words(in_code(state.code, tile))
    if can_be_pushed(tile, state.code):  # M3
        words = say(
            "{tile} is next to {other} in the code and may not be tried: push it instead.", tile=mine, other=other
        )
        return IllegalAction("can_be_pushed", upper_first(words))
    words = say(
        "{tile} is not next to {other} in the code and cannot be pushed: try it instead.", tile=mine, other=other
    )
    return IllegalAction("too_far_to_push", upper_first(words))
