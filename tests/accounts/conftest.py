"""What the tests of people share."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from celery import current_app
from django.conf import settings
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core.cache import cache


@pytest.fixture(autouse=True, scope="session")
def _folder_of_static_files() -> None:
    # WhiteNoise warns when the folder that `collectstatic` makes is not there.
    Path(settings.STATIC_ROOT).mkdir(exist_ok=True)


@pytest.fixture(autouse=True)
def _no_limits_of_earlier_tests() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def tasks_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run tasks where they are queued, as if a worker took them at once."""
    current_app.loader.import_default_modules()
    monkeypatch.setattr("foundation.queue.transaction.on_commit", lambda send, robust: send())
    monkeypatch.setattr("foundation.queue.current_app.send_task", lambda name, args: current_app.tasks[name](*args))


@pytest.fixture
def hashes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The passwords that were hashed, in order."""
    made: list[str] = []
    encode = MD5PasswordHasher.encode

    def counted(self: MD5PasswordHasher, password: str, salt: str) -> str:
        made.append(password)
        return encode(self, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", counted)
    return made


@pytest.fixture(autouse=True)
def _site_of_the_test_client(settings: Any) -> None:
    """A passkey counts on pages of `SITE_URL` alone."""
    settings.SITE_URL = "http://testserver"
