"""Every game of the box holds what every game must, with its usual options and with others."""

from collections.abc import Iterator
from itertools import combinations, cycle, islice
from typing import Any

import pytest

from engine import shuffled
from engine.quick_chance import RandomChance
from games.registry import GAMES
from games.tp5.rules.options import KEYS
from games.tp5.rules.programme import allowed_sets
from tests.engine.conditional_conformance import CONDITIONAL_CHECKS
from tests.engine.conformance import CHECKS, Check, Table, name_of
from tests.engine.every_option import any_values, played_with, values_by_option
from tests.support.tiers import but_for, evenly

SEAT_COUNTS = 5
"""How many seat counts of each game are checked: all games but one have no more."""
TABLES = [
    table
    for game in GAMES.values()
    for table in but_for(
        [Table(game, players, game.Options()) for players in evenly(game.players, SEAT_COUNTS)],
        [Table(game, players, game.Options()) for players in evenly(game.players, 2)],
        "five seat counts of each game; `make test` takes the fewest and the most seats",
    )
]


@pytest.mark.parametrize("check", [*CHECKS, *CONDITIONAL_CHECKS], ids=name_of)
@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_every_game(table: Table, check: Check) -> None:
    check(table)


FIXED: dict[str, dict[str, Any]] = {"tp5": {"rounds": 1, "chosen_by": "host"}}
"""Rounds are alike, and what the host chooses is in play for certain."""
MANY, ENOUGH = 10, 3
"""Of an option with many numbers some are enough."""


def covering_sets(members: int = 5) -> list[list[Any]]:
    """Few allowed sets of phestivities in which every allowed pair comes."""
    allowed = [chosen for chosen in allowed_sets(KEYS, 4) if len(chosen) <= members]
    left, covering = {chosen for chosen in allowed if len(chosen) == 2}, []
    while left:
        best = max(allowed, key=lambda chosen: len(left & {*combinations(chosen, 2)}))
        left -= {*combinations(best, 2)}
        covering.append(list(best))
    return covering


def values_tried(slug: str) -> dict[str, list[Any]]:
    """The values of each option; pairs of phestivities come in greater sets, as a table of each pair takes minutes."""
    tried = values_by_option(GAMES[slug].Options)
    if slug == "tp5":
        tried["phestivities"] = [chosen for chosen in tried["phestivities"] if len(chosen) != 2] + covering_sets()
    return tried


def with_other_options(slug: str) -> Iterator[Table]:
    """Tables for each value of each option, all else there being random; at a number of seats that allows it."""
    game, chance = GAMES[slug], RandomChance(1)
    seats = cycle(game.players)
    for name, values in values_tried(slug).items():
        are_numbers = all(value is None or isinstance(value, int) for value in values)
        for value in shuffled(chance, values)[:ENOUGH] if are_numbers and len(values) > MANY else values:
            raw = any_values(game.Options, chance) | FIXED.get(slug, {}) | {name: value}
            allowed = ((players, played_with(game, players, raw)) for players in islice(seats, len(game.players)))
            for players, options in islice(((players, options) for players, options in allowed if options), 1):
                yield Table(game, players, options)


ALL_OPTIONS = pytest.mark.exhaustive("each value of each option; `make test` takes three tables of each game")


@pytest.mark.parametrize("number", [3, pytest.param(None, marks=ALL_OPTIONS)], ids=["three", "all"])
@pytest.mark.parametrize("check", [*CHECKS, *CONDITIONAL_CHECKS], ids=name_of)
@pytest.mark.parametrize("slug", GAMES)
def test_every_game_with_its_options(slug: str, check: Check, number: int | None) -> None:
    tables = list(with_other_options(slug))
    assert len(tables) > 1
    for table in evenly(tables, number or len(tables)):
        check(table)


def test_phestivities_are_checked_alone_and_in_pairs() -> None:
    checked = {table.options.phestivities for table in with_other_options("tp5")}
    allowed = allowed_sets(KEYS, 4)
    assert {frozenset(chosen) for chosen in allowed if len(chosen) == 1} <= checked
    pairs = {pair for chosen in checked for pair in combinations([key for key in KEYS if key in chosen], 2)}
    assert {chosen for chosen in allowed if len(chosen) == 2} <= pairs
