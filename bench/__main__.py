"""Print each figure as one line of JSON, and fail if one misses its bar.

A family of figures is a module here, or `bench.py` of a game's folder, with `figures(seconds)`.
"""

import argparse
import importlib
import inspect
import json
import pkgutil
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path

import bench
from bench.box import families as families_of_games
from bench.figures import Figure, missed_bars
from bench.page import write_page

NO_FAMILIES = {
    "__main__",
    "box",
    "colluders",
    "comers",
    "database",
    "days",
    "figures",
    "games",
    "hostile_files",
    "http",
    "long_match",
    "opponents",
    "page",
    "peers",
    "plain",
    "plot",
    "processor",
    "season",
    "sockets",
    "strength",
    "visitors",
}
WHEN_NAMED = {"collusion", "suite", "faults", "scale"}
"""Families that take half an hour or more."""


def families(*, usual: bool = False) -> dict[str, str]:
    """Return the module of each family by its name: all of them, or those measured by default."""
    here = {module.name for module in pkgutil.iter_modules(bench.__path__)} - NO_FAMILIES
    found = {name: f"bench.{name}" for name in here} | dict(families_of_games())
    return {name: found[name] for name in sorted(found) if not (usual and name in WHEN_NAMED)}


def main() -> None:
    """Measure the named families, or all usual ones."""
    known = families()
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measure parts of the site.")
    parser.add_argument(
        "family", nargs="*", help=f"one of: {', '.join(known)}; by default all but {', '.join(sorted(WHEN_NAMED))}"
    )
    parser.add_argument("--seconds", type=float, default=1.0, help="approximate length of a run (default: 1)")
    parser.add_argument(
        "--answers", type=int, help="answers in each game, where a browser plays (default: each family's)"
    )
    parser.add_argument("--write", type=Path, help="also write the figures to this page")
    arguments = parser.parse_args()
    for family in set(arguments.family) - set(known):
        parser.error(f"There is no family {family}. Choose from: {', '.join(known)}.")
    measured: list[Figure] = []
    failed = []
    for family in arguments.family or families(usual=True):
        try:
            for figure in figures_of(known[family], arguments.seconds, arguments.answers):
                print(json.dumps({"figure": figure.figure, "value": figure.value, "unit": figure.unit}), flush=True)
                measured.append(figure)
        except Exception:  # noqa: BLE001 - the run takes most of an hour: the other families are measured all the same
            traceback.print_exc()
            failed.append(family)
    if arguments.write:
        own = [importlib.import_module(known[family]) for family in arguments.family]
        # A family that is measured alone may have a page with words of its own.
        if len(own) == 1 and hasattr(own[0], "write") and not failed:
            own[0].write(arguments.write, measured)
        else:
            write_page(arguments.write, measured, arguments.family, failed, arguments.answers)
    if wrong := [f"{family} failed: see above" for family in failed] + [
        words for figure in measured for words in missed_bars(figure)
    ]:
        sys.exit("\n".join(wrong))


def figures_of(module: str, seconds: float, answers: int | None) -> Iterator[Figure]:
    """Measure one family, with so many answers in each game if it plays in a browser."""
    measure = importlib.import_module(module).figures
    takes_answers = "answers" in inspect.signature(measure).parameters
    yield from measure(seconds, answers) if answers and takes_answers else measure(seconds)


if __name__ == "__main__":
    main()
