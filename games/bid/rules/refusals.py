"""Why an action is refused."""

from engine import IllegalAction, NotAsked, Player
from engine.language import plural, say
from engine.piecepack import INDEX
from games.bid.rules.dice import ACE_OF_SUNS
from games.bid.rules.state import BidState


def check_tiles(state: BidState, player: Player, tiles: tuple[str, ...]) -> None:
    """Raise `IllegalAction` unless the player holds these tiles and this auction requires that number."""
    hand = state.hands[player]
    if state.dice[0] == ACE_OF_SUNS:  # B11
        _check_two(hand, tiles)
    elif len(tiles) != 1:
        raise IllegalAction("wrong_number_of_tiles", say("Bid exactly one tile this round."))
    elif tiles[0] not in hand:
        raise _not_held()


def _check_two(hand: tuple[str, ...], tiles: tuple[str, ...]) -> None:
    if len(tiles) != 2:
        raise IllegalAction("wrong_number_of_tiles", say("Bid exactly two tiles this round."))
    first, second = tiles
    if first not in hand or second not in hand:
        raise _not_held()
    if INDEX[first] >= INDEX[second]:
        raise IllegalAction("tiles_out_of_order", say("Bid two different tiles, named in the order of your hand."))


def _not_held() -> IllegalAction:
    return IllegalAction("tile_not_held", say("Bid a tile from your own hand."))


def check_coins(state: BidState, player: Player, coins: int) -> None:
    """Raise `IllegalAction` unless the player is tied and has that many coins."""
    held = state.coins[player]
    if not held or player not in state.tied:  # B13
        raise NotAsked
    if not 0 <= coins <= held:
        raise IllegalAction(
            "coins_not_held",
            plural(held, "You have {count} coin. Choose 0 or 1.", "You have {count} coins. Choose 0 to {count}."),
        )
