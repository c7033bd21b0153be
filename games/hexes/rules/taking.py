"""Taking the hexes drawn this turn, in the order of play."""

from msgspec.structs import replace

from games.rules.core import IllegalAction, Player, Step
from games.rules.hexes.events import HexTaken
from games.rules.hexes.state import HexState, with_seat


def take(state: HexState, player: Player, tile: str) -> Step[HexState]:
    """Move a hex into a hand; the last player gets the one left, and the laying begins."""
    taken = _moved(state, player, tile)
    events: tuple[HexTaken, ...] = (HexTaken(player, tile, was_last=False),)
    if len(taken.drawn) > 1:
        return Step(taken, events)
    (last_player,), (last_hex,) = taken.to_move, taken.drawn
    dealt = _moved(taken, last_player, last_hex)
    begun = replace(dealt, phase="lay", to_move=state.order[::-1])
    return Step(begun, (*events, HexTaken(last_player, last_hex, was_last=True)))


def _moved(state: HexState, player: Player, tile: str) -> HexState:
    return replace(
        state,
        drawn=tuple([other for other in state.drawn if other != tile]),
        hands=with_seat(state.hands, player, (*state.hands[player], tile)),
        to_move=state.to_move[1:],
    )


def check_take(state: HexState, tile: str) -> None:
    """Refuse a hex that does not lie there to be taken."""
    if tile not in state.drawn:
        raise IllegalAction("not_shown", "This hex is not among those left to take. Choose one of them.")
