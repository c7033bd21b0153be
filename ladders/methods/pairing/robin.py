"""Round robin: over all rounds everyone meets everyone as evenly as the seat count allows.

All rounds are planned at the start from the seed, so each round computes the same plan. Once a player has left or come
late, the remaining rounds are planned again. Tables of two use the circle method, which is exact. Larger tables use the
best of three starting points (a plan from a plane over a finite ring, one round rotated to give all the others, and
rounds drawn one after the other), and annealing then improves all rounds together. The tests and the bench compare the
outcome with its lower bound.
"""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from ladders.methods.pairing.annealing import Annealing, Rounds, kinds_of_pairs
from ladders.methods.pairing.byes import lowest_without
from ladders.methods.pairing.designs import parallel_rounds, resolved_rounds, turned_kinds, turned_rounds
from ladders.methods.pairing.field import APART, Draw, Field
from ladders.methods.pairing.meetings import Pair, count, least_unevenness, pair
from ladders.methods.pairing.search import Cost, cheapest_seating
from ladders.methods.pairing.sizes import split

PLANNED_AHEAD = 2000
"""All rounds are planned ahead while players times rounds is at most this; larger fields are drawn round by round."""
EXCHANGES, TURNED_EXCHANGES, TURNED_TRIES = 40_000, 8_000, 4


def rounds_needed(players: int, seats: int) -> int:
    """How many rounds give everyone the chance to meet everyone once."""
    if players <= seats:
        return 1
    others = players - 1
    return others + players % 2 if seats == 2 else -(-others // (seats - 1))


def robin(field: Field, number: int, rounds: int) -> Draw:
    """Draw round `number` of `rounds`, counted from 1."""
    going_on = _without_those_who_left(field, number, rounds)
    if going_on is not None:
        return going_on
    again = [] if _pairs_alone(field) else _plan(field, rounds - number + 1, field.met)
    return again[0] if again else _drawn(field)


def _without_those_who_left(field: Field, number: int, rounds: int) -> Draw | None:
    """The round of the original plan with departed players removed, if the plan was kept and still suits the field."""
    still_in = frozenset(field.players)
    everyone = still_in.union(*field.met)
    plan = _plan(replace(field, players=sorted(everyone), met={}, byes={}), rounds, field.met)
    if number > len(plan):
        return None
    before = count(_still_in(table, still_in) for draw in plan[: number - 1] for table in draw.tables)
    if before != {key: times for key, times in field.met.items() if still_in.issuperset(key)}:
        return None
    tables = [_still_in(table, still_in) for table in plan[number - 1].tables]
    seated = [table for table in tables if len(table) > 1]
    draw = Draw(seated, [player for player in field.players if player not in frozenset().union(*seated)])
    return draw if _suits(field, draw) else None


def _still_in(table: Sequence[int], still_in: frozenset[int]) -> list[int]:
    return [player for player in table if player in still_in]


def _suits(field: Field, draw: Draw) -> bool:
    """True if a round seats as many players as possible at tables that differ by at most one."""
    sizes = [len(table) for table in draw.tables]
    _, byes = split(len(field.players), field.seats, field.fewest, field.most)
    fits = bool(sizes) and field.fewest <= min(sizes) and max(sizes) <= min(field.most, min(sizes) + 1)
    return fits and len(draw.byes) == byes


def _pairs_alone(field: Field) -> bool:
    """True if all tables seat two, with at most one empty chair."""
    sizes, byes = split(len(field.players), field.seats, field.fewest, field.most)
    return set(sizes) == {2} and byes < 2


def _plan(field: Field, rounds: int, been: Mapping[Pair, int]) -> list[Draw]:
    """All remaining rounds, or only the known ones if the others are drawn when their turn comes.

    `been` holds the pairs that have met, used when a plan from the start is recomputed; the field leaves them out.
    """
    players = sorted(field.players)
    random.Random(field.plan_seed).shuffle(players)  # noqa: S311 - repeatable on purpose
    if _pairs_alone(field):
        return _circles(players, rounds, field.apart, been)
    sizes, byes = split(len(players), field.seats, field.fewest, field.most)
    changed, free = bool(field.met or field.apart), bool(sizes) and not byes
    designed = resolved_rounds(players, sizes) or parallel_rounds(players, len(sizes), sizes)
    known = designed[:rounds] if free else []
    if len(players) * rounds > PLANNED_AHEAD or (len(known) == rounds and not changed):
        return [] if changed else [Draw(tables, []) for tables in known]
    turned = _turned(players, sizes, rounds, field) if free and not changed else []
    begun = [_filled(field, start, rounds) for start in (known, turned, [])]
    return _improved(field, min(begun, key=lambda plan: _search(field, plan).price))


def _turned(players: Sequence[int], sizes: Sequence[int], rounds: int, field: Field) -> Rounds:
    """The best plan found by rotating one round to make the others, if the numbers allow it."""
    turns = rounds_needed(len(players), field.seats)
    if turns < 2 or len(players) % turns > 1:
        return []
    kinds = turned_kinds(len(players), turns)
    base = _cut(range(len(players)), sizes)
    tries = [
        Annealing([base], kinds, [0] * (1 + max(map(max, kinds))), f"{field.plan_seed} turned {number}")
        for number in range(TURNED_TRIES)
    ]
    for search in tries:
        search.improve(TURNED_EXCHANGES, 0)
    found = min(tries, key=lambda search: search.price).rounds[0]
    return [[[players[one] for one in table] for table in tables] for tables in turned_rounds(found, turns)][:rounds]


def _filled(field: Field, known: Rounds, rounds: int) -> list[Draw]:
    """The known rounds, followed by others drawn one by one."""
    plan = [Draw(tables, []) for tables in known]
    met = Counter(field.met) + count(table for tables in known for table in tables)
    byes = Counter(field.byes)
    for number in range(len(known), rounds):
        draw = _drawn(replace(field, met=met, byes=byes, seed=f"{field.plan_seed} round {number}"))
        plan.append(draw)
        met += count(draw.tables)
        byes.update(draw.byes)
    return plan


def _improved(field: Field, plan: list[Draw]) -> list[Draw]:
    """Swap players within rounds to make all rounds together as even as possible."""
    sizes = [len(table) for table in plan[0].tables] if plan else []
    floor = 0 if field.met or field.apart else least_unevenness(len(field.players), sizes, len(plan))
    search = _search(field, plan)
    search.improve(EXCHANGES, floor)
    players = field.players
    return [
        Draw([[players[one] for one in table] for table in tables], draw.byes)
        for tables, draw in zip(search.rounds, plan, strict=True)
    ]


def _search(field: Field, plan: Sequence[Draw]) -> Annealing:
    """The annealing search over a plan; pairs kept apart start with a prohibitive number of meetings."""
    place = {player: number for number, player in enumerate(field.players)}
    kinds = kinds_of_pairs(len(place))
    met = [0] * len(place) ** 2
    known = [(key, times) for key, times in field.met.items()] + [(key, APART) for key in field.apart]
    for (one, other), times in known:
        if one in place and other in place:
            met[kinds[place[one]][place[other]]] += times
    rounds = [[[place[player] for player in table] for table in draw.tables] for draw in plan]
    return Annealing(rounds, kinds, met, f"{field.plan_seed} improved")


def _drawn(field: Field) -> Draw:
    """One round, given the history so far."""
    sizes, byes = split(len(field.players), field.seats, field.fewest, field.most)
    out = lowest_without(field, byes)
    seated = [player for player in field.players if player not in out]
    random.Random(field.seed).shuffle(seated)  # noqa: S311 - repeatable on purpose
    return Draw(cheapest_seating(_cut(seated, sizes), _cost(field), field.seed), out)


def _cut(players: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    """Tables of these sizes, keeping the players' order."""
    starts = [sum(sizes[:table]) for table in range(len(sizes) + 1)]
    return [list(players[start:end]) for start, end in pairwise(starts)]


def _cost(field: Field) -> Cost:
    def cost(one: int, other: int) -> int:
        key = pair(one, other)
        return (key in field.apart) * APART + field.met.get(key, 0)

    return cost


def _circles(players: list[int], rounds: int, apart: frozenset[Pair], been: Mapping[Pair, int]) -> list[Draw]:
    """Rounds by the circle method: first those already played, even if they seat pairs since kept apart.

    Of the other rounds, those that seat such a pair come last or are left out.
    """

    def rank(draw: Draw) -> tuple[int, int]:
        pairs = count(draw.tables)
        return -max((been.get(key, 0) for key in pairs), default=0), len(apart & set(pairs))

    turns = sorted((_circle(players, number) for number in range(1, len(players) + len(players) % 2)), key=rank)
    return [turns[number % len(turns)] for number in range(rounds)]


def _circle(players: list[int], number: int) -> Draw:
    """Keep the first player in place and rotate the others; the player facing the empty chair has a bye."""
    chairs: list[int | None] = [*players] if len(players) % 2 == 0 else [None, *players]
    turned = number % (len(chairs) - 1)
    chairs = [chairs[0], *chairs[1 + turned :], *chairs[1 : 1 + turned]]
    half = len(chairs) // 2
    facing = list(zip(chairs[:half], reversed(chairs[half:]), strict=True))
    byes = [one if other is None else other for one, other in facing if one is None or other is None]
    tables = [[one, other] for one, other in facing if one is not None and other is not None]
    return Draw(tables, [player for player in byes if player is not None])
