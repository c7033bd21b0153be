"""Tile Trickery: each player passes a tile to the right, sealed."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from engine import Chance, Player
from games.tp5.rules.actions import PassOn
from games.tp5.rules.events import TilesPassed
from games.tp5.rules.flow import Play
from games.tp5.rules.phases.base import Part
from games.tp5.rules.state import ROW, Tp5State, left_of

_PASSES = tuple(PassOn(slot) for slot in range(ROW))


class PassOnPart(Part[PassOn]):
    """All players are asked at once."""

    answers = PassOn

    def go_on(self, state: Tp5State, chance: Chance) -> Play:
        """Ask all players."""
        return Play(replace(state, asked=tuple(range(state.players))))

    def legal(self, state: Tp5State, player: Player) -> Sequence[PassOn]:
        """Return the four tiles."""
        return _PASSES

    def resolve(self, state: Tp5State, joint: Mapping[Player, PassOn], chance: Chance) -> Play:
        """Put each tile where the receiver's passed tile was (T12)."""
        slots = tuple(joint[player].slot for player in range(state.players))
        passed = tuple(state.tiles[ROW * player + slot] for player, slot in enumerate(slots))
        tiles = list(state.tiles)
        for receiver, slot in enumerate(slots):
            tiles[ROW * receiver + slot] = passed[left_of(receiver, state.players)]
        after = replace(state, tiles=tuple(tiles), received_at=slots, phase="turn_up", asked=())
        return Play(after, (TilesPassed(passed),))
