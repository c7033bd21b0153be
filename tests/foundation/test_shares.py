"""Many rows are read share by share, and each that stays comes once."""

from datetime import timedelta

import pytest
from django.db import connection

from accounts.models import Trace, User
from foundation.shares import in_shares
from tests.matches.tables import NOON, person
from tests.support.shares import rows_of_statements

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
KEY = ("user_id", "kind", "hash", "day")
SIZE = 3


@pytest.fixture(autouse=True)
def _as_behind_a_pooler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(connection.settings_dict, "DISABLE_SERVER_SIDE_CURSORS", True)


def trace(user: User, word: str, days: int = 0) -> Trace:
    return Trace(user=user, kind=Trace.Kind.DEVICE, hash=word, day=(NOON + timedelta(days=days)).date())


@pytest.fixture
def traces() -> list[Trace]:
    """Ten rows, of which many share the first columns of their key."""
    ana, ben = person("ana"), person("ben")
    rows = [trace(user, word, days) for user in (ben, ana) for word in ("f", "a", "Z") for days in (5, 1)]
    return Trace.objects.bulk_create(rows[2:])


@pytest.mark.parametrize("by", [("pk",), ("-pk",), KEY, tuple(f"-{name}" for name in KEY), ("day", "pk")])
@pytest.mark.parametrize("size", [1, SIZE, 5, 10, 11])
def test_all_rows_come_in_order_and_few_at_a_time(traces: list[Trace], by: tuple[str, ...], size: int) -> None:
    with rows_of_statements("accounts_trace") as read:
        found = list(in_shares(Trace.objects.select_related("user"), size, by=by))
    assert found == list(Trace.objects.order_by(*by))
    assert len(found) == len(traces)
    assert max(read) <= size
    assert len(read) == len(traces) // size + 1


def test_plain_values_are_read_on_by_their_first_columns(traces: list[Trace]) -> None:
    rows = Trace.objects.values_list(*KEY, "pk")
    assert list(in_shares(rows, SIZE, by=KEY)) == list(rows.order_by(*KEY))


@pytest.mark.parametrize("by", [("pk",), KEY])
def test_rows_that_come_and_go_meanwhile_cost_no_other_row_its_place(traces: list[Trace], by: tuple[str, ...]) -> None:
    there = list(Trace.objects.order_by(*by))
    found = []
    for place, row in enumerate(in_shares(Trace.objects.all(), SIZE, by=by)):
        found.append(row)
        if place == SIZE - 1:
            # One before the next share, the last of this one, and one that is yet to come.
            Trace.objects.filter(pk__in=[there[0].pk, row.pk, there[SIZE + 1].pk]).delete()
            Trace.objects.bulk_create([trace(there[0].user, "", 9), trace(person("zoe"), "z")])
    stayed = [row.pk for row in there if row.pk != there[SIZE + 1].pk]
    known = {row.pk for row in there}
    assert [row.pk for row in found if row.pk in known] == stayed
    assert len({row.pk for row in found}) == len(found)
    assert "zoe" in {row.user.username for row in found}
