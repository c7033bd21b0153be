"""The site as a server of several processes, for attacks that make no difference in one."""

from collections.abc import Iterator
from contextlib import contextmanager

from tests.attacks.outside import LIMITED, Target
from tests.support import postgres, redis
from tests.support.postgres import Postgres
from tests.support.processes import private_directory
from tests.support.redis import Redis
from tests.support.site import server

BEHIND_HTTPS = {"SESSION_COOKIE_SECURE": "1", "CSRF_COOKIE_SECURE": "1"}


@contextmanager
def server_target() -> Iterator[Target]:
    """Start PostgreSQL, Redis and a site of several processes."""
    with postgres.started() as database, redis.started() as queue, target_on(database, queue) as target:
        yield target


@contextmanager
def target_on(database: Postgres, queue: Redis) -> Iterator[Target]:
    """Start a site of two web processes on these, as behind a proxy that speaks HTTPS."""
    queue.empty()
    extra = LIMITED | BEHIND_HTTPS
    with server(database, queue.url, webs=2, workers=1, **extra) as site, private_directory() as place:
        yield Target(site, place)
