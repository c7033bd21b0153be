"""The registry with an example in it."""

from collections.abc import Iterator

import pytest

from examples.goofspiel.rules import GOOFSPIEL
from games.registry import GAMES


@pytest.fixture
def in_the_box() -> Iterator[None]:
    """Goofspiel is in the registry for one test, as its own line would put it there."""
    GAMES[GOOFSPIEL.slug] = GOOFSPIEL
    yield
    del GAMES[GOOFSPIEL.slug]
