"""Why an action is refused in Concealed Draw."""

from engine import IllegalAction
from engine.language import say
from games.plaques.rules.concealed.actions import ConcealedAction, Declare, Discard, Draw, Nominate, Take
from games.plaques.rules.concealed.state import ConcealedState


def refusal(state: ConcealedState, action: ConcealedAction) -> IllegalAction | None:
    """Return the reason why the current player may not take this action, or None if they may."""
    match state.phase, action:
        case "draw", Draw():
            return None if state.pile else _pile_empty()
        case "draw", Take(plaque=plaque):
            return None if plaque in state.centre else _not_in_centre()
        case "draw", Declare():
            return None
        case "discard", Discard(plaque=plaque):
            return _refused_discard(state, plaque)
        case "nominate", Nominate(player=player):
            return None if player in state.seated and player != state.turn else _not_a_rival()
    return _other_answer_asked(state)


def _pile_empty() -> IllegalAction:
    return IllegalAction("pile_empty", say("The pile is empty. Take a plaque from the centre, or declare."))


def _not_in_centre() -> IllegalAction:
    return IllegalAction(
        "not_in_centre",
        say("This plaque does not lie in the centre. Take one that does, or draw from the pile."),
    )


def _not_a_rival() -> IllegalAction:
    return IllegalAction("not_a_rival", say("This is not another player who is still in. Name one who is."))


def _refused_discard(state: ConcealedState, plaque: str) -> IllegalAction | None:
    if plaque == state.drawn:
        if state.source != "centre":  # P12
            return None
        return IllegalAction("just_taken", say("You have just taken this plaque from the centre. Discard another one."))
    if plaque in state.tableaux[state.turn]:
        return None
    return IllegalAction("not_held", say("You do not hold this plaque. Discard one of your own."))


def _other_answer_asked(state: ConcealedState) -> IllegalAction:
    if state.phase == "draw":
        return IllegalAction(
            "time_to_draw",
            say("You begin your turn. Draw from the pile, take a plaque from the centre, or declare."),
        )
    if state.phase == "discard":
        return IllegalAction("time_to_discard", say("You have drawn. Discard one of your plaques."))
    return IllegalAction("time_to_nominate", say("Your tableau was the best. Name a player who loses a life."))
