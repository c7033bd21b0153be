"""The phases of a round, by name."""

from typing import Any

from engine import Chance, Step
from games.tp5.rules.flow import Play
from games.tp5.rules.phases.after_roll import DisgracePart, MinePart, RollPart
from games.tp5.rules.phases.base import Part
from games.tp5.rules.phases.before_roll import BeforeRollPart, SendBackPart
from games.tp5.rules.phases.choose import ChoosePart, DealPart
from games.tp5.rules.phases.claim import ClaimPart, PlaceAgainPart
from games.tp5.rules.phases.give import GivePart
from games.tp5.rules.phases.pass_on import PassOnPart
from games.tp5.rules.phases.reveal import RevealPart
from games.tp5.rules.phases.scoring import ScoringPart
from games.tp5.rules.phases.statement import StatementPart
from games.tp5.rules.state import Phase, Tp5State

PARTS: dict[Phase, Part[Any]] = {
    "choose": ChoosePart(),
    "deal": DealPart(),
    "pass_on": PassOnPart(),
    "turn_up": RevealPart(),
    "statement": StatementPart(),
    "give": GivePart(),
    "claim": ClaimPart(),
    "before_roll": BeforeRollPart(),
    "send_back": SendBackPart(),
    "place_again": PlaceAgainPart(),
    "roll": RollPart(),
    "disgrace": DisgracePart(),
    "mine": MinePart(),
    "scoring": ScoringPart(),
}


def run(play: Play, chance: Chance) -> Step[Tp5State]:
    """Go on until a player is asked or the match is over."""
    state, events = play.state, play.events
    while not state.asked and state.phase != "over":
        more = PARTS[state.phase].go_on(state, chance)
        state = more.state
        events += more.events
    return Step(state, events)
