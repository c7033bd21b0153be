"""The state of a match of *Bid!*."""

from typing import Literal

from games.rules.bid.options import BidOptions
from games.rules.core import Player, State
from games.rules.piecepack import VALUE

Phase = Literal["reroll", "bid", "tie_break", "over"]


class BidState(State, frozen=True):
    """Everything about a match. Per-seat fields are tuples by seat number."""

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
    """Six tiles each, in the order of `TILES`."""
    hands_shown: bool
    """Whether the Ace of Arms shows all hands in this round."""
    bids: tuple[tuple[str, ...], ...] = ()
    """The tiles bid, once revealed."""
    tied: tuple[Player, ...] = ()
    """Those tied for highest, during the tie-break."""


ACE_OF_SUNS, ACE_OF_MOONS, ACE_OF_CROWNS, ACE_OF_ARMS = "Sa", "Ma", "Ca", "Aa"
ARMS_THRESHOLD = 16
ARMS_BONUS = 5


def is_double(dice: tuple[str, ...]) -> bool:
    """Whether the Ace of Suns doubles this auction (B11)."""
    return dice[0] == ACE_OF_SUNS


def points_up(dice: tuple[str, ...]) -> int:
    """Points up for auction: dice of 2 to 5 count their face, doubled under the Ace of Suns (B11)."""
    points = 0
    for face in dice:
        value = VALUE[face]
        if value > 1:
            points += value
    return points * 2 if dice[0] == ACE_OF_SUNS else points


def null_coins(dice: tuple[str, ...]) -> int:
    """Coins that the nulls promise the winner, two each under the Ace of Suns (B7, B11)."""
    nulls = sum(face[1] == "n" for face in dice)
    return nulls * 2 if is_double(dice) else nulls


def seats_from(first: Player, players: int) -> tuple[Player, ...]:
    """All seats clockwise, beginning with `first`."""
    return tuple((first + ahead) % players for ahead in range(players))
