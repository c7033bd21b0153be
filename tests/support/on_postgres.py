"""Runs a command with the site's database on a real PostgreSQL and its queue on a real Redis.

For example: `python -m tests.support.on_postgres pytest tests/matches/test_concurrency.py`
"""

import os
import subprocess
import sys

from tests.support import postgres, redis
from tests.support.processes import ServiceMissing
from tests.support.server_env import WITHOUT_TLS, server_environment


def main(command: list[str]) -> int:
    """Start the services, run the command, end the services. Returns the command's exit code."""
    try:
        with postgres.started() as database, redis.started() as queue:
            env = server_environment(database.url(), queue.url) | WITHOUT_TLS
            return subprocess.run(command, env=os.environ | env, check=False).returncode
    except ServiceMissing as error:
        print(error, file=sys.stderr)  # noqa: T201 - this is a program
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
