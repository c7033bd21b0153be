"""The end of a round: all tableaux are revealed, and the best one is found."""

from msgspec.structs import replace

from engine import Step
from games.plaques.rules.concealed.events import TableauxShown
from games.plaques.rules.concealed.state import ConcealedState, Showdown
from games.plaques.rules.pieces import Tableau
from games.plaques.rules.ranking import best_of
from games.plaques.rules.seats import round_from


def shown_down(state: ConcealedState) -> Step[ConcealedState]:
    """Reveal all tableaux when play returns to the declarer; the best of them nominates."""  # P13, P15
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
