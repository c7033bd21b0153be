"""Let's do the time warp again!: give up one claim, take back the others and place them again."""

from collections.abc import Sequence
from functools import cache

from msgspec.structs import replace

from engine import Player
from games.tp5.rules.actions import Warp
from games.tp5.rules.events import ClaimsWarped
from games.tp5.rules.flow import Play
from games.tp5.rules.identifiers import into_hand, pick_up
from games.tp5.rules.phestivities.base import Interrupt
from games.tp5.rules.state import Owners, Tp5State, claims_of, spot_of


class TimeWarp(Interrupt[Warp]):
    """A player repeats their claims."""

    action = Warp

    def may_act(self, claims: Owners, player: Player, own: tuple[int, ...]) -> bool:
        """True if a claim is left to take back (T10)."""
        return len(own) > 1

    def actions(self, own: tuple[int, ...]) -> Sequence[Warp]:
        """Return a warp for each claim that can pay for it."""
        return _warps(own)

    def carry_out(self, state: Tp5State, player: Player, action: Warp) -> Play:
        """Take back the player's claims, no matter who placed them; the next phase places them."""
        places = claims_of(state.claims, player)
        for place in places:
            state = into_hand(pick_up(state, player, place), player)
        event = ClaimsWarped(player, spot_of(state, action.paid), tuple(spot_of(state, place) for place in places))
        return Play(replace(state, phase="place_again"), (event,))


@cache
def _warps(own: tuple[int, ...]) -> tuple[Warp, ...]:
    return tuple(Warp(paid) for paid in own)
