"""Round robin: over all rounds everyone meets everyone as evenly as the seat count allows.

Tables of two: the circle method, which is exact. Larger tables: this is the social golfer's problem, which has no quick
exact answer; every round starts from a shuffle by the seed and is improved by exchanges, where the n-th meeting of a
pair costs n - 1. For fields that are not large, several plans for all the rounds that remain are made so, and the
evenest one's first round is played. What comes of it is compared with its lower bound in the tests and in the bench.
"""

import random
from collections import Counter
from dataclasses import replace
from itertools import pairwise

from ladders.methods.pairing.byes import lowest_without
from ladders.methods.pairing.field import APART, Draw, Field
from ladders.methods.pairing.meetings import count, pair, unevenness
from ladders.methods.pairing.search import Cost, improved
from ladders.methods.pairing.sizes import split

PLANS = 24
PLANNED_AHEAD = 64
"""Fields are planned to their end while players times seats are no more."""


def rounds_needed(players: int, seats: int) -> int:
    """How many rounds give everyone the chance to meet everyone once."""
    if players <= seats:
        return 1
    others = players - 1
    return others + players % 2 if seats == 2 else -(-others // (seats - 1))


def robin(field: Field, number: int, rounds: int) -> Draw:
    """Draw round `number` of `rounds`, counted from 1."""
    sizes, byes = split(len(field.players), field.seats, field.fewest, field.most)
    if set(sizes) == {2} and byes < 2:
        return _circle(sorted(field.players), number)
    tries = PLANS if len(field.players) * field.seats <= PLANNED_AHEAD else 1
    plans = [_plan(replace(field, seed=f"{field.seed} plan {plan}"), rounds - number + 1) for plan in range(tries)]
    return min(plans, key=lambda plan: plan[0])[1]


def _plan(field: Field, rounds: int) -> tuple[int, Draw]:
    """Draw all rounds that remain; give their unevenness in the end and the first of them."""
    first = _drawn(field)
    now, draw = field, first
    for number in range(1, rounds + 1):
        if number > 1:
            draw = _drawn(replace(now, seed=f"{field.seed} ahead {number}"))
        byes = {player: now.byes.get(player, 0) + (player in draw.byes) for player in now.players}
        now = replace(now, met=count(draw.tables) + Counter(now.met), byes=byes)
    return unevenness(now.met), first


def _drawn(field: Field) -> Draw:
    sizes, byes = split(len(field.players), field.seats, field.fewest, field.most)
    out = lowest_without(field, byes)
    seated = [player for player in field.players if player not in out]
    random.Random(field.seed).shuffle(seated)  # noqa: S311 - repeatable on purpose
    starts = [sum(sizes[:table]) for table in range(len(sizes) + 1)]
    first = [seated[start:end] for start, end in pairwise(starts)]
    return Draw(improved(first, _cost(field), field.seed), out)


def _cost(field: Field) -> Cost:
    def cost(one: int, other: int) -> int:
        key = pair(one, other)
        return (key in field.apart) * APART + field.met.get(key, 0)

    return cost


def _circle(players: list[int], number: int) -> Draw:
    """Keep the first in place and turn the others; who faces the empty chair has a bye."""
    chairs: list[int | None] = [*players] if len(players) % 2 == 0 else [None, *players]
    turned = number % (len(chairs) - 1)
    chairs = [chairs[0], *chairs[1 + turned :], *chairs[1 : 1 + turned]]
    half = len(chairs) // 2
    facing = list(zip(chairs[:half], reversed(chairs[half:]), strict=True))
    byes = [one if other is None else other for one, other in facing if one is None or other is None]
    tables = [[one, other] for one, other in facing if one is not None and other is not None]
    return Draw(tables, [player for player in byes if player is not None])
