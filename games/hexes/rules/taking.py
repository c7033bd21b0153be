"""Taking the drawn hexes, in order of play."""

from msgspec.structs import replace

from engine import IllegalAction, Player, Step
from engine.language import say
from games.hexes.rules.events import HexTaken
from games.hexes.rules.state import HexState, with_seat


def take(state: HexState, player: Player, tile: str) -> Step[HexState]:
    """Move a hex to a hand; the last player gets the one left, and laying begins."""
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
    """Raise `IllegalAction` if the hex is not among those left to take."""
    if tile not in state.drawn:
        raise IllegalAction("not_shown", say("This hex is not among those left to take. Choose one of them."))
