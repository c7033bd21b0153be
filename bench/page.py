"""Write the figures of one run as a page of the documentation."""

import os
import platform
import re
import shlex
from collections.abc import Mapping, Sequence
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
WHOLE = "Performance"
"""The title of the page of a whole run."""
TABLE = """
| figure | value | unit | bar |
| --- | ---: | --- | --- |
"""
ROW = re.compile(r"^\| `(\S+)` \|.*\n", re.MULTILINE)
PICTURE_SHOWN = re.compile(r"\n!\[.*?\n(?=\n\| figure)", re.DOTALL)


def write_page(
    path: Path,
    figures: Sequence[Figure],
    families: Sequence[str] = (),
    failed: Sequence[str] = (),
    answers: int | None = None,
) -> None:
    """Write all figures to `path`, and name the families that failed.

    Families that are measured alone replace only their own figures on the page of a whole run, and any other page.
    `answers` is what was asked for in browsers, if not the usual number.
    """
    asked = f"FAMILY={shlex.quote(' '.join(families))} " if families else ""
    asked += f"ANSWERS={answers} " if answers else ""
    command = f"make bench {asked}WRITE={path}"
    parts = {part: list(rows) for part, rows in groupby(sorted(figures, key=_first_part), _first_part)}
    known = path.read_text() if families and path.exists() else ""
    if known.startswith(f"# {WHOLE}\n"):
        again = f"\nMeasured again by `{command}`\non {today()}.\n"
        before = _parts_of(known)
        new = {part: again + _part_again(path, before.get(part, ""), rows) for part, rows in parts.items()}
        path.write_text(_with_parts(known, new))
        return
    head = _head(f"Figures of {' and '.join(families)}" if families else WHOLE, command)
    if failed:
        head += f"Not measured to the end, as they failed: {', '.join(failed)}.\n"
    heading = "\n## {}\n" if len(parts) > 1 else ""
    path.write_text(head + "".join(heading.format(part) + _part(path, rows) for part, rows in parts.items()))


def write_part(path: Path, part: str, figures: Sequence[Figure], command: str) -> None:
    """Write what another command measures as one part of the page of a whole run, or as any other page.

    Figures of this project that are measured beside others stay with these: the part of their name is another run's.
    """
    known = path.read_text() if path.exists() else ""
    if known.startswith(f"# {WHOLE}\n"):
        again = f"\nMeasured by `{command}`\non {today()}.\n"
        path.write_text(_with_parts(known, {part: again + _part(path, figures)}))
    else:
        path.write_text(_head(f"Figures of {part}", command) + _part(path, figures))


def _head(title: str, command: str) -> str:
    return HEAD.format(
        title=title, command=command, day=today(), python=platform.python_version(), cores=os.cpu_count()
    )


def today() -> str:
    """Return the day as pages name it: "4 March 2026"."""
    now = datetime.now(UTC)
    return f"{now.day} {now:%B %Y}"


def _first_part(one: Figure) -> str:
    return one.figure.partition(".")[0]


def _part(path: Path, figures: Sequence[Figure]) -> str:
    return draw_beside(path, figures) + TABLE + "".join(map(row_of, figures))


def _part_again(path: Path, before: str, figures: Sequence[Figure]) -> str:
    """Return a part in which these figures replace those of the same names. Others, and the picture, stay."""
    old: dict[str, str] = {found[1]: found[0] for found in ROW.finditer(before)}
    new: dict[str, str] = {figure.figure: row_of(figure) for figure in figures}
    words = "" if old.keys() <= new.keys() else "What this run did not measure is of an earlier one.\n"
    shown = PICTURE_SHOWN.search(before)
    drawn = draw_beside(path, figures) or (str(shown[0]) if shown else "")
    return words + drawn + TABLE + "".join((old | new).values())


def _parts_of(page: str) -> dict[str, str]:
    """Return the text of each part of a page by its name."""
    _, *others = page.split("\n## ")
    return {part: text for part, _, text in (other.partition("\n") for other in others)}


def _with_parts(page: str, parts: Mapping[str, str]) -> str:
    """Replace parts of a page, or add them, in the order of their names."""
    head, _, _ = page.partition("\n## ")
    return head + "".join(f"\n## {part}\n{text}" for part, text in sorted({**_parts_of(page), **parts}.items()))


def row_of(figure: Figure) -> str:
    """Return a figure as a row of a table."""
    bars = {"at least": figure.least, "at most": figure.most}
    bar = " and ".join(f"{words} {value:,}" for words, value in bars.items() if value is not None)
    return f"| `{figure.figure}` | {figure.value:,} | {figure.unit} | {bar or '-'} |\n"
