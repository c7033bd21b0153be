"""Writes the figures of one run as a page of the documentation."""

import os
import platform
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

from bench.figures import Figure

HEAD = """# Performance

Written by `make bench WRITE=docs/performance.md` on {day}, with Python {python} on {cores} cores.
Do not edit it by hand. Figures of a shared machine vary; compare figures of one run only. What each means is told by
the module of `bench/` that is named after its first part.

| figure | value | unit |
| --- | ---: | --- |
"""


def write_page(path: Path, figures: Iterable[Figure]) -> None:
    """Write all figures to `path`, replacing what was there."""
    now = datetime.now(UTC)
    head = HEAD.format(day=f"{now:%d %B %Y}", python=platform.python_version(), cores=os.cpu_count())
    path.write_text(head + "".join(f"| `{name}` | {value:,} | {unit} |\n" for name, value, unit, *_ in figures))
