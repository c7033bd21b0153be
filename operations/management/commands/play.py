"""`manage.py play`: runs the whole site in one process, on SQLite and in memory."""

import logging
import signal
import sys
import threading
from collections.abc import Iterable
from typing import Any

import uvicorn
from celery import Celery, current_app
from celery.beat import Scheduler, Service
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from foundation.niced import close_all_for_good
from foundation.queue import ROUNDS
from matches.log.prepared_types import prepare_types
from operations.connections import BoundedConnection
from operations.old_database import refusal
from operations.open_to_others import NOT_FOR_OTHERS, is_loopback, open_to_others

WORKER_THREADS = 4
ROUND_THREADS = 1
"""A thread for rounds alone, so that they wait behind no mails, AI players or sweeps."""
STOP_SECONDS = 5


class Command(BaseCommand):
    """Migrates, creates the demo on first start, then serves pages, sockets, tasks and the sweep."""

    help = "Play on this machine: one process, SQLite, nothing else to install."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the host and port to listen on."""
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=settings.PORT)

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the site until it is stopped."""
        if not settings.EMBEDDED:
            raise CommandError("This command runs the embedded site. Unset DATABASE_URL, or see docs/operators.md.")
        if words := refusal():
            raise CommandError(words)
        follow_port(options["port"])
        call_command("migrate", verbosity=0, interactive=False)
        if not is_loopback(options["host"]) and open_to_others():
            raise CommandError(NOT_FOR_OTHERS)
        if settings.DEMO:
            call_command("demo")
        workers = _workers()
        prepare_types()
        # It needs no schedule file: an extra sweep changes nothing, and daily jobs have a row in the database.
        beat: Any = Service(current_app, max_interval=1, scheduler_cls=Scheduler)
        for name, worker in workers.items():
            threading.Thread(target=worker.start, name=name, daemon=True).start()
        threading.Thread(target=beat.start, name="beat", daemon=True).start()
        # Uvicorn raises the signal again after stopping. Turn that into a clean exit.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
        address = f"http://{options['host']}:{options['port']}/"
        self.stdout.write(f"Piecepack by Post is at {address} (stop it with Ctrl-C)")
        self.stdout.flush()
        try:
            _serve(options["host"], options["port"])
        except KeyboardInterrupt:
            pass
        finally:
            _stop(workers.values(), beat)


def follow_port(port: int) -> None:
    """Let links in mails lead to the port that the site listens on, unless the operator has set `SITE_URL`."""
    default = f"http://127.0.0.1:{settings.PORT}"
    if default == settings.SITE_URL:
        settings.SITE_URL = f"http://127.0.0.1:{port}"


def _workers() -> dict[str, Any]:
    """Celery workers on threads, one of them for rounds alone. A prefork pool cannot share the in-memory queue."""
    logging.getLogger("celery").setLevel(logging.WARNING)
    # What a worker takes is kept by its app, so the second one has an app of its own. The site's is the last one made,
    # as threads without an app get that of the last worker.
    apart = Celery("rounds", set_as_current=False)
    apart.config_from_object("django.conf:settings", namespace="CELERY")
    apart.autodiscover_tasks()
    common = {
        "pool": "threads",
        "without_gossip": True,
        "without_mingle": True,
        "without_heartbeat": True,
        "loglevel": "WARNING",
    }
    return {
        "rounds": apart.WorkController(queues=[ROUNDS], concurrency=ROUND_THREADS, hostname="rounds", **common),
        "worker": current_app.WorkController(concurrency=WORKER_THREADS, hostname="worker", **common),
    }


def _serve(host: str, port: int) -> None:
    uvicorn.run(
        "piecepack_site.asgi:application",
        host=host,
        port=port,
        log_config=None,  # the site's own
        proxy_headers=False,  # accounts/security/client_address.py decides whom to believe
        timeout_graceful_shutdown=2,
        http=BoundedConnection,
        ws="websockets-sansio",
        ws_max_size=64 * 1024,  # the longest forms go over HTTP
        ws_per_message_deflate=False,  # messages are short, and each socket would keep 37 kB to pack them
        lifespan="off",
    )


def _stop(workers: Iterable[Any], beat: Any) -> None:
    """Stop everything besides the server. The sweep of the next start finds queued work and thoughts cut off."""
    beat.stop(wait=False)
    endings = [threading.Thread(target=worker.stop, daemon=True) for worker in workers]
    for ending in endings:
        ending.start()
    for ending in endings:
        ending.join(STOP_SECONDS)
    close_all_for_good()
