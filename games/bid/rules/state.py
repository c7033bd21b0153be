"""The state of a match of *Bid!*."""

from functools import lru_cache
from typing import Literal

from engine import Player, State
from games.bid.rules.options import BidOptions

Phase = Literal["reroll", "bid", "tie_break", "over"]


class BidState(State, frozen=True):
    """Everything about a match. Per-seat fields are tuples indexed by seat."""

    options: BidOptions
    phase: Phase
    round: int
    roller: Player
    dice: tuple[str, ...]
    """The four faces by suit: Suns, Moons, Crowns, Arms."""
    scores: tuple[int, ...]
    coins: tuple[int, ...]
    pawns: tuple[bool, ...]
    bank: int
    hands: tuple[tuple[str, ...], ...]
    """Six tiles each, ordered as in `TILES`."""
    hands_shown: bool
    """True if the Ace of Arms reveals all hands this round."""
    bids: tuple[tuple[str, ...], ...] = ()
    """The tiles bid, once revealed."""
    tied: tuple[Player, ...] = ()
    """The players tied for highest, during the tie-break."""


@lru_cache(maxsize=16)
def seats_from(first: Player, players: int) -> tuple[Player, ...]:
    """Return all seats clockwise, beginning with `first`."""
    return tuple((first + ahead) % players for ahead in range(players))
