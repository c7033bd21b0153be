"""The names of players as one reader sees them."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.game import Player


@dataclass(frozen=True)
class ReaderNames:
    """Player names for one reader, who is called "you"."""

    names: Sequence[str]
    me: Player | None

    def who(self, player: Player) -> str:
        """The name as subject or object."""
        return "you" if player == self.me else self.names[player]

    def whose(self, player: Player) -> str:
        """The possessive form."""
        return "your" if player == self.me else f"{self.names[player]}'s"
