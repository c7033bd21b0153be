"""Lists what `make test` leaves out and why, from the markers and helpers that leave it out.

As a program it writes the page::

    .venv/bin/python -m tests.tooling.exhaustive > docs/tests.md
"""

import ast
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from tests.support.processes import ROOT

PLACE_OF_REASON = {"exhaustive": 0, "long": 0, "sampled": 1, "some_of": 2, "but_for": 2}
"""Which argument of each call is the reason."""
ITS_OWN_TESTS = "test_exhaustive.py"
PAGE = """\
# What each run of the tests takes in

`make test` tests every feature, in about eight minutes on two cores, with a real PostgreSQL, Redis, mail server and
browser. `make test-all` runs all tests in about half an hour, and is part of `make check`. It adds tests that repeat
what others try once. Each has the marker `exhaustive`, or is left over by the marker `sampled`, which keeps some
parameters of a test, or by `some_of` and `but_for` of `tests/support/tiers.py`. It also adds tests with the marker
`long`, which take long for what they add. All ask for a reason. To run all tests of one file, add `-m ""`:
`.venv/bin/pytest -m "" tests/site/test_matrix.py`.

`make test-all` also prints two lines of JSON: `tests.branch_coverage` is the share of branches that were taken, and
`tests.coverage` that of lines and branches together. Less than `LEAST_BRANCHES` in `tests/support/coverage_figure.py`
or `fail_under` in `pyproject.toml` fails the run. It is what all tests but the `exhaustive` ones cover, on PostgreSQL
and on SQLite together. Measuring takes almost as long again, so `tests/support/selection.py` measures what runs on both
only on PostgreSQL, and at most `MOST_MEASURED` parameters of each test. Only code in the processes of the tests is
counted, not the sites that they start.

A test that fails is tried once more: in `make test-all` each, in `make test` one in a browser. If it passes then, the
run passes, and shows the first failure at its end: it is a fault that people can meet too, so look for its cause. More
than `MOST` in `tests/support/second_tries.py` fail the run.

A test has five minutes, and the few that say so have ten. One that hangs even in cleaning up ends its process. The run
goes on without it and counts it as failed.

`make bench FAMILY=suite` runs both and prints how long they take and how many tests they have.

## What only `make test-all` runs

| Tests | What they add |
| --- | --- |
"""


class Reason(NamedTuple):
    """Why some tests of a file are left out of `make test`."""

    file: str
    words: str


def reasons() -> list[Reason]:
    """Return every reason in the tests, by file."""
    files = sorted(file for file in (ROOT / "tests").rglob("test_*.py") if file.name != ITS_OWN_TESTS)
    return [Reason(str(file.relative_to(ROOT)), words) for file in files for words in reasons_in(file.read_text())]


def reasons_in(source: str) -> Iterator[str]:
    """Yield the reasons of one file. Each must be written out where it is used."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and (name := _name(node.func)) in PLACE_OF_REASON:
            reason = node.args[PLACE_OF_REASON[name]]
            if not isinstance(reason, ast.Constant) or not isinstance(reason.value, str):
                raise TypeError(f"Write out the reason of `{ast.unparse(node)}`.")
            yield reason.value


def _name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def page() -> str:
    """Return the page of the documentation."""
    rows = Counter(reasons()).items()
    return PAGE + "".join(f"| `{reason.file}`{_times(count)} | {reason.words} |\n" for reason, count in rows)


def _times(count: int) -> str:
    return "" if count == 1 else f" × {count}"


def main() -> None:
    """Print the page."""
    print(page(), end="")  # noqa: T201 - this is a program


if __name__ == "__main__":
    main()
