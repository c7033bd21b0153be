"""`make bench-peers`: print each figure as one line of JSON, then how many times as fast this project is.

All libraries take turns three times, and the best turn of each counts, so that other work on the machine affects all
alike. Rules that `make compiled` has compiled are measured from their source and compiled.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from bench.box import benches
from bench.figures import Figure, missed_bars
from bench.page import write_part
from bench.peers import duel, flatfile
from bench.peers.install import HERE, PEERS, ensure_installed
from foundation.compiled import FOLDER, VARIABLE

ROOT = HERE.parents[1]
TURNS = 3
OURS = (sys.executable, "-m", "bench.peers.ours")
FROM_SOURCE = ("env", f"{VARIABLE}=", *OURS)
RATIOS = tuple(
    (f"peers.ratio.{slug}_to_{name}", f"peers.ours.{slug}", theirs)
    for slug, bench in benches().items()
    for name, theirs in bench.peers.items()
)


def main() -> int:
    """Install the peers that can be installed, measure them and this project, and print the figures."""
    parser = argparse.ArgumentParser(prog="python -m bench.peers", description="Measure game libraries.")
    parser.add_argument(
        "--seconds", type=float, default=1.0, help="approximate length of one turn of a game (default: 1)"
    )
    parser.add_argument("--write", type=Path, help="also write the figures to this page, as a part of it")
    arguments = parser.parse_args()
    here = [peer for peer in PEERS if ensure_installed(peer)]
    seconds = str(arguments.seconds)
    ours = [FROM_SOURCE, OURS] if FOLDER.is_dir() else [FROM_SOURCE]
    commands = [*([*mine, seconds] for mine in ours), *([*peer.play, seconds, *peer.more] for peer in here)]
    best = best_of(figure for _ in range(TURNS) for command in commands for figure in figures_of(command))
    measured = [Figure(figure, value, "1/s") for figure, value in best.items()]
    measured += [Figure(name, ratio, "times") for name, ratio in ratios(best)]
    _print(measured)
    for folder, more in (("openspiel", duel.figures), ("boardgame", flatfile.figures)):
        if any(peer.folder == folder for peer in here):
            beside = list(more())
            _print(beside)
            measured += beside
    if arguments.write:
        write_part(arguments.write, "peers", measured, f"make bench-peers WRITE={arguments.write}")
    missed = [words for figure in measured for words in missed_bars(figure)]
    for words in missed:
        print(words, file=sys.stderr)
    return 0 if len(here) == len(PEERS) and not missed else 1


def _print(figures: Iterable[Figure]) -> None:
    for one in figures:
        print(json.dumps({"figure": one.figure, "value": one.value, "unit": one.unit}), flush=True)


def figures_of(command: Sequence[str]) -> Iterator[tuple[str, float]]:
    """Run a command that prints figures; print one sentence if it fails."""
    done = subprocess.run(
        command, cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False
    )
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or ["it gave no reason."])[-1]
        print(f"{' '.join(command)} failed, so its figures are left out: {reason}", file=sys.stderr)
    for line in done.stdout.splitlines():
        if line.startswith("{"):
            figure = json.loads(line)
            yield figure["figure"], figure["value"]


def best_of(figures: Iterable[tuple[str, float]]) -> dict[str, float]:
    """Return the best value of each figure, in order of first appearance."""
    best: dict[str, float] = {}
    for figure, value in figures:
        best[figure] = max(value, best.get(figure, value))
    return best


def ratios(best: dict[str, float]) -> Iterator[tuple[str, float]]:
    """Compare the figures that were measured on both sides."""
    for name, ours, theirs in RATIOS:
        other = best.get(f"{theirs}_decisions_per_s")
        for kind in ("", "_compiled"):
            if other and (mine := best.get(f"{ours}{kind}_decisions_per_s")):
                yield name.replace("_to_", f"{kind}_to_", 1), round(mine / other, 2)


if __name__ == "__main__":
    sys.exit(main())
