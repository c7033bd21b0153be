"""The page that checks a match: the check runs apart, and once for what is stored."""

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client, RequestFactory

from foundation import apart
from foundation.errors import Busy
from matches.models import Match
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
    monkeypatch.setattr(apart, "PROCESS", None)
    assert page_of(match) == page


def test_a_check_apart_finds_what_one_here_finds(match: Match) -> None:
    assert kept_checks(match) == match_checks(match)


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
    monkeypatch.setattr(apart, "WAIT", 0)
    reply = Client().get(f"/table/{match.pk}/check/")
    assert reply.status_code == 503
    assert "Try again in a few seconds. This page does so by itself." in reply.content.decode()
    assert (reply["Retry-After"], reply["Refresh"]) == ("2", "2")
    eventually(lambda: not apart._jobs, 120)
    assert BROKEN not in page_of(match)


def test_what_was_sent_is_not_sent_again_by_itself() -> None:
    reply = refusal(RequestFactory().post("/"), Busy("check_running", apart.GOES_ON, wait=2))
    assert reply["Retry-After"] == "2" and "Refresh" not in reply
