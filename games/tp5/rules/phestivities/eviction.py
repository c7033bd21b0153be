"""Eviction: give up a claim, and one identifier of each other player leaves one's row."""

from collections.abc import Sequence
from functools import cache

from msgspec.structs import replace

from games.rules.core import Player
from games.rules.tp5.actions import Evict
from games.rules.tp5.events import EvictionBegan
from games.rules.tp5.flow import Play
from games.rules.tp5.phestivities.base import Interrupt
from games.rules.tp5.state import Tp5State, clockwise, row_of, spot_of


class Eviction(Interrupt[Evict]):
    """Others' identifiers are sent off the evictor's row and placed elsewhere."""

    action = Evict

    def may_act(self, state: Tp5State, player: Player, own: tuple[int, ...]) -> bool:
        """Whether anybody else is on the player's row (T10)."""
        return any(owner != player for place in row_of(player) for owner in state.claims[place])

    def actions(self, own: tuple[int, ...]) -> Sequence[Evict]:
        """Any claim may be the price."""
        return _evictions(own)

    def carry_out(self, state: Tp5State, player: Player, action: Evict) -> Play:
        """Note whom it concerns, clockwise from the dealer; the phases that follow do the rest."""
        there = {owner for place in row_of(player) for owner in state.claims[place]}
        concerned = tuple(seat for seat in clockwise(state.dealer, state.players) if seat in there and seat != player)
        begun = replace(state, phase="send_back", evictor=player, to_evict=concerned)
        return Play(begun, (EvictionBegan(player, spot_of(state, action.paid)),))


@cache
def _evictions(own: tuple[int, ...]) -> tuple[Evict, ...]:
    return tuple(Evict(paid) for paid in own)
