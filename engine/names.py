"""The names of players as one reader sees them."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.game import Player
from engine.language import YOU, Person, say


@dataclass(frozen=True)
class ReaderNames:
    """Player names for one reader, who is called "you"."""

    names: Sequence[str]
    me: Player | None

    def who(self, player: Player) -> Person:
        """The name as subject or object."""
        return Person.called(say("you", context="player"), YOU) if player == self.me else Person(self.names[player])

    def whose(self, player: Player) -> str:
        """The possessive form."""
        return say("{who}'s", you="your", context="player", who=self.who(player))
