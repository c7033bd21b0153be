"""What lives are worth in Concealed Draw: the chance to be the last, counted exactly."""

from functools import lru_cache

from engine import Player

EDGE = 1.25
"""How many times its share of rounds a player is taken to win who plays better than the others."""

Lives = tuple[int, ...]


@lru_cache(maxsize=2**18)  # all that six seats with five lives need
def chance_to_last(lives: Lives, me: Player) -> float:
    """Return a seat's chance to be the last if it names whom it is best to name, and the others as *steady* does."""
    left = [seat for seat, count in enumerate(lives) if count]
    if not lives[me] or len(left) == 1:
        return float(lives[me] > 0)
    others = [seat for seat in left if seat != me]
    by_others = sum([chance_to_last(one_less(lives, most_alive(lives, seat)), me) for seat in others])
    by_me = max([chance_to_last(one_less(lives, seat), me) for seat in others])
    return (by_others + EDGE * by_me) / (len(others) + EDGE)


def most_alive(lives: Lives, winner: Player) -> Player:
    """Return whom *steady* names: the rival with the most lives, among equals the first clockwise."""
    others = [(winner + steps) % len(lives) for steps in range(1, len(lives))]
    return max(others, key=lives.__getitem__)


def one_less(lives: Lives, struck: Player) -> Lives:
    """Take a life from a seat."""
    return (*lives[:struck], lives[struck] - 1, *lives[struck + 1 :])
