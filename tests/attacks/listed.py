"""The table of attacks in docs/security.md."""

import re
from typing import NamedTuple

from tests.support.processes import ROOT

ROW = re.compile(
    r"^\| (?P<who>[^|]+) \| (?P<does>[^|]+) \| (?P<holds>[^|]+) \| `(?P<test>tests/[^`]+)` \|$", re.MULTILINE
)


class Attack(NamedTuple):
    """One row: who attacks, what they know or do, what holds, and the test that shows it."""

    who: str
    does: str
    holds: str
    test: str


def attacks() -> list[Attack]:
    """Return all rows in order."""
    return [Attack(**found.groupdict()) for found in ROW.finditer((ROOT / "docs/security.md").read_text())]
