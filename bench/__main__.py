"""Prints each figure as one line of JSON, and fails where one misses its bar.

A family of figures is a module here with `figures(seconds)`.
"""

import argparse
import importlib
import json
import pkgutil
import sys
from pathlib import Path

import bench
from bench.figures import Figure
from bench.page import write_page

NO_FAMILIES = {
    "__main__",
    "colluders",
    "database",
    "days",
    "figures",
    "http",
    "page",
    "peers",
    "season",
    "visitors",
}


def main() -> None:
    """Measure the families named, or all."""
    known = sorted({module.name for module in pkgutil.iter_modules(bench.__path__)} - NO_FAMILIES)
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measure parts of the site.")
    parser.add_argument("family", nargs="*", help=f"one of: {', '.join(known)}; all if none is named")
    parser.add_argument("--seconds", type=float, default=1.0, help="about how long one run takes (default: 1)")
    parser.add_argument("--write", type=Path, help="write the figures to this page too")
    arguments = parser.parse_args()
    for family in set(arguments.family) - set(known):
        parser.error(f"There is no family {family}. Choose from: {', '.join(known)}.")
    measured = []
    for family in arguments.family or known:
        for figure in importlib.import_module(f"bench.{family}").figures(arguments.seconds):
            print(json.dumps({"figure": figure.figure, "value": figure.value, "unit": figure.unit}), flush=True)
            measured.append(figure)
    if arguments.write:
        write_page(arguments.write, measured, arguments.family)
    if missed := [words for figure in measured for words in missed_bars(figure)]:
        sys.exit("\n".join(missed))


def missed_bars(figure: Figure) -> list[str]:
    """Which of its bars a figure misses, in words."""
    words = []
    if figure.least is not None and figure.value < figure.least:
        words.append(f"{figure.figure} is {figure.value}, and must be {figure.least} at least")
    if figure.most is not None and figure.value > figure.most:
        words.append(f"{figure.figure} is {figure.value}, and must be {figure.most} at most")
    return words


if __name__ == "__main__":
    main()
