"""Hogging it all for yourself: instead of a claim, move an unclaimed tile of your row behind it."""

from collections.abc import Sequence

from engine import Player
from games.tp5.rules.actions import Hog
from games.tp5.rules.phestivities.base import Phestivity
from games.tp5.rules.state import ROW, Tp5State

_HOGS = tuple(Hog(slot) for slot in range(ROW))


class Hogging(Phestivity):
    """A tile leaves its row, so that no other player can claim it."""

    adds_to_claims = True

    def instead_of_claim(self, state: Tp5State, player: Player) -> Sequence[Hog]:
        """Return a hog for each unclaimed tile of the player's row, if they hold an identifier of their own."""
        if player not in state.held[player]:
            return ()
        first = ROW * player
        return [hog for hog in _HOGS if not state.claims[first + hog.slot]]
