"""The search runs here, with little time: what it finds is tested with the engine."""

from collections.abc import Callable
from typing import Any

import pytest

from analysis import policy, thinking
from analysis.services import hints, teaching
from matches.bots.thinking import SEARCHERS


def _here(work: Callable[..., Any], *given: Any) -> Any:
    return work(*given)


@pytest.fixture(autouse=True)
def _quick_searches_in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SEARCHERS, "run", _here)
    monkeypatch.setattr(thinking.TEACHER, "run", _here)
    monkeypatch.setattr(hints, "HINT_SECONDS", 0.02)
    for name, seconds in {"POSITIONS_SECONDS": 0.01, "ANSWERS_SECONDS": 0.1, "LEAST_SECONDS": 0.001}.items():
        assert hasattr(policy, name)
        monkeypatch.setattr(teaching, name, seconds)
    monkeypatch.setattr(teaching, "LUCK_DRAWS", 2)
