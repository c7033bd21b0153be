"""Your number is up!: give up a claim and name a value; unclaimed tiles of it in rows are turned up."""

from collections.abc import Sequence
from functools import cache

from msgspec.structs import replace

from games.rules.core import Player
from games.rules.tp5.actions import CallNumber
from games.rules.tp5.events import NumberCalled
from games.rules.tp5.flow import Play
from games.rules.tp5.phestivities.base import Interrupt
from games.rules.tp5.state import ROW, Tp5State, spot_of
from games.rules.tp5.values import VALUE_OF, VALUES


class NumberIsUp(Interrupt[CallNumber]):
    """Tiles are shown before their time."""

    action = CallNumber

    def actions(self, own: tuple[int, ...]) -> Sequence[CallNumber]:
        """Every claim with every value."""
        return _calls(own)

    def carry_out(self, state: Tp5State, player: Player, action: CallNumber) -> Play:
        """Turn up the unclaimed tiles of that value; that the others stay down says what they are not."""
        value = action.value
        down = [place for place in range(ROW * state.players) if not state.claims[place] and place not in state.up]
        turned = [place for place in down if VALUE_OF[state.tiles[place]] == value]
        ruled_out = list(state.ruled_out)
        for place in down:
            if place not in turned and value not in ruled_out[place]:
                ruled_out[place] = tuple(sorted((*ruled_out[place], value)))
        shown = tuple((spot_of(state, place), state.tiles[place]) for place in turned)
        event = NumberCalled(player, spot_of(state, action.paid), value, shown)
        up = tuple(sorted((*state.up, *turned)))
        return Play(replace(state, up=up, ruled_out=tuple(ruled_out)), (event,))


@cache
def _calls(own: tuple[int, ...]) -> tuple[CallNumber, ...]:
    return tuple(CallNumber(paid, value) for paid in own for value in VALUES)
