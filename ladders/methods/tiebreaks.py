"""Tournament standings: points by place, and the named tie-breaks."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.language import mark

NAMES = (mark("Points"), mark("Opponents"), mark("First places"), mark("Direct"), mark("Lot"))
"""The criteria that separate players, in this order."""

EXPLAINED = (
    mark(
        "For each table, the share of the others that a player finished ahead of: 1 for first, 0 for last, halves for "
        "shared places. A bye counts 1."
    ),
    mark("The mean points of all opponents, counted once for each meeting."),
    mark("How often a player came first, alone or shared."),
    mark("Points at tables shared with the players who are still level."),
    mark("Drawn from the seed of the tournament, whose hash is shown from the start; the lowest comes first."),
)
KNOCK_OUT = (
    (mark("Round"), mark("Players who got further stand higher; in one round, those who are still in.")),
    (mark("Place"), mark("The place at a player’s last table.")),
)
"""The criteria that come before all others in a knock-out."""


class Result(NamedTuple):
    """One player's place at one table, or a bye when they sat alone."""

    player: int
    place: int


Table = Sequence[Result]


@dataclass(frozen=True)
class Line:
    """One player's line in the standings."""

    player: int
    rank: int
    points: float
    opponents: float
    firsts: int
    direct: float
    lot: str
    met: Mapping[int, int] = field(default_factory=dict)


def points_of(place: int, places: Sequence[int]) -> float:
    """The points of a place: the share of the others left behind, half for each tied player; 1 for a bye."""
    others = len(places) - 1
    if not others:
        return 1.0
    behind = sum(other > place for other in places)
    level = sum(other == place for other in places) - 1
    return (behind + level / 2) / others


def lot_of(seed: str, player: int) -> str:
    """A lot that players cannot influence: it follows from the seed."""
    return hashlib.sha256(f"{seed} lot {player}".encode()).hexdigest()[:12]


def totals(players: Sequence[int], tables: Sequence[Table]) -> dict[int, float]:
    """Each player's points over all tables."""
    sums = dict.fromkeys(players, 0.0)
    for table in tables:
        places = [result.place for result in table]
        for result in table:
            sums[result.player] = sums.get(result.player, 0.0) + points_of(result.place, places)
    return sums


def meetings(tables: Sequence[Table]) -> dict[int, dict[int, int]]:
    """The number of times each player has met each other."""
    met: dict[int, dict[int, int]] = {}
    for table in tables:
        for one in table:
            others = met.setdefault(one.player, {})
            for other in table:
                if other.player != one.player:
                    others[other.player] = others.get(other.player, 0) + 1
    return met


def standings(players: Sequence[int], tables: Sequence[Table], seed: str) -> list[Line]:
    """All players, best first. The lot breaks every remaining tie, so no rank is shared."""
    sums, met = totals(players, tables), meetings(tables)
    opponents = {player: _mean_of_opponents(met.get(player, {}), sums) for player in players}
    firsts = {player: _firsts(player, tables) for player in players}
    level: dict[tuple[float, float, int], list[int]] = {}
    for player in players:
        level.setdefault((sums[player], opponents[player], firsts[player]), []).append(player)
    lines = [
        (-points, -mean, -first, -_direct(player, group, tables), lot_of(seed, player), player)
        for (points, mean, first), group in level.items()
        for player in group
    ]
    return [
        Line(player, rank, -points, -mean, -first, -direct, lot, met.get(player, {}))
        for rank, (points, mean, first, direct, lot, player) in enumerate(sorted(lines), start=1)
    ]


def _mean_of_opponents(met: Mapping[int, int], sums: Mapping[int, float]) -> float:
    count = sum(met.values())
    # Rounded because sums in another order differ in their last digit, which must not separate players.
    return round(sum(sums[other] * times for other, times in met.items()) / count, 9) if count else 0.0


def _firsts(player: int, tables: Sequence[Table]) -> int:
    return sum(result.place == 1 for table in tables if len(table) > 1 for result in table if result.player == player)


def _direct(player: int, group: Sequence[int], tables: Sequence[Table]) -> float:
    """Points against the other players of the group, at tables they shared."""
    if len(group) < 2:
        return 0.0
    shared = [[result for result in table if result.player in group] for table in tables]
    mine = [table for table in shared if len(table) > 1 and any(result.player == player for result in table)]
    return totals([player], mine).get(player, 0.0)
