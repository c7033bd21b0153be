"""Exact solutions of small decisions of two seats whose values add up to a constant: matrix games.

Where neither player gains by mixing, which is looked at first, both play one action (a saddle point). Other games are
solved as a linear program by the simplex method (Dantzig 1951; von Neumann and Morgenstern have the link to games).
Bland's rule keeps it from going round in circles.
"""

from collections.abc import Sequence
from typing import NamedTuple

TINY = 1e-12


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
    """Solve a game by the simplex method."""
    shift = 1.0 - min(map(min, payoffs))
    rows, columns = len(payoffs), len(payoffs[0])
    # Maximise the sum of y with A y <= 1; the multipliers of the rows are the other player's strategy.
    table = [
        [*(payoff + shift for payoff in line), *(float(row == other) for other in range(rows)), 1.0]
        for row, line in enumerate(payoffs)
    ]
    goal = [*([-1.0] * columns), *([0.0] * (rows + 1))]
    basis = [columns + row for row in range(rows)]
    while (enters := next((place for place, gain in enumerate(goal[:-1]) if gain < -TINY), None)) is not None:
        _pivot(table, goal, basis, enters)
    total = goal[-1]
    column = [0.0] * columns
    for line, place in zip(table, basis, strict=True):
        if place < columns:
            column[place] = line[-1] / total
    row = [max(0.0, goal[columns + number]) / total for number in range(rows)]
    return Solution(1.0 / total - shift, row, column)


def _pivot(table: list[list[float]], goal: list[float], basis: list[int], enters: int) -> None:
    """Bring one column into the basis. The program is bounded, so one always leaves."""
    ratios = [
        (line[-1] / line[enters], basis[number], number) for number, line in enumerate(table) if line[enters] > TINY
    ]
    least = min(ratio for ratio, _, _ in ratios)
    leaves = min((place, number) for ratio, place, number in ratios if ratio <= least + TINY)[1]
    chosen = table[leaves]
    by = chosen[enters]
    chosen[:] = [entry / by for entry in chosen]
    for line in (*table[:leaves], *table[leaves + 1 :], goal):
        times = line[enters]
        if times:
            line[:] = [entry - times * other for entry, other in zip(line, chosen, strict=True)]
    basis[leaves] = enters
