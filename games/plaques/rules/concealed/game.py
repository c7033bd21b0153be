"""Concealed Draw: players improve a hidden tableau plaque by plaque until someone declares."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import msgspec

from engine import Chance, Game, NotAsked, Player, Step, as_rulings, shuffled
from engine.language import mark
from games.plaques.bots.concealed import steady
from games.plaques.rules.concealed.actions import ConcealedAction, Declare, Discard, Draw, Nominate, Take
from games.plaques.rules.concealed.conditionals import ConcealedConditionals
from games.plaques.rules.concealed.defaults import default_for
from games.plaques.rules.concealed.events import ConcealedEvent
from games.plaques.rules.concealed.notation import ConcealedNotation
from games.plaques.rules.concealed.options import ConcealedOptions
from games.plaques.rules.concealed.outlook import hopes
from games.plaques.rules.concealed.refusals import refusal
from games.plaques.rules.concealed.rounds import nominate, set_up
from games.plaques.rules.concealed.scenes import ConcealedScenes
from games.plaques.rules.concealed.state import ConcealedState
from games.plaques.rules.concealed.turns import declare, discard, draw, take
from games.plaques.rules.concealed.view import ConcealedObservation, imagine, observe
from games.plaques.rules.concealed.wording import ConcealedWording
from games.plaques.rules.pieces import PLAQUES
from games.plaques.rules.rulings import CONCEALED_RULINGS

_DRAW: tuple[ConcealedAction, ...] = (Draw(),)
_DECLARE: tuple[ConcealedAction, ...] = (Declare(),)
_TAKES: dict[str, ConcealedAction] = {plaque: Take(plaque) for plaque in PLAQUES}
_DISCARDS: dict[str, ConcealedAction] = {plaque: Discard(plaque) for plaque in PLAQUES}


class ConcealedDraw(Game[ConcealedState, ConcealedAction, ConcealedOptions, ConcealedObservation]):
    """The concealed draw game of the plaques."""

    slug = "concealed-draw"
    title = "Concealed Draw"
    chance_words = mark("shuffle")
    answers_on_mat = True
    blurb = mark(
        "Draw and discard behind your hand until your seven plaques please you, then declare. "
        "Everyone else has one more turn, and the best tableau takes a life from a player of its choice."
    )
    length = mark("rounds of 2 to 12 turns; as many rounds as it takes until one player has lives left")
    authors = mark("Matthew Breen, 2007, after a game in Gary Gygax's Saga of Old City")
    licence = mark("© 2007 Trigee Enterprises Company and Matthew Breen, all rights reserved")
    players = range(2, 7)
    rules_version = 1
    rulings = as_rulings(CONCEALED_RULINGS)
    Options = ConcealedOptions
    State = ConcealedState
    Observation = ConcealedObservation
    Action = ConcealedAction
    Event = ConcealedEvent
    wording = ConcealedWording()
    conditionals = ConcealedConditionals()
    notation = ConcealedNotation()
    scenes = ConcealedScenes()
    bots = MappingProxyType({"steady": steady})

    def initial_state(self, players: int, options: ConcealedOptions, chance: Chance) -> Step[ConcealedState]:
        """Choose the first dealer and deal the first round."""
        self.check_options(players, options)
        return set_up(players, options, chance)

    def current_players(self, state: ConcealedState) -> tuple[Player, ...]:
        """Return the player whose turn it is, or who nominates."""
        return () if state.phase == "over" else (state.turn,)

    def legal_actions(self, state: ConcealedState, player: Player) -> Sequence[ConcealedAction]:
        """Return the draws and *declare*, the plaques to discard, or the players to name."""
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
        """Raise `IllegalAction` with the reason if the player may not take this action."""
        if player not in self.current_players(state):
            raise NotAsked
        reason = refusal(state, action)
        if reason:
            raise reason

    def apply(
        self, state: ConcealedState, joint: Mapping[Player, ConcealedAction], chance: Chance
    ) -> Step[ConcealedState]:
        """Carry out the action of the player whose turn it is."""
        self.check_joint(state, joint)
        action = joint[state.turn]
        if isinstance(action, Discard):
            return _gone_on(discard(state, action.plaque), chance)
        if isinstance(action, Draw):
            return draw(state)
        if isinstance(action, Take):
            return take(state, action.plaque)
        if isinstance(action, Declare):
            return _gone_on(declare(state), chance)
        return nominate(state, action.player, chance)

    def default_action(self, state: ConcealedState, player: Player) -> ConcealedAction:
        """Draw from the pile and discard that plaque, else declare; nominate the player with the most lives."""
        return default_for(self.legal_actions(state, player), observe(state, player))

    def observation(self, state: ConcealedState, viewer: Player | None) -> ConcealedObservation:
        """Return everything but the pile, the tableaux of others and what they drew from the pile."""
        return observe(state, viewer)

    def places(self, state: ConcealedState) -> tuple[int, ...] | None:
        """Place players in the reverse order of going out."""  # P16
        if state.phase != "over":
            return None
        order = (state.turn, *reversed(state.went_out))
        return tuple(order.index(seat) + 1 for seat in range(len(order)))

    def tally(self, state: ConcealedState) -> Sequence[float]:
        """Return lives minus the expected loss in this round."""
        return hopes(state)

    def imagine(self, seen: ConcealedObservation, player: Player, chance: Chance) -> ConcealedState:
        """Draw a state consistent with what the player has seen."""
        return imagine(seen, player, chance)

    def reshuffle(self, state: ConcealedState, chance: Chance) -> ConcealedState:
        """Shuffle the face-down plaques."""
        return msgspec.structs.replace(state, pile=shuffled(chance, state.pile))


def _gone_on(step: Step[ConcealedState], chance: Chance) -> Step[ConcealedState]:
    """After a showdown with one rival left, nominate that rival automatically."""  # P21
    state, events = step
    if state.phase != "nominate" or len(state.seated) > 2:
        return step
    rival = next(seat for seat in state.seated if seat != state.turn)
    after = nominate(state, rival, chance)
    return Step(after.state, events + after.events)


CONCEALED_DRAW = ConcealedDraw()
