"""What lives are worth in Concealed Draw: the chance to be the last, counted exactly."""

from functools import cache

from engine import Chance, Player

EDGE = 1.25
"""How many times its share of rounds a player is taken to win who plays better than the others."""

Lives = tuple[int, ...]


@cache
def chance_to_last(lives: Lives, me: Player) -> float:
    """Return a seat's chance to be the last if it names whom it is best to name, and the others as *steady* does."""
    left = [seat for seat, count in enumerate(lives) if count]
    if not lives[me] or len(left) == 1:
        return float(lives[me] > 0)
    others = [seat for seat in left if seat != me]
    by_others = sum([chance_to_last(one_less(lives, most_alive(lives, seat)), me) for seat in others])
    by_me = max([chance_to_last(one_less(lives, seat), me) for seat in others])
    return (by_others + EDGE * by_me) / (len(others) + EDGE)


@cache
def shares_of(lives: Lives) -> tuple[float, ...]:
    """Return each seat's share of the chances to be the last, each counted as if that seat named best."""
    chances = [chance_to_last(lives, seat) for seat in range(len(lives))]
    return tuple([chance / sum(chances) for chance in chances])


@cache
def stakes_of(lives: Lives) -> tuple[tuple[float, float], ...]:
    """Return each seat's share after a round that it wins, and the mean after one that another wins."""
    return tuple([_stakes(lives, seat) for seat in range(len(lives))])


def _stakes(lives: Lives, me: Player) -> tuple[float, float]:
    others = [seat for seat, count in enumerate(lives) if count and seat != me]
    if not lives[me] or not others:
        return shares_of(lives)[me], shares_of(lives)[me]
    won = max([shares_of(one_less(lives, seat))[me] for seat in others])
    lost = [shares_of(one_less(lives, most_alive(lives, winner)))[me] for winner in others]
    return won, sum(lost) / len(lost)


def match_played(lives: Lives, chance: Chance) -> tuple[float, ...]:
    """Play a match on until two are left, each round won by anybody; return each seat's share of the chances then.

    All who win a round name as *keen* does.
    """
    while len(left := [seat for seat, count in enumerate(lives) if count]) > 2:
        winner = left[chance.below(len(left))]
        lives = one_less(lives, best_named(lives, winner))
    return shares_of(lives)


@cache
def best_named(lives: Lives, winner: Player) -> Player:
    """Return whom *keen* names: the rival without whose life a seat is likeliest to be the last."""
    others = [seat for seat, count in enumerate(lives) if count and seat != winner]
    return max(others, key=lambda seat: chance_to_last(one_less(lives, seat), winner))


def most_alive(lives: Lives, winner: Player) -> Player:
    """Return whom *steady* names: the rival with the most lives, among equals the first clockwise."""
    others = [(winner + steps) % len(lives) for steps in range(1, len(lives))]
    return max(others, key=lives.__getitem__)


def one_less(lives: Lives, struck: Player) -> Lives:
    """Take a life from a seat."""
    return (*lives[:struck], lives[struck] - 1, *lives[struck + 1 :])
