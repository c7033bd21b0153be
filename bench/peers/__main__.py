"""`make bench-peers`: print each figure as one line of JSON, then how many times as fast this project is.

All libraries take turns three times, and the best turn of each counts, so that other work on the machine affects all
alike.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence

from bench.box import benches
from bench.peers import flatfile
from bench.peers.install import HERE, PEERS, ensure_installed

ROOT = HERE.parents[1]
TURNS = 3
OURS = (sys.executable, "-m", "bench.peers.ours")
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
    seconds = parser.parse_args().seconds
    here = [peer for peer in PEERS if ensure_installed(peer)]
    commands = [[*OURS, str(seconds)], *([*peer.play, str(seconds), *peer.more] for peer in here)]
    best = best_of(figure for _ in range(TURNS) for command in commands for figure in figures_of(command))
    for figure, value in best.items():
        print(json.dumps({"figure": figure, "value": value, "unit": "1/s"}))
    for name, ratio in ratios(best):
        print(json.dumps({"figure": name, "value": ratio, "unit": "times"}))
    if any(peer.folder == "boardgame" for peer in here):
        for found in flatfile.figures():
            print(json.dumps({"figure": found.figure, "value": found.value, "unit": found.unit}), flush=True)
    return 0 if len(here) == len(PEERS) else 1


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
        mine, other = best.get(f"{ours}_decisions_per_s"), best.get(f"{theirs}_decisions_per_s")
        if mine and other:
            yield name, round(mine / other, 2)


if __name__ == "__main__":
    sys.exit(main())
