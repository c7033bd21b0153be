"""What all tests of tables share."""

import pytest

from matches.web import pulses
from tests.matches.tables import NOON


@pytest.fixture(autouse=True)
def _noon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Views read the system clock: stop it at the moment the tests' tables are made."""
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON)


@pytest.fixture(autouse=True)
def _no_pulse(monkeypatch: pytest.MonkeyPatch) -> None:
    """Open sockets are told what stands once, and then when a test says so."""
    monkeypatch.setattr(pulses, "TURN", 3600.0)
