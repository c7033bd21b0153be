"""The dealer chooses the phestivities (T3), or rules on those of the host (T21); then the deal."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from msgspec.structs import replace

from engine import Chance, IllegalAction, Player, shuffled
from engine.language import say
from engine.piecepack import TILES
from games.tp5.rules.actions import Choose, Tp5Action
from games.tp5.rules.clashes import clashes_in, ruling_in, rulings_on
from games.tp5.rules.events import DealerRuled, PhestivitiesChosen, TilesDealt
from games.tp5.rules.flow import Play
from games.tp5.rules.options import Key
from games.tp5.rules.phases.base import Part, Silent
from games.tp5.rules.programme import allowed_sets, in_order, programme, refuse_set
from games.tp5.rules.state import ROW, Tp5State, row_of

ONE_SET_MOST = 6
"""The most players for one piecepack (T1)."""


class ChoosePart(Part[Choose]):
    """The dealer is asked, unless there is nothing to choose or the host chose and nothing needs a ruling."""

    answers = Choose

    def go_on(self, state: Tp5State, chance: Chance) -> Play:
        """Ask the dealer; a host's set needs no answer unless two of it exclude each other (T21)."""
        if state.chosen_by == "dealer" and state.offered:
            return Play(replace(state, asked=(state.dealer,)))
        events = (PhestivitiesChosen(None, state.offered),) if state.offered else ()
        if clashes_in(state.offered) and state.chosen_by == "host":
            return Play(replace(state, asked=(state.dealer,)), events)
        return Play(replace(state, in_play=state.offered, phase="deal"), events)

    def legal(self, state: Tp5State, player: Player) -> Sequence[Choose]:
        """Return all allowed sets, the empty one first, or what is left of a host's set under each ruling."""
        if state.chosen_by == "host":
            return tuple(Choose(left) for left in rulings_on(state.offered))
        return _choices(state.offered, state.players)

    def check(self, state: Tp5State, player: Player, action: Tp5Action) -> None:
        """Raise `IllegalAction` with the reason, without listing thousands of sets."""
        if not isinstance(action, Choose) or state.chosen_by == "host":
            super().check(state, player, action)
            return
        chosen = action.phestivities
        if chosen != in_order(set(chosen)):
            raise IllegalAction(
                "phestivities_out_of_order", say("Name each phestivity once, in the order of the list.")
            )
        if not set(chosen) <= set(state.offered):
            raise IllegalAction(
                "phestivity_not_offered", say("This match does not offer that. Choose from its phestivities.")
            )
        refuse_set(chosen, state.players, IllegalAction)

    def refuse(self, state: Tp5State, player: Player, action: Choose) -> None:
        """Raise `IllegalAction` with what a ruling must name."""
        raise IllegalAction(
            "not_a_ruling", say("Name the host's phestivities, but only one of each two that exclude each other.")
        )

    def resolve(self, state: Tp5State, joint: Mapping[Player, Choose], chance: Chance) -> Play:
        """Put the dealer's choice in play for this round."""
        chosen = joint[state.dealer].phestivities
        event = (
            DealerRuled(state.dealer, *ruling_in(state.offered, chosen))
            if state.chosen_by == "host"
            else PhestivitiesChosen(state.dealer, chosen)
        )
        return Play(replace(state, in_play=chosen, phase="deal", asked=()), (event,))


@lru_cache(maxsize=256)
def _choices(offered: tuple[Key, ...], players: int) -> tuple[Choose, ...]:
    return tuple(Choose(chosen) for chosen in allowed_sets(offered, players))


class DealPart(Silent):
    """Each player gets four tiles, the rest form the centre; all identifiers return to their owners."""

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
