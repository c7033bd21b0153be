"""The hooks that a phestivity may fill; what it leaves alone is the plain game."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Generic, TypeVar

from games.rules.core import Action, Player
from games.rules.tp5.actions import Hog
from games.rules.tp5.flow import Play
from games.rules.tp5.hands import Hand, hand_with_die
from games.rules.tp5.options import Key
from games.rules.tp5.state import Tp5State

Reason = tuple[str, str]


class Phestivity:
    """A change to the rules of one round."""

    clashes: ClassVar[tuple[Key, ...]] = ()
    """Phestivities that cannot be obeyed beside this one (T3)."""

    def not_offered(self, players: int) -> Reason | None:
        """Code and sentence why a table of this size cannot have it (T3)."""
        return None

    passes_tiles: ClassVar[bool] = False
    """Whether each passes a tile on after the deal."""

    gives_identifiers: ClassVar[bool] = False

    def gifts(self, giver: Player, players: int) -> tuple[tuple[Player, ...], ...]:
        """The groups of players to each of whom a giver may give one identifier, before the claims."""
        return ((),)

    duty: ClassVar[int] = 0
    """How many of an owner's claims must serve."""
    duty_words: ClassVar[str] = ""

    def serves(self, state: Tp5State, owner: Player, place: int) -> bool:
        """Whether an owner's identifier at a place serves the duty."""
        return False

    adds_to_claims: ClassVar[bool] = False

    def instead_of_claim(self, state: Tp5State, player: Player) -> Sequence[Hog]:
        """What a player may do instead of a claim, duties aside."""
        return ()

    ignores_die: ClassVar[bool] = False
    rolls_again: ClassVar[bool] = False
    lays_mines: ClassVar[bool] = False
    scores_twice: ClassVar[bool] = False

    def hand(self, tiles: tuple[str, ...], claimed: Sequence[int], row: Sequence[int], die: int) -> Hand:
        """Make a player's hand of the usable tiles claimed, or in their row."""
        return hand_with_die(tuple([tiles[place] for place in claimed]), die)


A = TypeVar("A", bound=Action)


class Interrupt(Phestivity, ABC, Generic[A]):
    """A phestivity that adds an action to the window before the roll (T6)."""

    action: ClassVar[type[Action]]

    def may_act(self, state: Tp5State, player: Player, own: tuple[int, ...]) -> bool:
        """Whether a player with claims at the places `own` could do something with it (T10)."""
        return True

    @abstractmethod
    def actions(self, own: tuple[int, ...]) -> Sequence[A]:
        """What such a player may answer."""

    @abstractmethod
    def carry_out(self, state: Tp5State, player: Player, action: A) -> Play:
        """Let an action take effect once it has been paid for."""
