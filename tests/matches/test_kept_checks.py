"""The page that checks a match: the check runs apart, and once for what is stored."""

import threading
from collections import Counter

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client, RequestFactory

from engine.log import LoggedStep
from foundation import file_checks
from foundation.errors import Busy
from matches.log.states import open_step
from matches.models import Match, Step
from matches.view import verification
from matches.view.match_view import matches
from matches.view.verification import kept_checks, match_checks
from matches.web.views.common import refusal
from tests.matches.test_vault import finished
from tests.support.site import eventually

pytestmark = pytest.mark.django_db
BROKEN = "Does not hold"


@pytest.fixture
def match() -> Match:
    cache.clear()
    return matches().get(pk=finished().pk)


def page_of(match: Match) -> str:
    reply = Client().get(f"/table/{match.pk}/check/")
    assert reply.status_code == 200
    return reply.content.decode()


def test_the_same_rows_are_checked_once(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    page = page_of(match)
    assert BROKEN not in page and "Holds" in page
    monkeypatch.setattr(file_checks, "PROCESS", None)
    assert page_of(match) == page


def test_a_check_apart_finds_what_one_here_finds(match: Match) -> None:
    assert kept_checks(match) == match_checks(match)


def counted_opening(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count how often a row of the log is opened."""
    opened = Counter[str]()

    def counted(row: Step) -> LoggedStep:
        opened["rows"] += 1
        return open_step(row)

    monkeypatch.setattr(verification, "open_step", counted)
    return opened


def test_a_check_opens_each_row_once(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = counted_opening(monkeypatch)
    page_of(match)
    assert opened["rows"] == match.steps.count()


def test_who_asks_again_while_a_check_runs_has_nothing_opened(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = counted_opening(monkeypatch)
    monkeypatch.setattr(file_checks, "WAIT", 0)
    held = threading.Lock()
    with held, monkeypatch.context() as patch:
        patch.setattr(file_checks, "_run", lambda *given: held.acquire() and file_checks.TOO_COSTLY)
        answers = [Client().get(f"/table/{match.pk}/check/").status_code for _ in range(3)]
        answers.append(Client().get(f"/table/{match.pk}/check/", REMOTE_ADDR="192.0.2.7").status_code)
    assert answers == [503] * 4
    assert opened["rows"] == match.steps.count()
    eventually(lambda: not file_checks._jobs, 120)


def test_nor_while_there_is_no_place_for_it(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = counted_opening(monkeypatch)
    monkeypatch.setattr(file_checks, "MOST_OF_A_KIND", 0)
    assert Client().get(f"/table/{match.pk}/check/").status_code == 503
    assert not opened


def test_nor_after_it_took_too_long(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = counted_opening(monkeypatch)
    monkeypatch.setattr(file_checks, "_run", lambda *given: file_checks.TOO_COSTLY)
    answers = [Client().get(f"/table/{match.pk}/check/").status_code for _ in range(3)]
    assert answers == [400] * 3
    assert opened["rows"] == match.steps.count()


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE matches_step SET hash = 'x' WHERE match_id = %s AND number = 2",
        "UPDATE matches_step SET at = '2020-01-01 00:00:00' WHERE match_id = %s AND number = 2",
        "UPDATE matches_seat SET place = 9 WHERE match_id = %s AND number = 1",
        "UPDATE matches_match SET head = 'x' WHERE id = %s",
    ],
)
def test_a_changed_row_is_found_although_a_result_is_kept(match: Match, change: str) -> None:
    assert BROKEN not in page_of(match)
    with connection.cursor() as cursor:
        cursor.execute(change, [match.pk])
    assert BROKEN in page_of(match)


def test_a_long_check_goes_on_without_its_page_which_asks_again_by_itself(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_checks, "WAIT", 0)
    reply = Client().get(f"/table/{match.pk}/check/")
    assert reply.status_code == 503
    assert "Try again in a few seconds. This page does so by itself." in reply.content.decode()
    assert (reply["Retry-After"], reply["Refresh"]) == ("2", "2")
    eventually(lambda: not file_checks._jobs, 120)
    assert BROKEN not in page_of(match)


def test_what_was_sent_is_not_sent_again_by_itself() -> None:
    reply = refusal(RequestFactory().post("/"), Busy("check_running", file_checks.GOES_ON, wait=2))
    assert reply["Retry-After"] == "2" and "Refresh" not in reply
