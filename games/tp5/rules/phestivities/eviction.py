"""Eviction: give up a claim to remove one identifier of each other player from your row."""

from collections.abc import Sequence
from functools import cache

from msgspec.structs import replace

from engine import Player
from games.tp5.rules.actions import Evict
from games.tp5.rules.events import EvictionBegan
from games.tp5.rules.flow import Play
from games.tp5.rules.phestivities.base import Interrupt
from games.tp5.rules.state import Owners, Tp5State, clockwise, row_of, spot_of


class Eviction(Interrupt[Evict]):
    """Others' identifiers are sent off the evictor's row and placed elsewhere."""

    action = Evict

    def may_act(self, claims: Owners, player: Player, own: tuple[int, ...]) -> bool:
        """True if any other player has an identifier on the row (T10)."""
        row = row_of(player)
        return not {(), (player,)}.issuperset(claims[row.start : row.stop])

    def actions(self, own: tuple[int, ...]) -> Sequence[Evict]:
        """Return an eviction for each claim that can pay for it."""
        return _evictions(own)

    def carry_out(self, state: Tp5State, player: Player, action: Evict) -> Play:
        """Record the players concerned, clockwise from the dealer; later phases carry out the eviction."""
        there = {owner for place in row_of(player) for owner in state.claims[place]}
        concerned = tuple(seat for seat in clockwise(state.dealer, state.players) if seat in there and seat != player)
        begun = replace(state, phase="send_back", evictor=player, to_evict=concerned)
        return Play(begun, (EvictionBegan(player, spot_of(state, action.paid)),))


@cache
def _evictions(own: tuple[int, ...]) -> tuple[Evict, ...]:
    return tuple(Evict(paid) for paid in own)
