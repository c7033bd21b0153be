"""What all games share: their interface, chance, wording, the log of a match and its verification."""

from games.rules.core.chance import Chance, RecordedChance, SeededChance, choice, shuffled
from games.rules.core.game import (
    Action,
    Bot,
    Budget,
    Event,
    Game,
    IllegalAction,
    IllegalOptions,
    Mark,
    Names,
    Observation,
    Options,
    Player,
    State,
    Step,
    Wording,
    places_by_score,
)
from games.rules.core.notation import Notation, Row
from games.rules.core.plans import Fact, Pattern, Planning
from games.rules.core.points import Point, settled

__all__ = [
    "Action",
    "Bot",
    "Budget",
    "Chance",
    "Event",
    "Fact",
    "Game",
    "IllegalAction",
    "IllegalOptions",
    "Mark",
    "Names",
    "Notation",
    "Observation",
    "Options",
    "Pattern",
    "Planning",
    "Player",
    "Point",
    "RecordedChance",
    "Row",
    "SeededChance",
    "State",
    "Step",
    "Wording",
    "choice",
    "places_by_score",
    "settled",
    "shuffled",
]
