"""What sweeps and lists ask a site of a million matches is found by an index, without reading what does not count."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.db.models import Model, QuerySet
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.security.tokens import open_token, tokens_in_force
from ladders.models import Pool
from ladders.selectors.ratings import ratings_listed
from ladders.selectors.tournaments import tournaments_listed
from matches.view.lobby_filter import soonest_first
from matches.view.summaries import open_matches
from moderation.selectors.desk import DESK, holders_of
from moderation.services.suspensions import suspended_at
from notifications.enums import Channel
from notifications.selectors import digests_due, notices_due
from tests.api.bots import token_of
from tests.matches.tables import NOON
from tests.support.plans import assert_by

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
MATCH_OPEN = ("match_open on", "on match_open ")
"""As an index that is read in order, or as a bitmap; others have names that begin alike."""


@pytest.mark.parametrize(
    ("ask", "index"),
    [
        pytest.param(lambda: list(open_matches(1)[:2]), MATCH_OPEN, id="open tables"),
        pytest.param(lambda: list(soonest_first(open_matches(None))[:20]), MATCH_OPEN, id="those that start soonest"),
        pytest.param(
            lambda: notices_due(now=NOON, limit=9, channel=Channel.PUSH), "notice_due", id="notices that are due"
        ),
        pytest.param(lambda: digests_due(now=NOON, limit=9), "notice_due", id="daily mails that are due"),
        pytest.param(lambda: list(suspended_at(NOON).values("pk")), "user_suspended", id="who is suspended"),
        pytest.param(lambda: list(holders_of(DESK)), "user_superuser", id="moderators"),
    ],
)
def test_it_is_found_by_its_index(ask: Callable[[], object], index: str | tuple[str, ...]) -> None:
    with CaptureQueriesContext(connection) as asked:
        ask()
    assert_by(asked, index)


@pytest.mark.parametrize(
    ("found", "index"),
    [(tournaments_listed(None), "tournament_newest"), (ratings_listed(Pool(pk=1)), "rating_by_mu")],
    ids=["tournaments", "ratings"],
)
def test_an_index_holds_the_order_of_a_list(found: "QuerySet[Model]", index: str) -> None:
    with connection.cursor() as cursor:
        # A few rows are sorted where that is allowed.
        cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off")
    plan = found[:20].explain()
    assert index in plan and "Sort" not in plan, plan


def test_a_new_token_is_found_without_reading_all_users() -> None:
    User.objects.bulk_create(User(username=f"user-{number}") for number in range(20_000))
    for _ in range(9):
        token_of(User.objects.earliest("pk"))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE accounts_user, accounts_token")
    text = token_of(User.objects.latest("pk"))
    with CaptureQueriesContext(connection) as asked:
        token = open_token(text=text, now=NOON)
        assert tokens_in_force([token.pk], now=NOON) == {token.pk: token}
    assert_by(asked, "accounts_user_pkey")
    with connection.cursor() as cursor:
        for query in [query["sql"] for query in asked.captured_queries if query["sql"].startswith("SELECT")]:
            cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {query}")
            (((plan,),),) = (cursor.fetchone(),)
            assert most_rows_of(plan["Plan"]) < 9, query


def most_rows_of(plan: dict[str, Any]) -> int:
    """The most rows that a part of a plan went through."""
    return max([plan["Actual Rows"], *map(most_rows_of, plan.get("Plans", []))])
