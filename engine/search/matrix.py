"""Exact solutions of small decisions of two seats whose values add up to a constant: matrix games.

Where neither player gains by mixing, which is looked at first, both play one action (a saddle point). Other games are
solved as a linear program by the simplex method (Dantzig 1951; von Neumann and Morgenstern have the link to games).
Bland's rule keeps it from going round in circles.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

FINE = 2**44
"""How finely the payoffs of a game are told apart."""


class Solution(NamedTuple):
    """An equilibrium of a matrix game."""

    value: float
    """What the row player gets on average."""
    row: list[float]
    column: list[float]
    """The strategies of both players, by number of their action."""


def solve(payoffs: Sequence[Sequence[float]]) -> Solution:
    """Return optimal strategies; `payoffs` are what the row player gets and the column player loses."""
    least = list(map(min, payoffs))
    most = list(map(max, zip(*payoffs, strict=True)))
    value = max(least)
    if value >= min(most):
        return Solution(value, _only(least.index(value), len(least)), _only(most.index(min(most)), len(most)))
    return _mixed(payoffs)


def _only(chosen: int, count: int) -> list[float]:
    """Return the strategy that always plays one of `count` actions."""
    return [float(number == chosen) for number in range(count)]


def _mixed(payoffs: Sequence[Sequence[float]]) -> Solution:
    """Solve a game by the simplex method, in whole numbers: rounding would mislead it where payoffs hardly differ."""
    least = min(map(min, payoffs))
    width = max(map(max, payoffs)) - least
    rows, columns = len(payoffs), len(payoffs[0])
    # Maximise the sum of y with A y <= 1; the multipliers of the rows are the other player's strategy.
    table = [
        [*(1 + round((payoff - least) / width * FINE) for payoff in line), *(int(row == own) for own in range(rows)), 1]
        for row, line in enumerate(payoffs)
    ]
    goal = [*([-1] * columns), *([0] * (rows + 1))]
    basis, shared = [columns + row for row in range(rows)], 1
    while (enters := next((place for place, gain in enumerate(goal[:-1]) if gain < 0), None)) is not None:
        shared = _pivot(table, goal, basis, enters, shared)
    total = goal[-1]
    column = [0.0] * columns
    for line, place in zip(table, basis, strict=True):
        if place < columns:
            column[place] = line[-1] / total
    row = [goal[columns + number] / total for number in range(rows)]
    return Solution(least + width * ((shared / total - 1) / FINE), row, column)


def _pivot(table: list[list[int]], goal: list[int], basis: list[int], enters: int, shared: int) -> int:
    """Bring one column into the basis; return the new denominator that all entries share.

    The program is bounded, so one always leaves. All divisions are exact (Bareiss 1968).
    """
    ratios = [
        (Fraction(line[-1], line[enters]), basis[number], number)
        for number, line in enumerate(table)
        if line[enters] > 0
    ]
    leaves = min(ratios)[2]
    chosen = table[leaves]
    by = chosen[enters]
    for line in (*table[:leaves], *table[leaves + 1 :], goal):
        times = line[enters]
        line[:] = [(entry * by - times * other) // shared for entry, other in zip(line, chosen, strict=True)]
    basis[leaves] = enters
    return by
