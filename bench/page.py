"""Write the figures of one run as a page of the documentation."""

import os
import platform
import shlex
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path

from bench.figures import Figure
from bench.plot import draw_beside

HEAD = """# {title}

Written by `{command}`
on {day}, with Python {python} on {cores} cores.
Do not edit by hand. Figures of a shared machine vary: compare only figures of one run. The module of `bench/` named
after the first part of a figure explains it.
"""
TABLE = """
| figure | value | unit | bar |
| --- | ---: | --- | --- |
"""


def write_page(
    path: Path,
    figures: Sequence[Figure],
    families: Sequence[str] = (),
    failed: Sequence[str] = (),
    answers: int | None = None,
) -> None:
    """Write all figures to `path`, replacing its contents, and name the families that failed.

    `answers` is what was asked for in browsers, if not the usual number.
    """
    now = datetime.now(UTC)
    asked = f"FAMILY={shlex.quote(' '.join(families))} " if families else ""
    asked += f"ANSWERS={answers} " if answers else ""
    head = HEAD.format(
        title=f"Figures of {' and '.join(families)}" if families else "Performance",
        command=f"make bench {asked}WRITE={path}",
        day=f"{now:%d %B %Y}",
        python=platform.python_version(),
        cores=os.cpu_count(),
    )
    parts = [(family, list(rows)) for family, rows in groupby(sorted(figures, key=_first_part), _first_part)]
    several = len(parts) > 1
    if failed:
        head += f"Not measured to the end, as they failed: {', '.join(failed)}.\n"
    if not families:
        head += draw_beside(path, figures)
    path.write_text(head + "".join(_part(f"\n## {family}\n" if several else "", rows) for family, rows in parts))


def _first_part(one: Figure) -> str:
    return one.figure.partition(".")[0]


def _part(heading: str, figures: Iterable[Figure]) -> str:
    return heading + TABLE + "".join(map(row_of, figures))


def row_of(figure: Figure) -> str:
    """Return a figure as a row of a table."""
    bars = {"at least": figure.least, "at most": figure.most}
    bar = " and ".join(f"{words} {value:,}" for words, value in bars.items() if value is not None)
    return f"| `{figure.figure}` | {figure.value:,} | {figure.unit} | {bar or '-'} |\n"
