"""A thousand random matches of each game at five seat counts, half of them with any options, run to their end.

Where a game has more seat counts, the others are played 200 times.
"""

from collections.abc import Iterator
from itertools import combinations, count, cycle, islice, pairwise, product
from typing import Any

import msgspec
import pytest
from django import forms

from engine import AnyGame, Chance, IllegalOptions, Options, choice
from engine.quick_chance import RandomChance
from games.registry import GAMES
from matches.view.options import option_fields
from tests.engine.every_option import Raw, any_values, every_value, played_with, values_by_option
from tests.support.tiers import evenly

SEEDS, SEEDS_BETWEEN, SEAT_COUNTS = 1000, 200, 5
FEW = 20
"""Of so many seeds `make test` plays each table."""

SHORTER: dict[str, dict[str, Any]] = {"tp5": {"rounds": 1}}
"""A match of many equal rounds is tried by one."""
UNSHORTENED = 12
"""Of so many matches with any options one has as many rounds as come."""

ALL_PAIRS = 100
"""Most pairs of values of two options that are all met; options with many numbers make too many."""

Values = tuple[str, list[Any]]
"""The name of an option, and the values it is tried with."""

TABLES = [(slug, players) for slug, game in GAMES.items() for players in game.players]


def play(game: AnyGame, players: int, options: Any, seed: int) -> None:
    """Play one match at random; it must end with a winner."""
    chance = RandomChance(seed)
    state = game.initial_state(players, options, chance).state
    while asked := game.current_players(state):
        joint = {player: choice(chance, game.legal_actions(state, player)) for player in asked}
        state = game.apply(state, joint, chance).state
    places = game.places(state)
    assert places is not None
    assert len(places) == players
    assert min(places) == 1


def options_tried(game: AnyGame, players: int) -> Iterator[Options]:
    """Options for match after match at a table: the usual ones, then any that are allowed, in turn."""
    chance = RandomChance(players)
    for number in count():
        yield game.Options(**SHORTER.get(game.slug, {}))
        yield any_options(game, players, chance, {} if number % UNSHORTENED == 0 else SHORTER.get(game.slug, {}))


def any_options(game: AnyGame, players: int, chance: Chance, fixed: Raw) -> Options:
    """A value of every option, at random; what the game does not allow together it must refuse to play."""
    while True:
        raw = any_values(game.Options, chance) | fixed
        if options := played_with(game, players, raw):
            return options
        with pytest.raises(IllegalOptions):
            game.initial_state(players, msgspec.convert(raw, game.Options), chance)


def seeds_at(game: AnyGame, players: int) -> range:
    return range(SEEDS if players in evenly(game.players, SEAT_COUNTS) else SEEDS_BETWEEN)


REST_OF_THE_SEEDS = pytest.mark.exhaustive("980 more random matches of each game at five seat counts, 180 at others")


@pytest.mark.parametrize(
    "some", [slice(FEW), pytest.param(slice(FEW, None), marks=REST_OF_THE_SEEDS)], ids=["few", "rest"]
)
@pytest.mark.parametrize(("slug", "players"), TABLES)
def test_random_matches_end_with_a_winner(slug: str, players: int, some: slice) -> None:
    game = GAMES[slug]
    seeds = seeds_at(game, players)[some]
    tried = islice(options_tried(game, players), seeds.start, seeds.stop)
    for seed, options in zip(seeds, tried, strict=True):
        play(game, players, options, seed)


@pytest.mark.parametrize("slug", [slug for slug, game in GAMES.items() if len(values_by_option(game.Options)) > 1])
def test_each_two_values_of_different_options_meet(slug: str) -> None:
    game = GAMES[slug]
    tried = [
        options
        for players in game.players
        for options in islice(options_tried(game, players), len(seeds_at(game, players)))
    ]
    for one, other in combinations(values_by_option(game.Options).items(), 2):
        assert not pairs_of(one, other) - {(getattr(row, one[0]), getattr(row, other[0])) for row in tried}


def pairs_of(one: Values, other: Values) -> set[tuple[Any, Any]]:
    """A value of one option with one of another, if there are few enough pairs to try them all."""
    return {*product(one[1], other[1])} if len(one[1]) * len(other[1]) <= ALL_PAIRS else set()


@pytest.mark.exhaustive("a match with each value of each option; the random matches have any options too")
@pytest.mark.parametrize("slug", GAMES)
def test_matches_with_each_value_of_each_option_end(slug: str) -> None:
    game = GAMES[slug]
    seats = cycle(game.players)
    for seed, raw in enumerate(every_value(game.Options)):
        players = next(seats)
        options = played_with(game, players, raw)
        assert options is not None, f"{raw} alone is refused at a table of {players}"
        play(game, players, options, seed)


@pytest.mark.parametrize("slug", GAMES)
def test_the_values_tried_are_those_that_a_host_is_offered(slug: str) -> None:
    kind: type[Options] = GAMES[slug].Options
    tried = values_by_option(kind)
    assert tried.keys() == option_fields(kind).keys()
    for name, field in option_fields(kind).items():
        if isinstance(field, forms.MultipleChoiceField):
            keys = keys_of(field)
            assert {1, 2, len(keys)} <= {len(value) for value in tried[name]}
            assert {key for value in tried[name] if len(value) == 1 for key in value} == {*keys}
        elif isinstance(field, forms.ChoiceField):
            assert {str(value) for value in tried[name]} == {str(key or None) for key in keys_of(field)}
        elif isinstance(field, forms.IntegerField):
            numbers = [value for value in tried[name] if value is not None]
            assert (min(numbers), max(numbers)) == (field.min_value, field.max_value)
            assert {after - before for before, after in pairwise(numbers)} == {field.step_size or 1}
            assert (None in tried[name]) != field.required
        else:
            assert tried[name] == [False, True]


def keys_of(field: Any) -> list[Any]:
    """The values that a field of a form lets one choose."""
    return [key for key, _ in field.choices]
