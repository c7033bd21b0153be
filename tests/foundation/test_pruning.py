"""Removing much that is old: share by share, and what is left at the next run."""

import re
from datetime import datetime, timedelta

import pytest
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext

from foundation import pruning
from foundation.daily import run_daily
from foundation.models import DailyWork
from matches.models import AnswerHour
from matches.play.answer_hours import KEPT, remove_old_answer_hours
from notifications.enums import State
from notifications.models import Notice
from notifications.policy import KEPT as NOTICES_KEPT
from notifications.services.sweep import remove_old_notices
from rights.services.clean_up import clean_up
from tests.matches.tables import NOON, person, table_of

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
HOURS = "Hours in which you answered, never shown to anybody"
A_SHARE = 200
"""Fewer rows at a time than on a site."""
LEFT = 7
"""How many rows are left after two shares."""


@pytest.fixture(autouse=True)
def _small_shares(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pruning, "A_SHARE", A_SHARE)


def much() -> None:
    """More old rows than are removed at a time, and a young one of each kind."""
    match, (ana, *_) = table_of("ana", "ben", "cleo")
    many, old = 2 * A_SHARE + LEFT, NOON - KEPT
    AnswerHour.objects.bulk_create(
        AnswerHour(user=ana, match=match, hour=old - timedelta(hours=number)) for number in range(many + 1)
    )
    Notice.objects.all().delete()
    Notice.objects.bulk_create(
        Notice(user=ana, topic=f"match:{number}", kind="turn", due_at=old, made_at=old, settled_at=at, state=State.SENT)
        for number, at in enumerate([NOON, None, *[NOON - NOTICES_KEPT] * many])
    )


def test_a_clean_up_that_is_out_of_time_goes_on_at_the_next_run_of_the_day() -> None:
    much()
    runs = 0
    while not run_daily(name="clean up", work=lambda: clean_up(now=NOON, seconds=0).all_gone, now=NOON):
        runs += 1
        assert not DailyWork.objects.exists()
        assert AnswerHour.objects.count() - 1 == Notice.objects.count() - 2 == max(0, (2 - runs) * A_SHARE + LEFT)
    assert runs == 3
    assert AnswerHour.objects.get().hour == NOON - KEPT
    assert set(Notice.objects.values_list("settled_at", flat=True)) == {NOON, None}
    assert not run_daily(name="clean up", work=lambda: pytest.fail("It was done."), now=NOON)


def test_a_clean_up_with_enough_time_removes_all_in_one_run() -> None:
    much()
    removed = clean_up(now=NOON)
    assert removed.all_gone and removed.rows[HOURS] == 2 * A_SHARE + LEFT


def test_shares_that_were_removed_stay_so_if_a_later_one_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    much()

    def cut_off(*, now: datetime) -> int:
        if AnswerHour.objects.count() < A_SHARE:
            raise OperationalError("canceling statement due to statement timeout")
        return remove_old_answer_hours(now=now)

    monkeypatch.setattr("rights.retention.remove_old_answer_hours", cut_off)
    removed = clean_up(now=NOON)
    assert not removed.all_gone, "the day does not count as done"
    assert removed.rows[HOURS] == 2 * A_SHARE and AnswerHour.objects.count() == LEFT + 1
    assert Notice.objects.count() == 2, "the others are removed nevertheless"


def test_old_notices_are_found_by_an_index() -> None:
    person("ana")
    with CaptureQueriesContext(connection) as asked:
        remove_old_notices(now=NOON)
    (sql,) = (one["sql"] for one in asked.captured_queries if one["sql"].startswith("DELETE"))
    with connection.cursor() as cursor:
        explain = "EXPLAIN" if connection.vendor == "postgresql" else "EXPLAIN QUERY PLAN"
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute(f"{explain} {sql}")
        assert re.search(r"notice_by_settling.*\(settled_at ?<", str(cursor.fetchall()))
