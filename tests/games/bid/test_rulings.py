"""Every ruling of Bid! is held by a test of this folder."""

import re
from pathlib import Path

from games.bid.rules import BID


def test_every_settled_point_is_held() -> None:
    tests = [path.read_text() for path in Path(__file__).parent.glob("test_*.py")]
    held = {number for text in tests for number in re.findall(r"\bB\d+\b", text)}
    assert {ruling.number for ruling in BID.rulings} == held
