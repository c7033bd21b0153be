"""What the tests of people share."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def _no_limits_of_earlier_tests() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()
