"""Options of a game for tests, taken from their types: a new option or value is tried without anyone naming it."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import msgspec
from msgspec import inspect

from engine import AnyGame, Chance, IllegalOptions, Options, choice, shuffled
from engine.quick_chance import RandomChance

Raw = dict[str, Any]


def every_value(kind: type[Options]) -> Iterator[Raw]:
    """Each value of each option by itself, the others left as they are."""
    for name, values in values_by_option(kind).items():
        for value in values:
            yield {name: value}


def any_values(kind: type[Options], chance: Chance) -> Raw:
    """A value of every option, whatever comes."""
    return {name: choice(chance, values) for name, values in values_by_option(kind).items()}


def values_by_option(kind: type[Options]) -> dict[str, list[Any]]:
    """The values that each option is tried with: all, and of sets those that `_sets_of` picks."""
    described: Any = inspect.type_info(kind)
    return {field.name: list(_values(field.type)) for field in described.fields}


def played_with(game: AnyGame, players: int, raw: Raw) -> Options | None:
    """The options, or None if the game refuses them at such a table."""
    options: Options = msgspec.convert(raw, game.Options)
    try:
        game.check_options(players, options)
    except IllegalOptions:
        return None
    return options


def _values(kind: Any) -> Iterator[Any]:
    """All values of a type that an option may have; see `Options`."""
    match kind:
        case inspect.Metadata(type=bare):
            yield from _values(bare)
        case inspect.UnionType(types=types):
            for one in types:
                yield from _values(one)
        case inspect.NoneType():
            yield None
        case inspect.BoolType():
            yield from (False, True)
        case inspect.LiteralType(values=values):
            yield from values
        case inspect.IntType(ge=int(least), le=int(most), multiple_of=step):
            yield from (number for number in range(least, most + 1) if number % (step or 1) == 0)
        case inspect.FrozenSetType(item_type=item):
            yield from _sets_of(list(_values(item)))
        case _:
            raise TypeError(f"No test knows which values {kind!r} has.")


def _sets_of(members: list[Any]) -> Iterator[list[Any]]:
    """None, each alone, each pair, and of every greater size two sets at random."""
    yield []
    for size in (1, 2):
        yield from map(list, combinations(members, size))
    chance = RandomChance(len(members))
    for size in range(3, len(members) + 1):
        for _ in range(2):
            yield sorted(shuffled(chance, members)[:size])
