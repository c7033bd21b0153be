"""Why an action is refused in Concealed Draw."""

from engine.language import mark
from games.plaques.rules.concealed.actions import ConcealedAction, Declare, Discard, Draw, Nominate, Take
from games.plaques.rules.concealed.state import ConcealedState

Refusal = tuple[str, str]
"""A code and a sentence."""

_NOW = {
    "draw": mark("You begin your turn. Draw from the pile, take a plaque from the centre, or declare."),
    "discard": mark("You have drawn. Discard one of your plaques."),
    "nominate": mark("Your tableau was the best. Name a player who loses a life."),
}
_PILE_EMPTY = ("pile_empty", mark("The pile is empty. Take a plaque from the centre, or declare."))
_NOT_IN_CENTRE = (
    "not_in_centre",
    mark("This plaque does not lie in the centre. Take one that does, or draw from the pile."),
)
_JUST_TAKEN = ("just_taken", mark("You have just taken this plaque from the centre. Discard another one."))
_NOT_HELD = ("not_held", mark("You do not hold this plaque. Discard one of your own."))
_NOT_A_RIVAL = ("not_a_rival", mark("This is not another player who is still in. Name one who is."))


def refusal(state: ConcealedState, action: ConcealedAction) -> Refusal | None:
    """Return the reason why the current player may not take this action, or None if they may."""
    if state.phase == "discard" and isinstance(action, Discard):
        return _refused_discard(state, action.plaque)
    if state.phase == "draw" and isinstance(action, Draw):
        return None if state.pile else _PILE_EMPTY
    if state.phase == "draw" and isinstance(action, Take):
        return None if action.plaque in state.centre else _NOT_IN_CENTRE
    if state.phase == "draw" and isinstance(action, Declare):
        return None
    if state.phase == "nominate" and isinstance(action, Nominate):
        return None if action.player in state.seated and action.player != state.turn else _NOT_A_RIVAL
    return f"time_to_{state.phase}", _NOW[state.phase]


def _refused_discard(state: ConcealedState, plaque: str) -> Refusal | None:
    if plaque == state.drawn:
        return _JUST_TAKEN if state.source == "centre" else None  # P12
    return None if plaque in state.tableaux[state.turn] else _NOT_HELD
