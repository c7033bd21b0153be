"""Known plans without repeated meetings: the lines of planes over finite rings, cut to the number of players.

Players stand in columns with one row for each table. The table `(slope, start)` takes from each column the row `slope *
multiplier + start`. If the difference of any two columns' multipliers has an inverse, two players of different columns
meet at exactly one slope. So each slope is a round, and no round repeats a meeting of another. With as many columns as
rows, a prime power, the columns themselves form one more round, and everyone has met everyone: an affine plane.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

Rounds = list[list[list[int]]]
Ring = list[list[list[int]]]
"""Addition and multiplication tables of the elements, numbered from 0."""


def parallel_rounds(players: Sequence[int], tables: int, sizes: Sequence[int]) -> list[list[list[int]]]:
    """Rounds of `tables` tables of these sizes without a repeated meeting, or none if no such plan is known."""
    columns = [players[start : start + tables] for start in range(0, len(players), tables)]
    parts = prime_powers(tables)
    if tables < 2 or len(columns) > min(parts):
        return []
    sums, products = _ring(parts)
    multipliers = _multipliers(parts)
    rounds = [
        [
            [
                row
                for column, by in zip(columns, multipliers, strict=False)
                for row in _at(column, sums[products[a][by]][b])
            ]
            for b in range(tables)
        ]
        for a in range(tables)
    ]
    if sorted(map(len, columns), reverse=True) == sorted(sizes, reverse=True):
        rounds.append([list(column) for column in columns])
    return rounds


def _at(column: Sequence[int], row: int) -> Sequence[int]:
    """The player in a row of a column, as a list: empty where the last column is shorter."""
    return column[row : row + 1]


def prime_powers(number: int) -> list[int]:
    """The prime powers whose product is the number."""
    found, prime = [], 2
    while number > 1:
        power = 1
        while number % prime == 0:
            number, power = number // prime, power * prime
        found += [power] if power > 1 else []
        prime += 1
    return found


def _multipliers(parts: Sequence[int]) -> list[int]:
    """Elements of the product of fields, any two of which differ in every part."""
    return [_number([element] * len(parts), parts) for element in range(min(parts))]


def _number(digits: Sequence[int], parts: Sequence[int]) -> int:
    number = 0
    for digit, part in zip(digits, parts, strict=True):
        number = number * part + digit
    return number


def _ring(parts: Sequence[int]) -> tuple[list[list[int]], list[list[int]]]:
    """Addition and multiplication tables of the ring whose parts are fields of these orders."""
    fields = [field_of_order(part) for part in parts]
    elements = list(product(*map(range, parts)))

    def table(operation: int) -> list[list[int]]:
        return [
            [
                _number([field[operation][x][y] for field, x, y in zip(fields, one, other, strict=True)], parts)
                for other in elements
            ]
            for one in elements
        ]

    return table(0), table(1)


def field_of_order(order: int) -> Ring:
    """Addition and multiplication tables of a finite field: polynomials modulo an irreducible one."""
    prime = next(number for number in range(2, order + 1) if order % number == 0)
    degree = next(power for power in range(1, order) if prime**power == order)
    elements = [digits[::-1] for digits in product(range(prime), repeat=degree)]
    number = {digits: place for place, digits in enumerate(elements)}
    sums = [[number[tuple((x + y) % prime for x, y in zip(a, b, strict=True))] for b in elements] for a in elements]
    for rest in elements:
        products = [[number[_times(a, b, rest, prime)] for b in elements] for a in elements]
        if all(row.count(0) == 1 for row in products[1:]):
            return [sums, products]
    raise ValueError(f"{order} is not a prime power.")


def _times(one: Sequence[int], other: Sequence[int], rest: Sequence[int], prime: int) -> tuple[int, ...]:
    """The product of two polynomials, lowest power first, with the highest power replaced by `rest`."""
    product_ = [0] * (2 * len(one) - 1)
    for i, x in enumerate(one):
        for j, y in enumerate(other):
            product_[i + j] += x * y
    for power in range(len(product_) - 1, len(one) - 1, -1):
        for k, coefficient in enumerate(rest):
            product_[power - len(one) + k] += product_[power] * coefficient
    return tuple(coefficient % prime for coefficient in product_[: len(one)])


class Turned(NamedTuple):
    """A plan made of the rotations of one base round, plus fixed rounds that rotating the players does not change."""

    turns: int
    base: Sequence[Sequence[int]]
    fixed: Rounds


RESOLVED: Mapping[tuple[int, int], Turned] = {
    (7, 3): Turned(
        7,
        [[0, 7, 14], [1, 2, 4], [8, 9, 11], [15, 16, 18], [3, 13, 19], [6, 12, 17], [5, 10, 20]],
        [[[one, 7 + (one + by) % 7, 14 + (one + 3 * by) % 7] for one in range(7)] for by in (1, 2, 4)],
    ),
    (7, 4): Turned(
        9,
        [
            [15, 8, 27, 20],
            [23, 7, 26, 0],
            [21, 1, 6, 19],
            [2, 11, 10, 5],
            [17, 24, 13, 25],
            [3, 4, 14, 16],
            [12, 9, 18, 22],
        ],
        [],
    ),
    (10, 4): Turned(
        13,
        [
            [39, 0, 13, 26],
            [1, 18, 21, 12],
            [14, 31, 34, 25],
            [27, 5, 8, 38],
            [2, 16, 23, 11],
            [15, 29, 36, 24],
            [28, 3, 10, 37],
            [4, 19, 20, 9],
            [17, 32, 33, 22],
            [30, 6, 7, 35],
        ],
        [],
    ),
}
"""Kirkman's rounds by tables and seats: everyone meets everyone once, at most one chair being empty.

21 by 3 is the construction of Ray-Chaudhuri and Wilson over the residues of 7, whose squares are 1, 2 and 4. 28 and 40
by 4 are known to have such plans; these two were found by search, the one for 40 among the plans that three orbits
rotated into each other leave unchanged.
"""


def resolved_rounds(players: Sequence[int], sizes: Sequence[int]) -> Rounds:
    """All rounds of a plan in which everyone meets once, for its number of players or one fewer; else none."""
    plan = RESOLVED.get((len(sizes), max(sizes, default=0)))
    if plan is None or sum(map(len, plan.base)) - len(players) > 1:
        return []
    rounds = [*turned_rounds(plan.base, plan.turns), *plan.fixed]
    return [[[players[one] for one in table if one < len(players)] for table in tables] for tables in rounds]


def turned_kinds(players: int, rounds: int) -> list[list[int]]:
    """The meeting kind of any two players: the same for meetings that rotations turn into each other."""
    return [
        [_kind(min(one, other), max(one, other), players, rounds) for other in range(players)] for one in range(players)
    ]


def _kind(one: int, other: int, players: int, rounds: int) -> int:
    orbits = players // rounds
    if other >= orbits * rounds:
        return orbits * orbits * rounds + one // rounds
    here, there, apart = one // rounds, other // rounds, (other - one) % rounds
    return (here * orbits + there) * rounds + (min(apart, rounds - apart) if here == there else apart)


def turned_rounds(base: Sequence[Sequence[int]], rounds: int) -> Iterator[list[list[int]]]:
    """A base round rotated once per round: player `p` becomes `p + 1` within orbits of `rounds` players.

    Players are numbered from 0; a last one beyond whole orbits stays put.
    """
    whole = sum(map(len, base)) // rounds * rounds
    for turn in range(rounds):
        yield [[_turned(player, turn, rounds, whole) for player in table] for table in base]


def _turned(player: int, turn: int, rounds: int, whole: int) -> int:
    return player if player >= whole else player - player % rounds + (player + turn) % rounds
