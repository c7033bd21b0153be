"""Figures for Prometheus: correct, and only for those who may read them."""

import multiprocessing
import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import redis
from celery import Celery
from django.core.cache import cache
from django.db import OperationalError, connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from prometheus_client.parser import text_string_to_metric_families

from engine.quick_chance import RandomChance
from matches.models import Answer, Match, Seat
from matches.play.answers import submit_answer
from notifications.models import Notice, State
from operations import heartbeat, metrics, selectors
from operations.gauges import SiteGauges
from operations.selectors import Backlog
from operations.sockets import kind_of
from tests.matches.tables import NOON, answer_all, table_of
from tests.support import redis as redis_servers
from tests.support.plans import assert_by
from tests.support.processes import free_port

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture(autouse=True)
def _nothing_remembered() -> Iterator[None]:
    cache.clear()
    # The process has answered the requests of thousands of tests by now.
    metrics.request_seconds.clear()
    yield
    cache.clear()


def read(text: str) -> dict[tuple[str, ...], float]:
    """Figures by their name and labels."""
    samples = [sample for family in text_string_to_metric_families(text) for sample in family.samples]
    return {(sample.name, *sample.labels.values()): sample.value for sample in samples}


def counted(now: Any = NOON) -> dict[tuple[str, ...], float]:
    return read(metrics.exposition(SiteGauges(now)).decode())


def scraped(**sent: Any) -> int:
    return Client().get("/metrics", **sent).status_code


def test_rounds_that_are_complete_wait_to_be_resolved():
    match, people = table_of("ana", "ben", "cleo")
    assert counted()[("piecepack_rounds_awaiting_resolution",)] == 0
    answer_all(match, people, RandomChance(1), now=NOON)
    found = counted(NOON + timedelta(seconds=90))
    assert found[("piecepack_rounds_awaiting_resolution",)] == 1
    assert found[("piecepack_rounds_oldest_seconds",)] == 90


def test_a_round_of_which_one_seat_may_still_answer_waits_for_that_seat():
    match, people = table_of("ana", "ben", "cleo")
    answer_all(match, people, RandomChance(1))
    Answer.objects.filter(seat__number=0).delete()
    assert selectors.rounds_awaiting_resolution(now=NOON + timedelta(hours=1)).count == 0


def test_rounds_whose_time_is_up_wait_since_their_deadline():
    match, _ = table_of("ana", "ben", "cleo")
    late = Seat.objects.filter(match=match, awaited=True).update(deadline=NOON)
    assert late
    found = counted(NOON + timedelta(seconds=40))
    assert found[("piecepack_rounds_awaiting_resolution",)] == 1
    assert found[("piecepack_rounds_oldest_seconds",)] == 40


def test_a_round_waits_since_its_last_seat_answered_or_was_late():
    match, people = table_of("ana", "ben", "cleo")
    answer_all(match, people, RandomChance(1), now=NOON)
    Answer.objects.filter(seat__number=0).delete()
    Seat.objects.filter(match=match).update(deadline=NOON - timedelta(seconds=50))
    Seat.objects.filter(match=match, number=0).update(deadline=NOON + timedelta(seconds=20))
    assert selectors.rounds_awaiting_resolution(now=NOON + timedelta(seconds=10)) == Backlog(0, None)
    found = selectors.rounds_awaiting_resolution(now=NOON + timedelta(seconds=30))
    assert found == Backlog(1, NOON + timedelta(seconds=20))


def test_what_waits_is_found_by_indexes_that_have_little_else():
    complete, people = table_of("ana", "ben", "cleo")
    answer_all(complete, people, RandomChance(1))
    for number in range(6):
        table_of(*[f"{name}{number}" for name in ("dora", "emil", "fred")])
    with connection.cursor() as cursor:
        # Without statistics, any of the indexes seems as good.
        cursor.execute("ANALYZE")
    with CaptureQueriesContext(connection) as asked:
        assert selectors.rounds_awaiting_resolution(now=NOON).count == 1
    assert_by(asked, "answer_completes")
    assert_by(asked, "seat_by_deadline")
    with CaptureQueriesContext(connection) as asked:
        assert selectors.matches_by_status()["running"] == 7
    assert_by(asked, "Index Only Scan using match_by_status")


def test_what_is_counted_row_by_row_is_counted_seldom(monkeypatch: pytest.MonkeyPatch):
    kept: dict[str, int] = {}
    monkeypatch.setattr(cache, "get_or_set", lambda key, count, seconds: kept.setdefault(key, seconds) and count())
    assert read(metrics.exposition(SiteGauges(NOON, keep_seconds=30)).decode())
    assert kept == {"gauge:rounds": 30, "gauge:matches": 600, "gauge:notices": 600, "gauge:overdue": 30}


@pytest.mark.parametrize("status", [Match.Status.FINISHED, Match.Status.CALLED_OFF])
def test_matches_that_do_not_run_wait_for_nothing(status: str):
    match, people = table_of("ana", "ben", "cleo")
    answer_all(match, people, RandomChance(1))
    Match.objects.update(status=status)
    assert selectors.rounds_awaiting_resolution(now=NOON + timedelta(days=30)).count == 0
    assert counted()[("piecepack_matches", status)] == 1


def test_seats_without_a_deadline_are_waited_for():
    match, _ = table_of("ana", "ben", "cleo")
    Seat.objects.filter(match=match).update(deadline=None)
    assert selectors.rounds_awaiting_resolution(now=NOON + timedelta(days=300)).count == 0


def test_notices_are_counted_by_state():
    table_of("ana", "ben", "cleo")
    due = Notice.objects.count()
    assert due
    sent = Notice.objects.order_by("pk").first()
    assert sent is not None
    Notice.objects.exclude(pk=sent.pk).update(state=State.DUE, due_at=NOON)
    Notice.objects.filter(pk=sent.pk).update(state=State.SENT, settled_at=NOON)
    found = counted(NOON + timedelta(seconds=5))
    assert found[("piecepack_notices", "due")] == due - 1
    assert found[("piecepack_notices", "sent")] == 1
    assert found[("piecepack_notices", "failed")] == 0
    assert found[("piecepack_notices_overdue",)] == due - 1
    assert found[("piecepack_notices_oldest_seconds",)] == 5


def test_settled_notices_are_counted_for_a_day_and_open_ones_for_ever():
    table_of("ana", "ben", "cleo")
    settled, due = Notice.objects.order_by("pk")[:2]
    Notice.objects.exclude(pk=due.pk).update(state=State.UNWANTED, settled_at=NOON - timedelta(days=9))
    Notice.objects.filter(pk=settled.pk).update(state=State.SENT, settled_at=NOON)
    Notice.objects.filter(pk=due.pk).update(state=State.DUE, settled_at=None, due_at=NOON - timedelta(days=9))
    for hours, counted_then in ((23, 1), (25, 0)):
        found = selectors.notices_by_state(now=NOON + timedelta(hours=hours))
        assert (found["sent"], found["due"], found["unwanted"]) == (counted_then, 1, 0)


def test_the_counts_of_the_database_are_used_again_for_a_while(settings):
    table_of("ana", "ben", "cleo")
    settings.METRICS_ADDRESSES = ["127.0.0.1"]
    with CaptureQueriesContext(connection) as first:
        assert scraped() == 200
    assert "matches_match" in str(first.captured_queries)
    Match.objects.update(status=Match.Status.FINISHED)
    with CaptureQueriesContext(connection) as second:
        text = Client().get("/metrics").content.decode()
    assert not [one for one in second.captured_queries if re.search("matches_match|notifications_notice", one["sql"])]
    assert read(text)[("piecepack_matches", "running")] == 1
    cache.clear()
    assert read(Client().get("/metrics").content.decode())[("piecepack_matches", "running")] == 0


def test_counting_notices_reads_only_a_part_of_the_ledger():
    table_of("ana", "ben", "cleo")
    with CaptureQueriesContext(connection) as asked:
        selectors.notices_by_state(now=NOON)
    explain = "EXPLAIN QUERY PLAN" if connection.vendor == "sqlite" else "EXPLAIN"
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL enable_seqscan = off")
        for query in list(asked.captured_queries):
            cursor.execute(f"{explain} {query['sql']}")
            plan = str(cursor.fetchall())
            assert re.search("notice_(by_settling|due|sending)", plan), plan
            # The last two indexes hold what waits alone.
            assert not re.search("SCAN notifications_notice(?! USING (COVERING )?INDEX notice_(due|sending))", plan)


def test_sweeps_tell_when_they_last_ended():
    assert ("piecepack_sweep_lag_seconds", "matches.sweep") not in counted()
    heartbeat.beat("matches.sweep", now=NOON, seconds=0.25)
    found = counted(NOON + timedelta(seconds=7))
    assert found[("piecepack_sweep_lag_seconds", "matches.sweep")] == 7
    assert found[("piecepack_sweep_seconds", "matches.sweep")] == 0.25


def test_pages_are_timed_by_view_and_not_by_address():
    before = counted().get(("piecepack_request_seconds_count", "GET", "2xx", "matches:log"), 0)
    match, _ = table_of("ana", "ben", "cleo")
    assert Client().get(f"/table/{match.pk}/log/").status_code == 200
    found = counted()
    assert found[("piecepack_request_seconds_count", "GET", "2xx", "matches:log")] == before + 1
    Client().generic("BREW", "/some-key/")
    assert ("piecepack_request_seconds_count", "other", "4xx", "unmatched") in counted()
    assert "some-key" not in str(counted())


def test_requests_of_programs_are_timed_apart_from_pages():
    name = ("piecepack_request_seconds_count", "GET", "4xx", "api:me")
    before = counted().get(name, 0)
    assert Client().get("/api/v1/me").status_code == 401
    assert counted()[name] == before + 1


def test_a_task_that_waits_shows_in_the_queue_and_one_that_is_taken_too(
    redis_server: redis_servers.Redis, monkeypatch: pytest.MonkeyPatch
):
    redis_server.empty()
    theirs = redis.Redis.from_url(redis_server.url)
    monkeypatch.setattr("operations.queue_state.client", lambda: theirs)
    with override_settings(REDIS_URL=redis_server.url), Celery(broker=redis_server.url, set_as_current=False) as app:
        assert depths() == (0, 0)
        app.send_task("matches.sweep", queue="sweeps")
        app.send_task("matches.resolve_round", queue="rounds")
        assert depths() == (2, 0)
        with app.connection_for_read() as connected, connected.SimpleQueue("sweeps") as waiting:
            taken = waiting.get(timeout=10)
            assert depths()[1] == 1
            taken.ack()
    theirs.close()


def depths() -> tuple[float, float]:
    found = counted()
    return found[("piecepack_queue_depth",)], found[("piecepack_queue_taken",)]


def test_sockets_are_counted_while_they_are_open():
    with metrics.count_socket("table"):
        assert counted()[("piecepack_sockets", "table")] == 1
    assert counted()[("piecepack_sockets", "table")] == 0


def test_a_part_that_is_down_hides_no_other(monkeypatch: pytest.MonkeyPatch):
    def down() -> None:
        raise ConnectionError

    assert counted()[("piecepack_scrape_failures",)] == 0
    monkeypatch.setattr("operations.queue_state.depth", down)
    found = counted()
    assert found[("piecepack_scrape_failures",)] == 1
    assert ("piecepack_queue_depth",) not in found
    assert ("piecepack_rounds_awaiting_resolution",) in found


def test_a_database_that_is_gone_is_not_waited_for(monkeypatch: pytest.MonkeyPatch):
    def asked(*args: object, **kwargs: object) -> None:
        pytest.fail("The pool would have let this wait for 20 seconds.")

    heartbeat.beat("matches.sweep", now=NOON, seconds=0.25)
    monkeypatch.setitem(connection.settings_dict, "PORT", free_port())
    monkeypatch.setattr(connection, "ensure_connection", unreachable)
    for name in ("rounds_awaiting_resolution", "matches_by_status", "notices_by_state", "last_verification"):
        monkeypatch.setattr(selectors, name, asked)
    found = counted()
    assert found[("piecepack_scrape_failures",)] == 4
    assert ("piecepack_sweep_seconds", "matches.sweep") in found


def unreachable() -> None:
    raise OperationalError("gone")


def test_figures_are_for_addresses_beside_the_site():
    assert scraped(REMOTE_ADDR="127.0.0.1") == 200
    assert scraped(REMOTE_ADDR="203.0.113.9") == 403
    assert scraped(REMOTE_ADDR="") == 403
    with override_settings(METRICS_ADDRESSES=["203.0.113.0/24"]):
        assert scraped(REMOTE_ADDR="203.0.113.9") == 200


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded"])
def test_figures_are_not_for_visitors_of_a_proxy_beside_the_site(header: str):
    assert scraped(REMOTE_ADDR="127.0.0.1", headers={header: "203.0.113.9"}) == 403


@override_settings(METRICS_TOKEN="a-long-token")
@pytest.mark.parametrize(
    ("given", "status"),
    [("Bearer a-long-token", 200), ("Bearer another", 403), ("Bearer ", 403), ("", 403), ("Bearer ä", 403)],
)
def test_the_token_opens_figures_from_anywhere(given: str, status: int):
    headers = {"Authorization": given, "X-Forwarded-For": "203.0.113.9"}
    assert scraped(REMOTE_ADDR="203.0.113.9", headers=headers) == status


def test_without_a_token_an_empty_one_opens_nothing():
    assert scraped(REMOTE_ADDR="203.0.113.9", headers={"Authorization": "Bearer "}) == 403


def test_a_killed_process_has_no_sockets(tmp_path: Path):
    gone = multiprocessing.get_context("spawn").Process(target=int)
    gone.start()
    gone.join()
    dead, alive = tmp_path / f"gauge_livesum_{gone.pid}.db", tmp_path / "gauge_livesum_1.db"
    dead.touch()
    alive.touch()
    metrics.forget_the_dead(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [alive.name]


def test_figures_tell_nothing_of_sealed_answers():
    match, people = table_of("ana", "ben", "cleo")
    worlds = []
    for act in ("let_stand", "reroll"):
        submit_answer(match_id=match.pk, user_id=people[0].pk, step=1, actions=[{"act": act}], now=NOON)
        found = counted(NOON + timedelta(seconds=5))
        worlds.append({name: value for name, value in found.items() if name[0].startswith("piecepack_")})
    assert worlds[0] == worlds[1]


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/ws/table/7/", "table"),
        ("/ws/turns/", "turns"),
        ("/ws/tournament/7/", "tournament"),
        ("/ws/v1/turns", "stream"),
        ("/ws/v1/answers", "answers"),
        ("/ws/v1/anything", "other"),
        ("/ws/anything/", "other"),
        ("/", "other"),
    ],
)
def test_sockets_are_counted_by_a_few_kinds(path: str, kind: str):
    assert kind_of(path) == kind
