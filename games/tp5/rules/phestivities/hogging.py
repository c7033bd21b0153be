"""Hogging it all for yourself: instead of a claim, take an unclaimed tile of one's row behind it."""

from collections.abc import Sequence

from games.rules.core import Player
from games.rules.tp5.actions import Hog
from games.rules.tp5.phestivities.base import Phestivity
from games.rules.tp5.state import ROW, Tp5State

_HOGS = tuple(Hog(slot) for slot in range(ROW))


class Hogging(Phestivity):
    """A tile leaves its row, and nobody else can claim it."""

    adds_to_claims = True

    def instead_of_claim(self, state: Tp5State, player: Player) -> Sequence[Hog]:
        """The unclaimed tiles of the player's own row, for an identifier of the player's own."""
        if player not in state.held[player]:
            return ()
        first = ROW * player
        return [hog for hog in _HOGS if not state.claims[first + hog.slot]]
