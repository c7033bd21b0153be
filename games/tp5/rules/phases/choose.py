"""The dealer chooses what is in play (T3); then the deal."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from msgspec.structs import replace

from games.rules.core import Chance, IllegalAction, Player, shuffled
from games.rules.piecepack import TILES
from games.rules.tp5.actions import Choose, Tp5Action
from games.rules.tp5.events import PhestivitiesChosen, TilesDealt
from games.rules.tp5.flow import Play
from games.rules.tp5.options import Key
from games.rules.tp5.phases.base import Part, Silent
from games.rules.tp5.programme import allowed_sets, in_order, programme, refuse_set
from games.rules.tp5.state import ROW, Tp5State, row_of

ONE_SET_MOST = 6
"""Players that one piecepack serves (T1)."""


class ChoosePart(Part[Choose]):
    """The dealer is asked, unless the host or the options leave no choice."""

    answers = Choose

    def go_on(self, state: Tp5State, chance: Chance) -> Play:
        """Ask the dealer; a host's set needs no answer."""
        if state.chosen_by == "dealer" and state.offered:
            return Play(replace(state, asked=(state.dealer,)))
        events = (PhestivitiesChosen(None, state.offered),) if state.offered else ()
        return Play(replace(state, in_play=state.offered, phase="deal"), events)

    def legal(self, state: Tp5State, player: Player) -> Sequence[Choose]:
        """All sets that can be obeyed, none of them first."""
        return _choices(state.offered, state.players)

    def check(self, state: Tp5State, player: Player, action: Tp5Action) -> None:
        """Refuse a set with the reason, without looking through thousands of them."""
        if isinstance(action, Choose):
            _refuse(state, action.phestivities)
        else:
            super().check(state, player, action)

    def resolve(self, state: Tp5State, joint: Mapping[Player, Choose], chance: Chance) -> Play:
        """Put the dealer's choice in play for this round."""
        chosen = joint[state.dealer].phestivities
        event = PhestivitiesChosen(state.dealer, chosen)
        return Play(replace(state, in_play=chosen, phase="deal", asked=()), (event,))


def _refuse(state: Tp5State, chosen: tuple[Key, ...]) -> None:
    if chosen != in_order(set(chosen)):
        raise IllegalAction("phestivities_out_of_order", "Name each phestivity once, in the order of the list.")
    if not set(chosen) <= set(state.offered):
        raise IllegalAction("phestivity_not_offered", "This match does not offer that. Choose from its phestivities.")
    refuse_set(chosen, state.players, IllegalAction)


@lru_cache(maxsize=256)
def _choices(offered: tuple[Key, ...], players: int) -> tuple[Choose, ...]:
    return tuple(Choose(chosen) for chosen in allowed_sets(offered, players))


class DealPart(Silent):
    """Four tiles to each, the rest to the centre; all identifiers in their owners' hands."""

    def go_on(self, state: Tp5State, chance: Chance) -> Play:
        """Shuffle and deal."""
        players = state.players
        tiles = shuffled(chance, TILES if players <= ONE_SET_MOST else TILES * 2)
        dealt = replace(
            state,
            phase="pass_on" if programme(state.in_play).passes_tiles else "turn_up",
            turn=state.dealer,
            tiles=tiles,
            up=(),
            claims=((),) * len(tiles),
            hogged=(),
            held=tuple((owner,) * ROW for owner in range(players)),
            received_at=(),
            shown=(None,) * players,
            shown_at=(None,) * players,
            statements=(None,) * players,
            ruled_out=((),) * len(tiles),
            die=0,
            void=(),
        )
        rows = tuple(tiles[row_of(player).start : row_of(player).stop] for player in range(players))
        return Play(dealt, (TilesDealt(rows, len(tiles) - ROW * players),))
