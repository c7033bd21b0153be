"""A thousand random matches of each game at each seat count, and some with every option, run to their end."""

from itertools import cycle, pairwise
from typing import Any

import msgspec
import pytest
from django import forms

from games.bots.chance import RandomChance
from games.options import option_fields
from games.rules.core import Game, IllegalOptions, Options, choice
from games.rules.registry import GAMES
from tests.rules.every_option import any_values, every_value, played_with, values_by_option

SEEDS = 1000
MIXTURES = 150
"""Matches at each seat count in which every option has any value."""

SHORTER: dict[str, dict[str, Any]] = {"tp5": {"rounds": 1}}
"""A match of many equal rounds is tried by one."""
UNSHORTENED = 12
"""One mixture of so many has as many rounds as come."""

TABLES = [(slug, players) for slug, game in GAMES.items() for players in game.players]


def play(game: Game[Any, Any, Any, Any], players: int, options: Any, seed: int) -> None:
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


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "players"), TABLES)
def test_random_matches_end_with_a_winner(slug: str, players: int) -> None:
    game = GAMES[slug]
    options = game.Options(**SHORTER.get(slug, {}))
    for seed in range(SEEDS):
        play(game, players, options, seed)


@pytest.mark.slow
@pytest.mark.parametrize("slug", GAMES)
def test_matches_with_each_value_of_each_option_end(slug: str) -> None:
    game = GAMES[slug]
    seats = cycle(game.players)
    for seed, raw in enumerate(every_value(game.Options)):
        players = next(seats)
        options = played_with(game, players, raw)
        assert options is not None, f"{raw} alone is refused at a table of {players}"
        play(game, players, options, seed)


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "players"), TABLES)
def test_matches_with_any_options_together_end(slug: str, players: int) -> None:
    game, chance, played = GAMES[slug], RandomChance(players), 0
    for number in range(MIXTURES):
        raw = any_values(game.Options, chance) | (SHORTER.get(slug, {}) if number % UNSHORTENED else {})
        options = played_with(game, players, raw)
        if options is None:
            with pytest.raises(IllegalOptions):
                game.initial_state(players, msgspec.convert(raw, game.Options), chance)
        else:
            play(game, players, options, number)
            played += 1
    assert played > MIXTURES / 2


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
