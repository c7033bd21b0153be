"""The benchmark settings of the games of the box and of the example: see `bench/games.py`."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from bench.games import Bench
from engine import AnyGame
from games.registry import BOX, GAMES

EXAMPLE = "examples.goofspiel"
"""Other collections of games have this game too, so it is measured with those of the box."""


@cache
def benches() -> Mapping[str, Bench]:
    """The settings of each game by slug, in the order of the box, then of the example."""
    found = {slug: bench for app in (*BOX, EXAMPLE) if (module := _module(app)) for slug, bench in _of(module)}
    example = [slug for slug in found if slug not in GAMES]
    return {slug: found.get(slug, Bench()) for slug in (*GAMES, *example)}


def _of(module: ModuleType) -> Iterator[tuple[str, Bench]]:
    yield from getattr(module, "BENCH", {}).items()


def _module(app: str) -> ModuleType | None:
    return import_module(f"{app}.bench") if find_spec(f"{app}.bench") else None


def families() -> Mapping[str, str]:
    """Return the modules of games that measure figures of their own, by the name of the family."""
    modules = {app.rpartition(".")[2]: _module(app) for app in BOX}
    return {name: module.__name__ for name, module in modules.items() if hasattr(module, "figures") and module}


def game_with(part: str) -> AnyGame:
    """Return the first game of the box that has this setting. Raises `StopIteration` if none has."""
    return next(GAMES[slug] for slug, bench in benches().items() if slug in GAMES and getattr(bench, part))
