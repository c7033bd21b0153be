"""The end of a round: all tableaux shown, and who has the best of them."""

from msgspec.structs import replace

from games.rules.core import Step
from games.rules.plaques.concealed.events import TableauxShown
from games.rules.plaques.concealed.state import ConcealedState, Showdown
from games.rules.plaques.pieces import Tableau
from games.rules.plaques.ranking import best_of
from games.rules.plaques.seats import round_from


def shown_down(state: ConcealedState) -> Step[ConcealedState]:
    """Show all tableaux when play has come back to the declarer; the best of them nominates."""  # P13, P15
    declarer = state.turn
    best = best_of(state.tableaux, round_from(state.seated, declarer))
    nothing: tuple[Tableau, ...] = ((),) * len(state.tableaux)
    after = replace(
        state,
        phase="nominate",
        turn=best[0],
        tableaux=nothing,
        known=nothing,
        pile=(),
        centre=(),
        last=Showdown(state.round, state.tableaux, declarer, best[0]),
    )
    return Step(after, (TableauxShown(state.round, state.tableaux, best[0], best[1:]),))
