"""What a game calls what its log counts: "round 3", "turn 7", "hand 2"."""

from engine import Game
from engine.language import say
from games.registry import GAMES


def round_words(slug: str, number: int) -> str:
    """Name a round of the log as its game does: "turn 7"."""
    game = GAMES.get(slug)
    return say(game.round_words if game else Game.round_words, number=number)
