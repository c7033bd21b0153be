"""The game interface, chance, conditional moves, notation and rulings, shared by all games."""

from engine.chance import Chance, RecordedChance, SeededChance, choice, shuffled, weighted_choice
from engine.conditional_moves import Conditionals, Fact, Pattern
from engine.game import (
    Action,
    AnyGame,
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
from engine.notation import Notation, Row
from engine.rulings import Ruling, as_rulings

__all__ = [
    "Action",
    "AnyGame",
    "Bot",
    "Budget",
    "Chance",
    "Conditionals",
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
    "Player",
    "RecordedChance",
    "Row",
    "Ruling",
    "SeededChance",
    "State",
    "Step",
    "Wording",
    "as_rulings",
    "choice",
    "places_by_score",
    "shuffled",
    "weighted_choice",
]
