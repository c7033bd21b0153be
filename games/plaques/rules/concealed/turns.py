"""A turn: draw and discard, or declare."""

from msgspec.structs import replace

from engine import Event, Player, Step
from games.plaques.rules.concealed.events import CountedAsDeclarer, Declared, Discarded, Drew, StoodPat, Took
from games.plaques.rules.concealed.showdown import shown_down
from games.plaques.rules.concealed.state import ConcealedState
from games.plaques.rules.pieces import Tableau
from games.plaques.rules.seats import in_order, left_of, with_item, without

MOST_TURNS = 12
"""The number of turns in a round after which a player counts as the declarer."""


def draw(state: ConcealedState) -> Step[ConcealedState]:
    """Draw the top of the pile; the player sees it before discarding."""  # P11
    plaque, pile = state.pile[0], state.pile[1:]
    after = replace(state, phase="discard", pile=pile, drawn=plaque, source="pile")
    return Step(after, (Drew(state.turn, len(pile), plaque),))


def take(state: ConcealedState, plaque: str) -> Step[ConcealedState]:
    """Take a plaque from the centre, visible to all."""  # P11, P17
    after = replace(state, phase="discard", centre=without(state.centre, plaque), drawn=plaque, source="centre")
    return Step(after, (Took(state.turn, plaque),))


def discard(state: ConcealedState, plaque: str) -> Step[ConcealedState]:
    """Put a plaque in the centre and end the turn."""  # P11
    player = state.turn
    after = replace(
        state,
        tableaux=with_item(state.tableaux, player, _tableau_after(state, plaque)),
        known=with_item(state.known, player, _known_after(state, plaque)),
        centre=(*state.centre, plaque),
        drawn=None,
        source=None,
    )
    return _turn_ended(after, (Discarded(player, plaque),))


def _tableau_after(state: ConcealedState, plaque: str) -> Tableau:
    tableau, drawn = state.tableaux[state.turn], state.drawn
    if drawn is None or drawn == plaque:
        return tableau
    return in_order((*without(tableau, plaque), drawn))


def _known_after(state: ConcealedState, plaque: str) -> Tableau:
    """Return the publicly known part of the tableau: without the discard, with a plaque from the centre."""  # P17, P23
    known = state.known[state.turn]
    if plaque in known:
        known = without(known, plaque)
    if state.source == "centre" and state.drawn:
        known = in_order((*known, state.drawn))
    return known


def declare(state: ConcealedState) -> Step[ConcealedState]:
    """Declare, or pass after another player's declaration."""  # P13
    if state.declarer is None:
        return _turn_ended(replace(state, declarer=state.turn), (Declared(state.turn),))
    return _turn_ended(state, (StoodPat(state.turn),))


def _turn_ended(state: ConcealedState, events: tuple[Event, ...]) -> Step[ConcealedState]:
    """Pass the turn to the left; the round ends when it returns to the declarer."""  # P13
    player = state.turn
    turns = with_item(state.turns, player, state.turns[player] + 1)
    following = left_of(state.seated, player)
    declarer = state.declarer
    if declarer is None:
        counted = _counted(state, player, turns[player])
        events += counted
        declarer = player if counted else None
    after = replace(state, phase="draw", turn=following, turns=turns, declarer=declarer)
    if following != declarer:
        return Step(after, events)
    step = shown_down(after)
    return Step(step.state, events + step.events)


def _counted(state: ConcealedState, player: Player, turns: int) -> tuple[CountedAsDeclarer, ...]:
    """Return the event by which a player counts as the declarer, if any."""  # P14
    if not state.pile:
        return (CountedAsDeclarer(player, "last_plaque"),)
    return (CountedAsDeclarer(player, "last_turn"),) if turns == MOST_TURNS else ()
