"""What all tests of tables share."""

import pytest

from tests.matches.tables import NOON


@pytest.fixture(autouse=True)
def _noon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Views read the system clock: stop it at the moment the tests' tables are made."""
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON)
