"""What grows as the site grows: figures of a small site and of one of a million matches, by `make bench-scale`."""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path

from bench.figures import Figure
from bench.scale.page import write_scaling
from tests.support import postgres, redis
from tests.support.server_env import WITHOUT_TLS, server_environment

SCALE = float(os.environ.get("SCALE", "1"))
KEYS = ("SECRET_KEY", "VAULT_KEYS")
LOADING = {"max_wal_size": "8GB", "shared_buffers": "1GB", "maintenance_work_mem": "256MB"}
"""Settings for a database of this size, far below what a machine of its own would have."""


def figures(_seconds: float) -> Iterator[Figure]:
    """Build both sites on PostgreSQL as a server runs it, with every commit on disk, and measure them."""
    with ExitStack() as stack:
        database = stack.enter_context(postgres.started(durable=True, more=LOADING))
        queue = stack.enter_context(redis.started())
        database.create("site")
        env = server_environment(database.url("site"), queue.url) | WITHOUT_TLS
        # The models can be imported only once the settings are known.
        os.environ.update(env, DJANGO_SETTINGS_MODULE="tests.settings")
        os.environ["NOON_OF_TESTS"] = datetime.now(UTC).isoformat()
        keys: Mapping[str, str] = {name: env[name] for name in KEYS}
        yield from import_module("bench.scale.measured").figures(database, queue, dict(keys), SCALE)


def write(path: Path, figures: Sequence[Figure]) -> None:
    """Write the page about scaling."""
    write_scaling(path, figures, SCALE)
