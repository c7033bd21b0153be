"""Signs of life: `/healthz` looks at nothing, `/readyz` names what is missing."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import OperationalError, connection
from django.test import Client
from django.utils import timezone

from matches.tasks import sweep_matches
from notifications.tasks import sweep as sweep_notices
from operations import heartbeat, probes
from tests.support.processes import free_port

ALL_WELL = {"ready": True, "database": "ok", "migrations": "ok", "redis": "ok", "sweep": "ok"}


@pytest.fixture(autouse=True)
def _nothing_remembered() -> Iterator[None]:
    cache.clear()
    probes._applied.clear()
    yield
    cache.clear()
    probes._applied.clear()


@pytest.fixture
def swept() -> None:
    """Both sweeps have just ended."""
    for task in heartbeat.SWEEPS:
        heartbeat.beat(task, now=timezone.now(), seconds=0.1)


def readiness() -> tuple[int, dict[str, Any]]:
    reply = Client().get("/readyz")
    assert reply["Cache-Control"] == "no-store"
    return reply.status_code, reply.json()


def unreachable(*args: object, **kwargs: object) -> None:
    raise OperationalError("gone")


def test_a_process_that_lives_says_so_whatever_the_rest_does(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("django.db.backends.utils.CursorWrapper.execute", unreachable)
    reply = Client().get("/healthz", HTTP_HOST="10.0.0.7:8001")
    assert (reply.status_code, reply.content) == (200, b"ok")


@pytest.mark.django_db
@pytest.mark.both_databases
@pytest.mark.usefixtures("swept")
def test_a_site_that_has_all_it_needs_is_ready():
    assert readiness() == (200, ALL_WELL)


@pytest.mark.django_db
@pytest.mark.usefixtures("swept")
def test_a_database_that_is_gone_is_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(connection, "ensure_connection", unreachable)
    assert readiness() == (503, ALL_WELL | {"ready": False, "database": "unreachable", "migrations": "unknown"})


@pytest.mark.postgres
@pytest.mark.django_db
@pytest.mark.usefixtures("swept")
def test_a_postgresql_that_is_gone_is_named_at_once(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(connection.settings_dict, "PORT", free_port())
    assert readiness() == (503, ALL_WELL | {"ready": False, "database": "unreachable", "migrations": "unknown"})


@pytest.mark.postgres
@pytest.mark.django_db
@pytest.mark.parametrize(("mode", "expected"), [("disable", "ok"), ("require", "unreachable")])
def test_a_postgresql_is_asked_as_safely_as_its_address_says(monkeypatch: pytest.MonkeyPatch, mode: str, expected: str):
    """That of the tests has no TLS."""
    monkeypatch.setitem(connection.settings_dict["OPTIONS"], "sslmode", mode)
    assert probes.database() == expected


@pytest.mark.django_db
@pytest.mark.usefixtures("swept")
def test_a_migration_that_is_missing_is_named_until_it_is_applied():
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'sessions'")
    assert readiness() == (503, ALL_WELL | {"ready": False, "migrations": "missing"})
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('sessions', '0001_initial', '2026-01-01')"
        )
    assert readiness() == (200, ALL_WELL)


@pytest.mark.postgres
@pytest.mark.django_db
def test_a_redis_that_is_gone_is_named(settings: Any):
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
    assert readiness() == (503, ALL_WELL | {"ready": False, "redis": "unreachable", "sweep": "unknown"})


@pytest.mark.postgres
@pytest.mark.django_db
@pytest.mark.parametrize("name", ["SOCKETS_REDIS_URL", "CACHE_REDIS_URL"])
def test_a_redis_of_sockets_or_of_the_cache_that_is_gone_is_named_too(name: str, settings: Any):
    settings.REDIS_URL = settings.SOCKETS_REDIS_URL = settings.CACHE_REDIS_URL
    setattr(settings, name, f"redis://127.0.0.1:{free_port()}/0")
    assert probes.redis_server() == "unreachable"


@pytest.mark.django_db
@pytest.mark.parametrize("task", heartbeat.SWEEPS)
def test_each_sweep_must_have_ended_not_long_ago(task: str):
    now = timezone.now()
    for name in heartbeat.SWEEPS:
        heartbeat.beat(name, now=now - timedelta(seconds=31 if name == task else 29), seconds=0.1)
    assert readiness() == (503, ALL_WELL | {"ready": False, "sweep": "late"})


@pytest.mark.django_db
def test_a_sweep_that_never_was_is_late():
    assert readiness()[1]["sweep"] == "late"


@pytest.mark.django_db
def test_sweeps_leave_their_mark_when_they_end_well(monkeypatch: pytest.MonkeyPatch):
    sweep_matches.apply()
    sweep_notices.apply()
    assert heartbeat.late_sweeps(now=timezone.now()) == []
    cache.clear()
    monkeypatch.setattr("matches.tasks.sweep", unreachable)
    sweep_matches.apply()
    assert heartbeat.late_sweeps(now=timezone.now()) == list(heartbeat.SWEEPS)


@pytest.mark.django_db
def test_patience_grows_with_the_time_between_sweeps(settings: Any):
    settings.SWEEP_SECONDS = 60.0
    now = timezone.now()
    for name in heartbeat.SWEEPS:
        heartbeat.beat(name, now=now - timedelta(seconds=359), seconds=0.1)
    assert heartbeat.late_sweeps(now=now) == []
    assert heartbeat.late_sweeps(now=now + timedelta(seconds=2)) == list(heartbeat.SWEEPS)


@pytest.mark.django_db
def test_a_cache_that_is_gone_does_not_fail_the_sweep(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("operations.heartbeat.cache.set", unreachable)
    assert sweep_matches.apply().state == "SUCCESS"
