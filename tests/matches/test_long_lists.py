"""Lists of tables stay as quick when the site has many: they end somewhere, and an index holds their order."""

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.test import Client

from matches.models import Match
from matches.view.summaries import public_matches
from matches.web.views import lists
from tests.matches.tables import table_of

pytestmark = pytest.mark.django_db


def test_a_list_ends_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lists, "A_PAGE", 2)
    monkeypatch.setattr(lists, "MOST_LISTED", 4)
    tables = [table_of("ana", "ben", "cleo")[0].pk for _ in range(5)]
    first, last = (Client().get(f"/tables/?show=running&page={page}").content.decode() for page in (1, 9))
    assert "Page 1 of 2" in first and "are listed" not in first
    assert "Page 2 of 2" in last and "Only the first 4 tables are listed." in last
    assert f"/table/{tables[1]}/" in last and f"/table/{tables[0]}/" not in first + last
    Match.objects.filter(pk=tables[0]).delete()
    monkeypatch.setattr(lists, "MOST_LISTED", 5)
    assert "are listed" not in Client().get("/tables/?show=running&page=2").content.decode()


@pytest.mark.postgres
@pytest.mark.parametrize(
    ("found", "index"),
    [
        (public_matches(*Match.GOING_ON), "match_going_on"),
        (public_matches(Match.Status.RUNNING), "match_going_on"),
        (public_matches(Match.Status.FINISHED), "match_finished"),
    ],
)
def test_an_index_holds_the_order_of_a_public_list(found: QuerySet[Match], index: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
    plan = found[:20].explain()
    assert index in plan and "Sort" not in plan, plan
