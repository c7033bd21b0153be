"""The search runs here, with little time: what it finds is tested with the engine."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from analysis import policy, thinking
from analysis.services import hints, teaching
from engine import AnyGame
from engine.search import Hooks
from games.levels import hooks_of
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


@pytest.fixture
def unstretched(monkeypatch: pytest.MonkeyPatch) -> None:
    """Figures of every game as its search has them."""

    def unstretched_hooks(game: AnyGame) -> Hooks:
        return replace(hooks_of(game), stretch=1.0)

    monkeypatch.setattr("analysis.selectors.hints.hooks_of", unstretched_hooks)
    monkeypatch.setattr("analysis.selectors.lessons.hooks_of", unstretched_hooks)
