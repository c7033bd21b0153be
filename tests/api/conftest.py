"""All tests of the API run at one moment, in which no deadline passes, and start with empty counters."""

import pytest
from django.core.cache import cache

from tests.matches.tables import NOON


@pytest.fixture(autouse=True)
def _one_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON)
    cache.clear()
