"""The state of a match of Goofspiel."""

from engine import Player, State

from .options import GoofspielOptions


class GoofspielState(State, frozen=True):
    """Everything about a match. Per-seat fields are tuples by seat number.

    The order in which prizes will come is no part of it: each is drawn when it is turned, so nobody can
    learn it too early.
    """

    options: GoofspielOptions
    prize: int
    """The prize card that lies open; 0 when the match is over."""
    carried: int
    """Points that ties have left on the table."""
    left: tuple[int, ...]
    """Prize cards that have not been turned yet."""
    scores: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    prizes: tuple[int, ...] = ()
    """Prize cards of past rounds."""
    bids: tuple[tuple[int, ...], ...] = ()
    """Bids of past rounds."""
    highest: tuple[tuple[Player, ...], ...] = ()
    """Who bid highest in past rounds: a winner, or all who were tied."""
