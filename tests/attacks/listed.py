"""The table of attacks in docs/security.md."""

import re
from typing import NamedTuple

from tests.support.processes import ROOT

ROW = re.compile(
    r"^\| (?P<who>[^|]+) \| (?P<does>[^|]+) \| (?P<holds>[^|]+) \| (?P<shown>(?:`[^`]+`(?:, )?)+) \|$", re.MULTILINE
)


class Attack(NamedTuple):
    """One row: who attacks, what they know or do, what holds, and what shows it."""

    who: str
    does: str
    holds: str
    tests: tuple[str, ...]
    """Tests of pytest."""
    outside: tuple[str, ...] = ()
    """Attacks from outside, by their names."""


def attacks() -> list[Attack]:
    """Return all rows in order."""
    return [_row(*found.groups()) for found in ROW.finditer((ROOT / "docs/security.md").read_text())]


def _row(who: str, does: str, holds: str, shown: str) -> Attack:
    names = re.findall(r"`([^`]+)`", shown)
    tests = tuple(name for name in names if name.startswith("tests/"))
    return Attack(who, does, holds, tests, tuple(name for name in names if name not in tests))
