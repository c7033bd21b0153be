"""Play all levels of AI players against each other and write `docs/ai-strength.md`: `make ai-strength`."""

import argparse
import json
from contextlib import ExitStack
from pathlib import Path

from bench.strength.kept import Kept
from bench.strength.measure import Each, Size, measure
from bench.strength.page import figures_of, page
from foundation.processes import processes
from games.levels import LEVELS
from games.registry import GAMES

PAGE = Path(__file__).resolve().parents[2] / "docs" / "ai-strength.md"
DAY = 24 * 60


def main() -> None:
    """Play as much as was asked for, then write the page."""
    parser = argparse.ArgumentParser(prog="python -m bench.strength", description="Measure the levels of AI players.")
    parser.add_argument("--minutes", type=float, default=DAY, help="about how long to play in all (default: a day)")
    parser.add_argument("--matches", type=int, default=400, help="most matches of two levels (default: 400)")
    parser.add_argument("--simulations", type=int, help="for a decision of sharp, and ten times as many for patient")
    parser.add_argument("--levels", type=_levels, default=tuple(LEVELS), help=f"some of {','.join(LEVELS)}")
    parser.add_argument("--games", type=_games, default=tuple(GAMES), help=f"some of {','.join(GAMES)}")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kept", type=Path, help="a file of matches, to read before and to add to")
    parser.add_argument("--workers", type=int, default=1, help="how many processes play at once")
    parser.add_argument("--write", type=Path, default=PAGE)
    given = parser.parse_args()
    seconds = 60 * given.minutes / len(given.games)
    size = Size(given.levels, given.matches, seconds, given.simulations, given.seed)
    found, kept = [], Kept(given.kept)
    with ExitStack() as stack:
        each: Each = map
        if given.workers > 1:
            each = stack.enter_context(processes(given.workers)).map
        for slug in given.games:
            found.append(measure(GAMES[slug], size, kept, each))
            for figure in figures_of(found[-1]):
                print(json.dumps({"figure": figure.figure, "value": figure.value, "unit": figure.unit}), flush=True)
    given.write.write_text("\n".join(page(found, size)) + "\n")


def _levels(text: str) -> tuple[str, ...]:
    """Read names of levels; return them weakest first."""
    names = _known(text, tuple(LEVELS), "level")
    if len(names) == 1:
        raise argparse.ArgumentTypeError("name two levels or more")
    return names


def _games(text: str) -> tuple[str, ...]:
    """Read slugs of games; return them in the site's order."""
    return _known(text, tuple(GAMES), "game")


def _known(text: str, known: tuple[str, ...], kind: str) -> tuple[str, ...]:
    names = set(text.split(","))
    if unknown := sorted(names - {*known}):
        raise argparse.ArgumentTypeError(f"there is no {kind} {unknown[0]}")
    return tuple(name for name in known if name in names)


if __name__ == "__main__":
    main()
