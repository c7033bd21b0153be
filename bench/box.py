"""What the games of the box, and an example, say of their measurements: see `bench/games.py`."""

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
    """What each game says, by slug in the order of the box, then the example."""
    found = {slug: bench for app in (*BOX, EXAMPLE) if (module := _module(app)) for slug, bench in _of(module)}
    example = [slug for slug in found if slug not in GAMES]
    return {slug: found.get(slug, Bench()) for slug in (*GAMES, *example)}


def _of(module: ModuleType) -> Iterator[tuple[str, Bench]]:
    yield from getattr(module, "BENCH", {}).items()


def _module(app: str) -> ModuleType | None:
    return import_module(f"{app}.bench") if find_spec(f"{app}.bench") else None


def families() -> Mapping[str, str]:
    """The families of figures that games bring along: the module of each by its name."""
    modules = {app.rpartition(".")[2]: _module(app) for app in BOX}
    return {name: module.__name__ for name, module in modules.items() if hasattr(module, "figures") and module}


def game_with(part: str) -> AnyGame:
    """The first game of the box whose bench has something to say of this. Raises `StopIteration`."""
    return next(GAMES[slug] for slug, bench in benches().items() if slug in GAMES and getattr(bench, part))
