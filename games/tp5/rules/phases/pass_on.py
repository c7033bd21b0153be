"""Tile Trickery: each passes a tile to the right, sealed."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from games.rules.core import Chance, Player
from games.rules.tp5.actions import PassOn
from games.rules.tp5.events import TilesPassed
from games.rules.tp5.flow import Play
from games.rules.tp5.phases.base import Part
from games.rules.tp5.state import ROW, Tp5State, left_of

_PASSES = tuple(PassOn(slot) for slot in range(ROW))


class PassOnPart(Part[PassOn]):
    """All are asked at once."""

    answers = PassOn

    def go_on(self, state: Tp5State, chance: Chance) -> Play:
        """Ask everyone."""
        return Play(replace(state, asked=tuple(range(state.players))))

    def legal(self, state: Tp5State, player: Player) -> Sequence[PassOn]:
        """Any of the four tiles."""
        return _PASSES

    def resolve(self, state: Tp5State, joint: Mapping[Player, PassOn], chance: Chance) -> Play:
        """Lay each tile where its receiver's own one lay (T12)."""
        slots = tuple(joint[player].slot for player in range(state.players))
        passed = tuple(state.tiles[ROW * player + slot] for player, slot in enumerate(slots))
        tiles = list(state.tiles)
        for receiver, slot in enumerate(slots):
            tiles[ROW * receiver + slot] = passed[left_of(receiver, state.players)]
        after = replace(state, tiles=tuple(tiles), received_at=slots, phase="turn_up", asked=())
        return Play(after, (TilesPassed(passed),))
