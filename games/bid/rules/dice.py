"""The four dice and the prize they show."""

from itertools import product
from typing import NamedTuple

from engine import Chance
from engine.piecepack import RANKS, SUITS, VALUE

Dice = tuple[str, ...]
"""The four faces by suit: Suns, Moons, Crowns, Arms."""

ACE_OF_SUNS, ACE_OF_MOONS, ACE_OF_CROWNS, ACE_OF_ARMS = "Sa", "Ma", "Ca", "Aa"
ARMS_THRESHOLD = 16
ARMS_BONUS = 5

FACES = tuple(tuple(suit + rank for rank in RANKS) for suit in SUITS)


class Prize(NamedTuple):
    """The prize and the special effects of one roll."""

    points: int
    """The points up for auction: dice of 2 to 5 count their face."""
    null_coins: int
    """The coins that nulls give to the winner (B7)."""
    double: bool
    """True if the Ace of Suns doubles the others and requires two tiles (B11)."""
    moons_coins: int
    """The coins that the Ace of Moons gives to each player who does not win, or 0."""
    crowns: bool
    """True if the Ace of Crowns punishes a tie for highest (B8)."""
    arms_bonus: int
    """The points that the Ace of Arms gives to strong hands, or 0."""


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
"""The prize of every roll of the four dice."""


_ALL = iter(PRIZES)
_ROLLS = [[[[next(_ALL) for _ in FACES[3]] for _ in FACES[2]] for _ in FACES[1]] for _ in FACES[0]]
"""Every roll by the face of each die: the keys of `PRIZES` themselves, which are found sooner than equal tuples."""


def roll(chance: Chance) -> Dice:
    """Roll all four dice."""
    below = chance.below
    return _ROLLS[below(6)][below(6)][below(6)][below(6)]


def reroll_one(dice: Dice, suit: str, chance: Chance) -> Dice:
    """Reroll the die of one suit and keep the others."""
    place = SUITS.index(suit)
    return (*dice[:place], FACES[place][chance.below(6)], *dice[place + 1 :])
