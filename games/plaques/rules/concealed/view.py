"""What a viewer may know of a match of Concealed Draw, and states consistent with it."""

from engine import Chance, Observation, Player, shuffled
from games.plaques.rules.concealed.options import ConcealedOptions
from games.plaques.rules.concealed.state import ConcealedState, Phase, Showdown, Source
from games.plaques.rules.pieces import PLAQUES, TABLEAU_SIZE, Tableau
from games.plaques.rules.seats import in_order


class ConcealedObservation(Observation, frozen=True):
    """All public information, the viewer's own tableau, and the plaques everyone saw others take."""

    viewer: Player | None
    options: ConcealedOptions
    seated: tuple[Player, ...]
    """The players still in, in seat order."""
    lives: tuple[int, ...]
    """The lives that each seat has left."""
    round: int
    dealer: Player
    phase: Phase
    turn: Player
    """The player whose turn it is or who nominates; at the end, the winner."""
    turns: tuple[int, ...]
    """The number of turns each seat has ended in this round."""
    own: Tableau
    """The viewer's tableau; empty for a spectator, a player who is out, and after the showdown."""
    known: tuple[Tableau, ...]
    """The plaques of each tableau seen taken from the centre and not discarded since."""
    pile_size: int
    """How many plaques lie face down."""
    centre: Tableau
    """The discards, oldest first."""
    drawn: str | None
    """The plaque just drawn, if the viewer may know it."""
    source: Source | None
    """Where the drawn plaque came from."""
    declarer: Player | None
    went_out: tuple[Player, ...]
    """The players who are out, first to go out first."""
    last: Showdown | None


def observe(state: ConcealedState, viewer: Player | None) -> ConcealedObservation:
    """Return the viewer's observation of a state."""
    return ConcealedObservation(
        viewer=viewer,
        options=state.options,
        seated=state.seated,
        lives=state.lives,
        round=state.round,
        dealer=state.dealer,
        phase=state.phase,
        turn=state.turn,
        turns=state.turns,
        own=() if viewer is None else state.tableaux[viewer],
        known=state.known,
        pile_size=len(state.pile),
        centre=state.centre,
        drawn=state.drawn if viewer == state.turn or state.source == "centre" else None,  # P17
        source=state.source,
        declarer=state.declarer,
        went_out=state.went_out,
        last=state.last,
    )


def imagine(seen: ConcealedObservation, player: Player, chance: Chance) -> ConcealedState:
    """Draw a state consistent with the observation: unseen plaques go to the other tableaux and the pile."""
    unseen = list(shuffled(chance, _unseen(seen)))
    tableaux = _tableaux(seen, player, unseen)
    drawn = seen.drawn
    if seen.source == "pile" and drawn is None:
        drawn = unseen.pop()
    return ConcealedState(
        options=seen.options,
        seated=seen.seated,
        lives=seen.lives,
        round=seen.round,
        dealer=seen.dealer,
        phase=seen.phase,
        turn=seen.turn,
        turns=seen.turns,
        tableaux=tableaux,
        known=seen.known,
        pile=tuple(unseen),
        centre=seen.centre,
        drawn=drawn,
        source=seen.source,
        declarer=seen.declarer,
        went_out=seen.went_out,
        last=seen.last,
    )


def _unseen(seen: ConcealedObservation) -> list[str]:
    """Return the plaques whose place the viewer does not know; none after a showdown."""
    if seen.phase in ("nominate", "over"):
        return []
    known = {*seen.own, *seen.centre, seen.drawn, *(plaque for tableau in seen.known for plaque in tableau)}
    return [plaque for plaque in PLAQUES if plaque not in known]


def _tableaux(seen: ConcealedObservation, player: Player, unseen: list[str]) -> tuple[Tableau, ...]:
    """Fill up the other tableaux from the unseen plaques, removing those used from `unseen`."""
    tableaux = []
    for seat in range(len(seen.lives)):
        tableau = seen.own if seat == player else seen.known[seat]
        if seat != player and seat in seen.seated and unseen:
            missing = TABLEAU_SIZE - len(tableau)
            tableau = in_order((*tableau, *unseen[:missing]))
            del unseen[:missing]
        tableaux.append(tableau)
    return tuple(tableaux)
