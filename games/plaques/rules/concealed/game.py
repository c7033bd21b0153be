"""Concealed Draw: a hidden tableau made better plaque by plaque, until someone declares."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import msgspec

from games.rules.core import Chance, Game, IllegalAction, Player, Step, settled, shuffled
from games.rules.plaques.concealed.actions import ConcealedAction, Declare, Discard, Draw, Nominate, Take
from games.rules.plaques.concealed.bot import steady
from games.rules.plaques.concealed.defaults import default_for
from games.rules.plaques.concealed.events import ConcealedEvent
from games.rules.plaques.concealed.notation import ConcealedNotation
from games.rules.plaques.concealed.options import ConcealedOptions
from games.rules.plaques.concealed.outlook import hopes
from games.rules.plaques.concealed.plans import ConcealedPlanning
from games.rules.plaques.concealed.refusals import refused
from games.rules.plaques.concealed.rounds import nominated, set_up
from games.rules.plaques.concealed.state import ConcealedState
from games.rules.plaques.concealed.turns import declared, discarded, drew, took
from games.rules.plaques.concealed.view import ConcealedObservation, imagined, observed
from games.rules.plaques.concealed.wording import ConcealedWording
from games.rules.plaques.pieces import PLAQUES
from games.rules.plaques.points import CONCEALED_POINTS

_DRAW: tuple[ConcealedAction, ...] = (Draw(),)
_DECLARE: tuple[ConcealedAction, ...] = (Declare(),)
_TAKES: dict[str, ConcealedAction] = {plaque: Take(plaque) for plaque in PLAQUES}
_DISCARDS: dict[str, ConcealedAction] = {plaque: Discard(plaque) for plaque in PLAQUES}


class ConcealedDraw(Game[ConcealedState, ConcealedAction, ConcealedOptions, ConcealedObservation]):
    """The concealed draw variant of the plaques."""

    slug = "concealed-draw"
    title = "Concealed Draw"
    blurb = (
        "Draw and discard behind your hand until your seven plaques please you, then declare. "
        "Everyone else has one more turn, and the best tableau takes a life from a player of its choice."
    )
    length = "rounds of 2 to 12 turns; as many rounds as it takes until one player has lives left"
    authors = "Matthew Breen, 2007, after a game in Gary Gygax's Saga of Old City"
    licence = "© 2007 Trigee Enterprises Company and Matthew Breen, all rights reserved"
    players = range(2, 7)
    rules_version = 1
    points = settled(CONCEALED_POINTS)
    Options = ConcealedOptions
    State = ConcealedState
    Observation = ConcealedObservation
    Action = ConcealedAction
    Event = ConcealedEvent
    wording = ConcealedWording()
    planning = ConcealedPlanning()
    notation = ConcealedNotation()
    bots = MappingProxyType({"steady": steady})

    def initial_state(self, players: int, options: ConcealedOptions, chance: Chance) -> Step[ConcealedState]:
        """Draw the first dealer and deal the first round."""
        self.check_options(players, options)
        return set_up(players, options, chance)

    def current_players(self, state: ConcealedState) -> tuple[Player, ...]:
        """Return whose turn it is, or who nominates."""
        return () if state.phase == "over" else (state.turn,)

    def legal_actions(self, state: ConcealedState, player: Player) -> Sequence[ConcealedAction]:
        """List the ways to draw and to declare, the plaques to discard, or the players to name."""
        if player != state.turn or state.phase == "over":
            return ()
        if state.phase == "draw":
            draw = _DRAW if state.pile else ()
            return (*draw, *[_TAKES[plaque] for plaque in state.centre], *_DECLARE)
        if state.phase == "nominate":
            return tuple([Nominate(seat) for seat in state.seated if seat != player])
        own = [_DISCARDS[plaque] for plaque in state.tableaux[player]]
        if state.source == "pile" and state.drawn:  # P12
            own.append(_DISCARDS[state.drawn])
        return tuple(own)

    def check(self, state: ConcealedState, player: Player, action: ConcealedAction) -> None:
        """Raise `IllegalAction` with the reason why an answer is refused."""
        if player not in self.current_players(state):
            raise IllegalAction("not_asked", "You are not asked for an answer now.")
        refusal = refused(state, action)
        if refusal:
            raise IllegalAction(*refusal)

    def apply(
        self, state: ConcealedState, joint: Mapping[Player, ConcealedAction], chance: Chance
    ) -> Step[ConcealedState]:
        """Carry out one decision of the player whose turn it is."""
        self.check_joint(state, joint)
        action = joint[state.turn]
        if isinstance(action, Discard):
            return _gone_on(discarded(state, action.plaque), chance)
        if isinstance(action, Draw):
            return drew(state)
        if isinstance(action, Take):
            return took(state, action.plaque)
        if isinstance(action, Declare):
            return _gone_on(declared(state), chance)
        return nominated(state, action.player, chance)

    def default_action(self, state: ConcealedState, player: Player) -> ConcealedAction:
        """Draw from the pile and discard the same plaque, else declare; name whoever has most lives."""
        return default_for(self.legal_actions(state, player), observed(state, player))

    def observation(self, state: ConcealedState, viewer: Player | None) -> ConcealedObservation:
        """Show all but the tableaux of others, the pile and what others drew from it."""
        return observed(state, viewer)

    def places(self, state: ConcealedState) -> tuple[int, ...] | None:
        """Place everyone in the reverse order of going out."""  # P16
        if state.phase != "over":
            return None
        order = (state.turn, *reversed(state.went_out))
        return tuple(order.index(seat) + 1 for seat in range(len(order)))

    def tally(self, state: ConcealedState) -> Sequence[float]:
        """Lives, less what may be lost in this round."""
        return hopes(state)

    def imagine(self, seen: ConcealedObservation, player: Player, chance: Chance) -> ConcealedState:
        """Deal what the player has not seen."""
        return imagined(seen, player, chance)

    def reshuffled(self, state: ConcealedState, chance: Chance) -> ConcealedState:
        """Shuffle the face-down plaques."""
        return msgspec.structs.replace(state, pile=shuffled(chance, state.pile))


def _gone_on(step: Step[ConcealedState], chance: Chance) -> Step[ConcealedState]:
    """After a showdown with one rival left, name that rival unasked."""  # P21
    state, events = step
    if state.phase != "nominate" or len(state.seated) > 2:
        return step
    rival = next(seat for seat in state.seated if seat != state.turn)
    after = nominated(state, rival, chance)
    return Step(after.state, events + after.events)


CONCEALED_DRAW = ConcealedDraw()
