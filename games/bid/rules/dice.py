"""The four dice and what they put up for auction."""

from itertools import product
from typing import NamedTuple

from games.rules.core import Chance
from games.rules.piecepack import RANKS, SUITS, VALUE

Dice = tuple[str, ...]
"""The four faces by suit: Suns, Moons, Crowns, Arms."""

ACE_OF_SUNS, ACE_OF_MOONS, ACE_OF_CROWNS, ACE_OF_ARMS = "Sa", "Ma", "Ca", "Aa"
ARMS_THRESHOLD = 16
ARMS_BONUS = 5

FACES = tuple(tuple(suit + rank for rank in RANKS) for suit in SUITS)


class Prize(NamedTuple):
    """What one roll means for its auction."""

    points: int
    """Points up for auction: dice of 2 to 5 count their face."""
    null_coins: int
    """Coins that the nulls promise the winner (B7)."""
    double: bool
    """The Ace of Suns doubles all the others and asks for two tiles (B11)."""
    moons_coins: int
    """Coins that the Ace of Moons promises each who does not win, or 0."""
    crowns: bool
    """The Ace of Crowns punishes a tie for highest (B8)."""
    arms_bonus: int
    """Points that the Ace of Arms gives to strong hands, or 0."""


def _prize(dice: Dice) -> Prize:
    double = dice[0] == ACE_OF_SUNS
    times = 2 if double else 1
    values = [VALUE[face] for face in dice]
    return Prize(
        points=times * sum([value for value in values if value > 1]),
        null_coins=times * values.count(0),
        double=double,
        moons_coins=times if dice[1] == ACE_OF_MOONS else 0,
        crowns=dice[2] == ACE_OF_CROWNS,
        arms_bonus=times * ARMS_BONUS if dice[3] == ACE_OF_ARMS else 0,
    )


PRIZES = {dice: _prize(dice) for dice in product(*FACES)}
"""What every roll of the four dice puts up for auction."""


def roll(chance: Chance) -> Dice:
    """Roll all four dice."""
    below = chance.below
    suns, moons, crowns, arms = FACES
    return (suns[below(6)], moons[below(6)], crowns[below(6)], arms[below(6)])


def reroll_one(dice: Dice, suit: str, chance: Chance) -> Dice:
    """Roll the die of one suit again and leave the others."""
    place = SUITS.index(suit)
    return (*dice[:place], FACES[place][chance.below(6)], *dice[place + 1 :])
