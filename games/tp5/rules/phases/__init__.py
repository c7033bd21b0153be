"""The parts of a round, by name."""

from typing import Any

from games.rules.core import Chance
from games.rules.tp5.flow import Play
from games.rules.tp5.phases.after_roll import DisgracePart, MinePart, RollPart
from games.rules.tp5.phases.base import Part
from games.rules.tp5.phases.before_roll import BeforeRollPart, SendBackPart
from games.rules.tp5.phases.choose import ChoosePart, DealPart
from games.rules.tp5.phases.claim import ClaimPart, PlaceAnewPart
from games.rules.tp5.phases.give import GivePart
from games.rules.tp5.phases.pass_on import PassOnPart
from games.rules.tp5.phases.reveal import RevealPart
from games.rules.tp5.phases.scoring import ScoringPart
from games.rules.tp5.phases.statement import StatementPart
from games.rules.tp5.state import Phase

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
    "place_anew": PlaceAnewPart(),
    "roll": RollPart(),
    "disgrace": DisgracePart(),
    "mine": MinePart(),
    "scoring": ScoringPart(),
}


def run(play: Play, chance: Chance) -> Play:
    """Go on until somebody is asked or the match is over."""
    while not play.state.asked and play.state.phase != "over":
        play = play.then(PARTS[play.state.phase].go_on, chance)
    return play
