"""The lists of the admin read some rows, not all of them, however many there are."""

import re
from typing import Any

import pytest
from django.conf import settings
from django.contrib import admin
from django.db import connection, models
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from foundation import read_only
from ladders.models import Ladder, Tournament
from matches.models import Match
from moderation.models import SavedAnswer
from notifications.models import DeadAddress
from tests.matches.tables import NOON, table_of

pytestmark = pytest.mark.django_db
FEW: tuple[Any, ...] = (Ladder, Tournament, SavedAnswer, DeadAddress)
"""Of these a large site has few."""
GROWING = [
    model
    for model in admin.site._registry
    if (settings.BASE_DIR / model.__module__.partition(".")[0]).is_dir() and model not in FEW
]


@pytest.mark.parametrize("model", GROWING, ids=lambda model: model._meta.label)
def test_no_list_reads_all_rows(model: type[models.Model], admin_client: Client) -> None:
    table_of("ana", "ben", "cleo")
    with CaptureQueriesContext(connection) as asked:
        page = admin_client.get(reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist"))
    assert page.status_code == 200
    about = [query["sql"] for query in asked.captured_queries if f'FROM "{model._meta.db_table}"' in query["sql"]]
    counted = [sql for sql in about if "COUNT(" in sql]
    assert counted
    assert all("LIMIT" in sql for sql in counted), counted
    assert not [sql for sql in about if re.search(r"SELECT DISTINCT|MIN\(|MAX\(", sql)], about


@pytest.mark.parametrize(("closed", "linked"), [({}, True), ({"private": True}, False), ({"spectators": False}, False)])
def test_a_match_leads_to_its_table_if_everyone_may_open_it(
    admin_client: Client, closed: dict[str, Any], linked: bool
) -> None:
    match, _ = table_of("ana", "ben", "cleo", **closed)
    page = admin_client.get(reverse("admin:matches_match_change", args=[match.pk])).content.decode()
    assert (f'href="/table/{match.pk}/"' in page) == linked


def test_a_list_ends_where_it_says(admin_client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = [table_of("ana", "ben", "cleo")[0].pk for _ in range(3)]
    monkeypatch.setattr(read_only, "MOST_LISTED", 2)
    monkeypatch.setattr(admin.site._registry[Match], "list_per_page", 1)
    first, second = (
        admin_client.get(reverse("admin:matches_match_changelist") + f"?p={page}").content.decode() for page in (1, 2)
    )
    assert "2 matches" in first and f"/{numbers[2]}/change/" in first
    assert f"/{numbers[1]}/change/" in second
    assert admin_client.get(reverse("admin:matches_match_changelist") + "?p=3").status_code == 302
    Match.objects.filter(pk=numbers[0]).update(game="hexes")
    page = admin_client.get(reverse("admin:matches_match_changelist") + "?game=hexes").content.decode()
    assert "1 match" in page and f"/{numbers[0]}/change/" in page


def test_a_page_of_a_list_has_few_rows(admin_client: Client) -> None:
    Tournament.objects.bulk_create(
        Tournament(
            title=f"Cup {number}", kind="swiss", game="bid", seats=2, starts_at=NOON, made_at=NOON, sealed_seed=b""
        )
        for number in range(30)
    )
    page = admin_client.get(reverse("admin:ladders_tournament_changelist")).content.decode()
    assert "30 tournaments" in page and page.count("Cup ") == 25
