"""Why an action is refused: a stable code and one sentence each."""

from engine import IllegalAction, Player, piecepack
from games.manipulation.rules.actions import Bid, Force, ManipulationAction, Pass, Push, Try
from games.manipulation.rules.state import ManipulationState, in_code
from games.manipulation.rules.turn import can_be_pushed


def refusal(state: ManipulationState, player: Player, action: ManipulationAction) -> IllegalAction:
    """Return the reason why a current player may not take this action now."""
    if state.auction is not None:
        if state.auction.winner is not None:
            return IllegalAction(
                "decision_wanted", "You have won the auction: decide whether the tile goes into the code."
            )
        if isinstance(action, Bid):
            return IllegalAction("coin_not_in_stock", "This coin is not in your stock: choose one that is.")
        return IllegalAction("bid_wanted", "An auction is under way: put up one coin of your stock.")
    if isinstance(action, Force):
        if action.opponent == player:
            return IllegalAction("not_an_opponent", "You cannot force yourself: choose an opponent.")
        return IllegalAction("no_such_seat", "Nobody sits there: choose one of your opponents.")
    if not isinstance(action, (Push, Try, Pass)):
        return IllegalAction("turn_wanted", "It is your turn and there is no auction: push, pull, try, force or pass.")
    tile = action.tile
    if tile not in state.hands[player]:
        return IllegalAction("tile_not_held", "You do not hold this tile: choose one of your hand.")
    words, other = piecepack.tile_words(tile), piecepack.tile_words(in_code(state.code, tile))
    if can_be_pushed(tile, state.code):  # M3
        return IllegalAction(
            "can_be_pushed", f"The {words} is next to the code's {other} and may not be tried: push it instead."
        )
    return IllegalAction(
        "too_far_to_push", f"The {words} is not next to the code's {other} and cannot be pushed: try it instead."
    )
