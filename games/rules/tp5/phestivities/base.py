"""The hooks that a phestivity may fill; what it leaves alone is the plain game."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from games.rules.core import Action, Player
from games.rules.tp5.hands import Hand, hand_with_die
from games.rules.tp5.state import Tp5State

if TYPE_CHECKING:
    from games.rules.tp5.flow import Play
    from games.rules.tp5.options import Key

Reason = tuple[str, str]


class Phestivity:
    """A change to the rules of one round."""

    clashes: ClassVar[tuple["Key", ...]] = ()
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

    def instead_of_claim(self, state: Tp5State, player: Player) -> Sequence[Action]:
        """What a player may do instead of a claim, duties aside."""
        return ()

    acts_before_roll: ClassVar[type[Action] | None] = None
    """The action that it adds to the window before the roll."""

    def may_act(self, state: Tp5State, player: Player, own: tuple[int, ...]) -> bool:
        """Whether a player with claims at the places `own` could do something with it (T10)."""
        return True

    def actions(self, own: tuple[int, ...]) -> Sequence[Action]:
        """What such a player may answer."""
        return ()

    def carry_out(self, state: Tp5State, player: Player, action: Action) -> "Play":
        """Let an action take effect once it has been paid for."""
        raise NotImplementedError

    ignores_die: ClassVar[bool] = False
    rolls_again: ClassVar[bool] = False
    lays_mines: ClassVar[bool] = False
    scores_twice: ClassVar[bool] = False

    def hand(self, tiles: tuple[str, ...], claimed: Sequence[int], row: Sequence[int], die: int) -> Hand:
        """Make a player's hand of the usable tiles claimed, or in their row."""
        return hand_with_die(tuple([tiles[place] for place in claimed]), die)
