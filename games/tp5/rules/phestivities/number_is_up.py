"""Your number is up!: give up a claim and call a value; unclaimed tiles of that value in rows are turned up."""

from collections.abc import Sequence
from functools import cache

from msgspec.structs import replace

from engine import Player
from games.tp5.rules.actions import CallNumber
from games.tp5.rules.events import NumberCalled
from games.tp5.rules.flow import Play
from games.tp5.rules.phestivities.base import Interrupt
from games.tp5.rules.state import ROW, Tp5State, spot_of
from games.tp5.rules.values import VALUE_OF, VALUES


class NumberIsUp(Interrupt[CallNumber]):
    """Tiles are turned up early."""

    action = CallNumber

    def actions(self, own: tuple[int, ...]) -> Sequence[CallNumber]:
        """Return a call of every value for every claim."""
        return _calls(own)

    def carry_out(self, state: Tp5State, player: Player, action: CallNumber) -> Play:
        """Turn up the unclaimed tiles of that value, and record that the others do not have it."""
        value = action.value
        claims, tiles, up, ruled_out = state.claims, state.tiles, state.up, list(state.ruled_out)
        down = [place for place in range(ROW * state.players) if not claims[place] and place not in up]
        turned = [place for place in down if VALUE_OF[tiles[place]] == value]
        for place in down:
            if value not in ruled_out[place] and place not in turned:
                ruled_out[place] = tuple(sorted((*ruled_out[place], value)))
        shown = tuple([(spot_of(state, place), tiles[place]) for place in turned])
        event = NumberCalled(player, spot_of(state, action.paid), value, shown)
        turned_up = tuple(sorted((*up, *turned)))
        return Play(replace(state, up=turned_up, ruled_out=tuple(ruled_out)), (event,))


@cache
def _calls(own: tuple[int, ...]) -> tuple[CallNumber, ...]:
    return tuple(CallNumber(paid, value) for paid in own for value in VALUES)
