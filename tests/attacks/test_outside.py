"""The attacks from outside, one test for each."""

from collections.abc import Iterator

import pytest

from tests.attacks.outside import Target
from tests.attacks.server import target_on
from tests.attacks.subjects import ATTACKS, embedded_target
from tests.support.postgres import Postgres
from tests.support.redis import Redis

IN_ONE = {name: attack for name, attack in ATTACKS.items() if not attack.on_server}
ON_SERVER = {name: attack for name, attack in ATTACKS.items() if attack.on_server}

# The sites are started once.
pytestmark = [
    pytest.mark.xdist_group("attacks"),
    pytest.mark.exhaustive("every attack from outside; `make test` tries the same within the process"),
]


@pytest.fixture(scope="module")
def one() -> Iterator[Target]:
    """A site in one process."""
    with embedded_target() as target:
        yield target


@pytest.fixture(scope="module")
def several(postgres: Postgres, redis_server: Redis) -> Iterator[Target]:
    """A server of several processes."""
    with target_on(postgres, redis_server) as target:
        yield target


@pytest.mark.parametrize("name", IN_ONE)
def test_the_site_holds(name: str, one: Target) -> None:
    IN_ONE[name].tries(one)


@pytest.mark.parametrize("name", ON_SERVER)
def test_a_server_holds(name: str, several: Target) -> None:
    ON_SERVER[name].tries(several)
