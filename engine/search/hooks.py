"""What a game may tell the search beside its rules. Every hook has a default that suits any game."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from engine.bots import play_at_random
from engine.chance import Chance
from engine.game import AnyGame, Bot, Player

DOUBT = 0.5
"""How many standard errors count as clearly, unless a game says otherwise."""
Values = Sequence[float]
"""What a position is worth to each seat, from 0 to 1."""


def usual_doubt(seen: Any) -> float:
    """Return the same doubt at every decision."""
    return DOUBT


@dataclass(frozen=True)
class Hooks:
    """The hooks of one game."""

    policy: Bot[Any, Any] = play_at_random
    """Plays the rest of a simulated match, and the first visit of every decision in the tree."""
    own: Bot[Any, Any] | None = None
    """Gives the answer that stays unless another does clearly better; None: the policy does.

    It may take longer and be stronger than the policy: it is asked once for a decision.
    """
    doubt: Callable[[Any], float] = usual_doubt
    """How far an action must be ahead of that answer to be played instead, in standard errors of the difference.

    It depends on what the seat may know. `inf` keeps that answer: the policy may play on from some of the actions so
    badly that no number of simulations finds what they are worth.
    """
    rivals: Bot[Any, Any] | None = None
    """How the others answer at a decision that is compared; None: by the policy."""
    seat: Callable[[Any], Player] = attrgetter("viewer")
    """The seat that an observation belongs to."""
    imagine: Callable[[Any, Player, Chance], Any] | None = None
    """Draws a state as the game's `imagine` does, but the likelier ones more often, given what the others did."""
    worth: Callable[[Any, Chance], Values] | None = None
    """Values a state before the end, by a formula or a quick simulation of its own.

    Without it every simulated match is played to its end.
    """
    stretch: float = 1.0
    """By how much matches end further from even than `worth` says, for figures that people read; the search ignores it.

    Measured among the policy: least squares over positions, between `worth` and the first places of matches played on.
    """
    playout: Callable[[Any, Player, Chance], Values] | None = None
    """Plays a match on to its end for the seat that compares actions, faster than the policy can."""
    horizon: int = 0
    """How many steps the policy plays on before `worth` is asked."""
    rest: Callable[[Any], int] | None = None
    """The part of a match that a state is in; the policy plays on to the next part instead of `horizon` steps."""
    candidates: Callable[[Any, Sequence[Any]], Sequence[Any]] | None = None
    """Prunes the legal actions, from what the seat may know."""
    public: Callable[[Any], Hashable] | None = None
    """A key of states that everybody knows entirely, except for draws to come. None: seats have secrets."""
    endgame: Callable[[Any], bool] | None = None
    """True if a state of two seats is small enough to be solved exactly. Needs `public`."""
    at_once: Callable[[Any], bool] | None = None
    """True if the answers of the two seats asked decide what a state is worth, whatever is drawn after them.

    Such a decision is solved as a matrix game. Needs `public` and `worth`.
    """
    certain: Callable[[Any], bool] | None = None
    """True if nothing is drawn or sealed before a simulated match from this state is valued.

    Then one seat's own answers until that moment are searched together. Candidates come likeliest first there.
    """
    kept: Sequence[Any] = ()
    """Actions that are compared to the end wherever they are legal, whatever is pruned."""
    widest: int = 24
    """The most actions compared at one decision; of more, some are picked by the policy and at random."""

    def world(self, game: AnyGame, seen: Any, player: Player, chance: Chance) -> Any:
        """Draw a state that `player`, who sees `seen`, cannot tell from the real one."""
        return (self.imagine or game.imagine)(seen, player, chance)
