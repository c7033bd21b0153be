"""The hooks that a phestivity may override; the defaults are the plain game."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from typing import ClassVar, Generic, TypeVar

from engine import Action, Player
from games.tp5.rules.actions import Hog
from games.tp5.rules.flow import Play
from games.tp5.rules.hands import Hand, hand_with_die
from games.tp5.rules.state import Owners, Tp5State

Reason = tuple[str, str]


class Phestivity:
    """A change to the rules of one round."""

    def not_offered(self, players: int) -> Reason | None:
        """Return the code and the reason, a message, if it is not available with this many players (T3)."""
        return None

    passes_tiles: ClassVar[bool] = False
    """True if each player passes on a tile after the deal."""

    gives_identifiers: ClassVar[bool] = False

    def gifts(self, giver: Player, players: int) -> tuple[tuple[Player, ...], ...]:
        """Return the groups of players whom a giver may give one identifier each, before the claims."""
        return ((),)

    duty: ClassVar[int] = 0
    """The number of an owner's claims that must serve the duty."""
    duty_words: ClassVar[str] = ""

    def places(self, players: int, owner: Player) -> Collection[int]:
        """Return the places where an owner's identifier serves the duty."""
        return ()

    adds_to_claims: ClassVar[bool] = False

    def instead_of_claim(self, state: Tp5State, player: Player) -> Sequence[Hog]:
        """Return what a player may do instead of a claim, ignoring duties."""
        return ()

    ignores_die: ClassVar[bool] = False
    rolls_again: ClassVar[bool] = False
    lays_mines: ClassVar[bool] = False
    scores_twice: ClassVar[bool] = False

    def hand(self, tiles: tuple[str, ...], claimed: Sequence[int], row: Sequence[int], die: int) -> Hand:
        """Return a player's hand from the usable tiles they claimed or have in their row."""
        return hand_with_die(tuple([tiles[place] for place in claimed]), die)


A = TypeVar("A", bound=Action)


class Interrupt(Phestivity, ABC, Generic[A]):
    """A phestivity that adds an action to the window before the roll (T6)."""

    action: ClassVar[type[Action]]

    def may_act(self, claims: Owners, player: Player, own: tuple[int, ...]) -> bool:
        """True if a player with claims at the places `own` could achieve something with it (T10)."""
        return True

    @abstractmethod
    def actions(self, own: tuple[int, ...]) -> Sequence[A]:
        """Return the actions of such a player."""

    @abstractmethod
    def carry_out(self, state: Tp5State, player: Player, action: A) -> Play:
        """Apply an action that has been paid for."""
