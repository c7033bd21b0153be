"""Tasks wait in queues of their own, so that nobody's round stands behind mails, AI players or a thousand deadlines."""

import ast
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from redis import Redis

from foundation.queue import QUEUES, route, use_sweep_queue
from matches.sweep import sweep
from piecepack_site.celery import app
from tests.matches.tables import NOON, table_of
from tests.support.postgres import Postgres
from tests.support.redis import Redis as RedisServer
from tests.support.site import TEMPLATE, EmbeddedSite, ServerSite, eventually, prepare, static_files

app.autodiscover_tasks(force=True)
SENDING = "from foundation.queue import delay_on_commit\nfor task in {tasks!r}: delay_on_commit(task, 0)"
TASKS = {
    "matches.resolve_round": "rounds",
    "matches.play_bots": "bots",
    "moderation.sweep": "sweeps",
    "notifications.send": "slow",
}


def test_every_task_of_the_site_has_its_queue() -> None:
    ours = [name for name in app.tasks if not name.startswith(("celery.", "tests."))]
    found = {name: route(name)["queue"] for name in ours}
    assert {name for name, queue in found.items() if queue == "rounds"} == {
        "matches.resolve_complete",
        "matches.resolve_round",
    }
    assert {name for name, queue in found.items() if queue == "bots"} == {
        "analysis.hint",
        "analysis.look",
        "matches.play_bots",
    }
    found_by_sweeps = {
        "matches.resolve_rounds",
        "matches.pass_deadlines",
        "matches.pass_deadlines_of_many",
        "notifications.send_due",
    }
    sweeps = {name for name, queue in found.items() if queue == "sweeps"}
    assert sweeps == found_by_sweeps | {name for name in ours if name.endswith(".sweep")}
    assert set(found.values()) == set(QUEUES)
    assert {name: app.amqp.router.route({}, name)["queue"].name for name in TASKS} == TASKS


def test_a_round_is_stopped_before_others_wait_long_and_an_archive_may_take_its_time() -> None:
    resolving, packing = (app.tasks[name].time_limit or 0 for name in ("matches.resolve_round", "rights.make_archive"))
    assert resolving < settings.CELERY_TASK_TIME_LIMIT < packing


@pytest.mark.django_db
def test_rounds_that_a_sweep_finds_wait_apart_from_those_that_people_close(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    sent: list[tuple[str, str]] = []
    monkeypatch.setattr(
        "foundation.queue.current_app.send_task",
        lambda name, args, **options: sent.append((name, route(name)["queue"])),
    )
    table_of("ana", "ben", "cleo")
    with django_capture_on_commit_callbacks(execute=True):
        sweep(now=NOON + timedelta(days=30))
    assert {queue for name, queue in sent if name == "matches.resolve_round"} == {"sweeps"}
    assert route("matches.resolve_round") == {"queue": "rounds"}
    with use_sweep_queue():
        assert route("matches.resolve_round") == {"queue": "sweeps"}
        assert route("matches.play_bots") == {"queue": "bots"}


@pytest.mark.exhaustive("the tests above show which task has which queue; this one that workers keep to them")
def test_a_worker_kept_for_rounds_takes_rounds_alone(
    tmp_path: Path, postgres: Postgres, redis_server: RedisServer
) -> None:
    prepare(postgres)
    redis_server.empty()
    with postgres.database(TEMPLATE) as database, Redis.from_url(redis_server.url) as line, ExitStack() as stack:
        site = ServerSite(tmp_path, database, redis_server.url, webs=1, workers=0)
        site.static.symlink_to(static_files())
        stack.callback(site.kill)
        site.manage("shell", "-v0", "-c", SENDING.format(tasks=list(TASKS)))
        assert {name: line.llen(name) for name in QUEUES} == dict.fromkeys(QUEUES, 1)
        site.start_one("rounds")
        assert eventually(lambda: site.tasks_done("rounds"), 90) == {"matches.resolve_round": 1}
        assert {name: line.llen(name) for name in QUEUES} == {**dict.fromkeys(QUEUES, 1), "rounds": 0}
        site.start_one("worker-0")
        eventually(lambda: sum(site.tasks_done("worker-0").values()) == 3, 90)
        assert site.tasks_done("rounds") == {"matches.resolve_round": 1}


WORKERS = """
from operations.management.commands.play import _workers
print("TAKEN", {name: sorted(worker.app.amqp.queues.consume_from) for name, worker in _workers().items()})
"""


def test_the_embedded_site_keeps_a_worker_for_rounds(tmp_path: Path) -> None:
    taken = ast.literal_eval(EmbeddedSite(tmp_path).manage("shell", "-v0", "-c", WORKERS).partition("TAKEN ")[2])
    assert taken == {"rounds": ["rounds"], "worker": sorted(QUEUES)}
