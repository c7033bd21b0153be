"""The rules of Goofspiel."""

from .game import Goofspiel

GOOFSPIEL = Goofspiel()

GAMES = (GOOFSPIEL,)

__all__ = ["GAMES", "GOOFSPIEL"]
