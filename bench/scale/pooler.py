"""The site behind PgBouncer with transaction pooling: its processes share a few connections of PostgreSQL."""

import asyncio
import contextlib
from collections.abc import Iterator
from functools import partial
from urllib.parse import urlsplit

import psycopg

from bench.scale.load import PEOPLE, WAVES, running
from bench.scale.sizes import Sizes
from bench.server import send_by_forms, wave
from bench.visitors import make_tables, open_rounds
from tests.support.debian import program
from tests.support.postgres import ordinary_user
from tests.support.processes import free_port, plain_environment, private_directory, start

OF_POOLER, CONNECTIONS = "scale.pgbouncer_connections", 8
"""Of PostgreSQL, for all processes together."""
SETTINGS = """
[databases]
site = host={host} port={port} dbname={name} user={user} password={password} connect_query='{mark}'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {own}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = {connections}
max_client_conn = 500
ignore_startup_parameters = extra_float_digits, options
"""
NAME = "behind-pgbouncer"
MARK = f'SET application_name = "{NAME}"'
OPEN = "SELECT count(*) FROM pg_stat_activity WHERE application_name = %s"
WITHOUT_CURSORS = "DISABLE_SERVER_SIDE_CURSORS=true"
"""A cursor that outlives its transaction needs a connection of its own."""
READING = """
from django.utils import timezone
from moderation.services.signals import recompute_signals
from rights.services.dumps import make_dump
recompute_signals(now=timezone.now())
assert make_dump(now=timezone.now()).matches
"""


@contextlib.contextmanager
def pooled(database_url: str) -> Iterator[str]:
    """Run PgBouncer before a database; yield the address for the site. Raises `ServiceMissing` if it cannot be had."""
    binary, owner, own = program("pgbouncer", "pgbouncer"), ordinary_user(), free_port()
    parts = urlsplit(database_url)
    where = {"host": parts.hostname, "port": parts.port, "user": parts.username, "password": parts.password}
    with private_directory(owner) as directory:
        settings = directory / "pgbouncer.ini"
        own_part = {"own": own, "name": parts.path[1:], "connections": CONNECTIONS, "mark": MARK}
        settings.write_text(SETTINGS.format(**own_part, **where), encoding="utf-8")
        url = f"postgres://site@127.0.0.1:{own}/site"
        log = directory / "log"
        service = start("PgBouncer", [binary, settings], log=log, env=plain_environment(), user=owner)
        try:
            service.wait_until(partial(_answers, url))
            yield url
        finally:
            service.stop()


def _answers(url: str) -> bool:
    try:
        psycopg.connect(url, connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True


def _behind(url: str) -> dict[str, str]:
    return {"DATABASE_URL": f"{url}?{WITHOUT_CURSORS}"}


def connections_used(database_url: str, redis_url: str, keys: dict[str, str], sizes: Sizes) -> int:
    """Play by two web processes and two workers behind PgBouncer; return the connections of PostgreSQL they share.

    What reads all of history runs there once too. Raises `AssertionError` if an answer is refused, a round is not
    resolved or anything fails.
    """
    with (
        psycopg.connect(database_url, autocommit=True) as line,
        pooled(database_url) as url,
        running(database_url, redis_url, keys | _behind(url), workers=2, webs=2) as site,
    ):
        people = make_tables(site, people=PEOPLE, tables=sizes.tables)
        for _ in range(WAVES):
            asked = open_rounds(site, min(people.tables))
            asyncio.run(wave(site, asked, partial(send_by_forms, site.urls, people, asked)))
        site.manage("shell", "--command", READING)
        found = line.execute(OPEN, [NAME]).fetchone()
        assert "Traceback" not in "".join(path.read_text() for path in site.directory.glob("*.log"))
    return int(found[0]) if found else 0
