"""Let's do the time warp again!: give up one claim, take the others back, and place them anew."""

from collections.abc import Sequence
from functools import cache

from msgspec.structs import replace

from games.rules.core import Player
from games.rules.tp5.actions import Warp
from games.rules.tp5.events import ClaimsWarped
from games.rules.tp5.flow import Play
from games.rules.tp5.identifiers import into_hand, pick_up
from games.rules.tp5.phestivities.base import Interrupt
from games.rules.tp5.state import Tp5State, claims_of, spot_of


class TimeWarp(Interrupt[Warp]):
    """A player's claims are made again."""

    action = Warp

    def may_act(self, state: Tp5State, player: Player, own: tuple[int, ...]) -> bool:
        """Whether a claim is left to take back (T10)."""
        return len(own) > 1

    def actions(self, own: tuple[int, ...]) -> Sequence[Warp]:
        """Any claim may be the price."""
        return _warps(own)

    def carry_out(self, state: Tp5State, player: Player, action: Warp) -> Play:
        """Take the claims back, whoever placed them; they are placed in the phase that follows."""
        places = claims_of(state.claims, player)
        for place in places:
            state = into_hand(pick_up(state, player, place), player)
        event = ClaimsWarped(player, spot_of(state, action.paid), tuple(spot_of(state, place) for place in places))
        return Play(replace(state, phase="place_anew"), (event,))


@cache
def _warps(own: tuple[int, ...]) -> tuple[Warp, ...]:
    return tuple(Warp(paid) for paid in own)
