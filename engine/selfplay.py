"""Matches of bots against each other, and what they tell of their strength. No database, and nothing of the site."""

from collections.abc import Sequence
from math import sqrt
from typing import Any, NamedTuple

from engine.chance import Chance
from engine.game import AnyGame, Bot, Budget, IllegalAction
from engine.search.deadline import now

SURE = 1.96
"""Standard errors on each side of a 95 per cent interval."""


class Entrant(NamedTuple):
    """A bot with the name of its level and the time it has."""

    name: str
    bot: Bot[Any, Any]
    budget: Budget


class Played(NamedTuple):
    """One match: who sat where, the places, and how long each decision took."""

    names: tuple[str, ...]
    places: tuple[int, ...]
    seconds: tuple[tuple[float, ...], ...]


class Estimate(NamedTuple):
    """A mean with its 95 per cent interval."""

    mean: float
    low: float
    high: float


class Standing(NamedTuple):
    """How one entrant did."""

    name: str
    firsts: Estimate
    """Its share of first places, divided by its share at equal strength; a shared first place is split."""
    place: Estimate
    decisions: int
    mean_ms: float
    ms_99: float
    """The 99th percentile of its time for one decision."""


def play_match(game: AnyGame, options: Any, seated: Sequence[Entrant], chance: Chance) -> Played:
    """Play one match; `seated` are the entrants by seat. Raises `ValueError` for an answer that the rules refuse."""
    seconds: list[list[float]] = [[] for _ in seated]
    state = game.initial_state(len(seated), options, chance).state
    while asked := game.current_players(state):
        joint = {}
        for seat in asked:
            entrant = seated[seat]
            seen, legal = game.observation(state, seat), game.legal_actions(state, seat)
            began = now()
            joint[seat] = entrant.bot(seen, legal, entrant.budget, chance)
            seconds[seat].append(now() - began)
        try:
            state = game.apply(state, joint, chance).state
        except IllegalAction as error:
            seat = next(seat for seat in asked if joint[seat] not in game.legal_actions(state, seat))
            raise ValueError(f"{seated[seat].name} answered {joint[seat]}: {error}") from error
    names = tuple([entrant.name for entrant in seated])
    return Played(names, game.places(state) or (), tuple(map(tuple, seconds)))


def line_up(entrants: Sequence[Entrant], seats: int, match: int) -> list[Entrant]:
    """Return who sits where in a match: all entrants in turn, moved on by one seat for every match."""
    return [entrants[(seat + match) % seats % len(entrants)] for seat in range(seats)]


def standings(matches: Sequence[Played]) -> list[Standing]:
    """Return how each entrant did, the one with the most first places first."""
    names = dict.fromkeys(name for match in matches for name in match.names)
    return sorted((_standing(name, matches) for name in names), key=lambda standing: -standing.firsts.mean)


def _standing(name: str, matches: Sequence[Played]) -> Standing:
    firsts, places, times = [], [], []
    seats, best = 1, 1.0
    for match in matches:
        mine = [seat for seat, other in enumerate(match.names) if other == name]
        if not mine:
            continue
        seats, best = max(seats, len(match.names)), max(best, len(match.names) / len(mine))
        winners = match.places.count(1)
        won = sum(match.places[seat] == 1 for seat in mine) / winners
        firsts.append(won * len(match.names) / len(mine))
        places.append(sum(match.places[seat] for seat in mine) / len(mine))
        times += [1000 * taken for seat in mine for taken in match.seconds[seat]]
    times.sort()
    mean = sum(times) / len(times) if times else 0.0
    late = times[min(len(times) - 1, int(0.99 * len(times)))] if times else 0.0
    return Standing(name, estimate(firsts, 0, best), estimate(places, 1, seats), len(times), mean, late)


def estimate(values: Sequence[float], least: float, most: float) -> Estimate:
    """Return the mean of values between two limits, and the interval that holds the true mean in 95 of 100 cases.

    Where all are alike, others may come in fewer than three of as many cases: the rule of three (Hanley and
    Lippman-Hand, "If Nothing Goes Wrong, Is Everything All Right?", 1983).
    """
    count = len(values)
    mean = sum(values) / count
    if min(values) == max(values):
        error = 3 / count * (most - least)
    else:
        error = SURE * sqrt(sum((value - mean) ** 2 for value in values) / (count - 1) / count)
    return Estimate(mean, max(least, mean - error), min(most, mean + error))
