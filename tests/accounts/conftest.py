"""What the tests of people share."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.core.cache import cache


@pytest.fixture(autouse=True, scope="session")
def _folder_of_static_files() -> None:
    # Whoever serves static files warns when the folder that `collectstatic` makes is not there.
    Path(settings.STATIC_ROOT).mkdir(exist_ok=True)


@pytest.fixture(autouse=True)
def _no_limits_of_earlier_tests() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()
