"""The number of tests and their duration: `make test`, then `make test-all`. Run only if named."""

import json
import re
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from bench.figures import Figure

ROOT = Path(__file__).resolve().parents[1]
MOST_SECONDS = {"test": 600.0, "test-all": 1800.0}
"""On two cores, with everything installed."""
NAMES = {"test": "fast", "test-all": "all"}
CLOSING = re.compile(r"^=+ (?=.* in [\d.]+s)(.*) =+$", re.MULTILINE)
"""The last line of each pass."""
COUNTED = re.compile(r"(\d+) (?:passed|failed|errors?)\b")
TRIED_AGAIN = re.compile(r"(\d+) rerun\b")


class Run(NamedTuple):
    """One run of a target of the Makefile."""

    output: str
    seconds: float
    failed: bool


def figures(seconds: float) -> Iterator[Figure]:
    """Time both runs. The duration does not depend on `seconds`."""
    for target, name in NAMES.items():
        run = run_make(target)
        yield Figure(f"tests.{name}_s", round(run.seconds, 1), "s", most=MOST_SECONDS[target])
        yield Figure(f"tests.{name}_items", counted(COUNTED, run.output), "tests")
        yield Figure(f"tests.{name}_second_tries", counted(TRIED_AGAIN, run.output), "tests")
        yield Figure(f"tests.{name}_failed_runs", int(run.failed), "runs", most=0)
        yield from coverage(run.output)


def run_make(target: str) -> Run:
    """Run a target of the Makefile."""
    start = time.perf_counter()
    done = subprocess.run(["make", target], cwd=ROOT, capture_output=True, text=True, check=False)
    return Run(done.stdout, time.perf_counter() - start, done.returncode != 0)


def counted(kind: "re.Pattern[str]", output: str) -> int:
    """Return how many tests of this kind there were, by the last line of each pass."""
    return sum(int(number) for line in CLOSING.findall(output) for number in kind.findall(line))


def coverage(output: str) -> Iterator[Figure]:
    """Yield the figure of branch coverage that a run printed, if it printed one."""
    for line in output.splitlines():
        if line.startswith('{"figure": '):
            yield Figure(**json.loads(line))
