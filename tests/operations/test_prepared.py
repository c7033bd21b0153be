"""Kept SQL runs by statements that a connection has prepared, and finds what it would find as plain text."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import ProgrammingError, connection, transaction
from django.db.models import F
from django.test.utils import CaptureQueriesContext
from psycopg.pq import TransactionStatus

from foundation.kept_queries import KeptQuery, given
from foundation.kept_sql import KeptSql
from foundation.postgresql import prepared
from matches.models import Seat
from matches.rounds.locking import lock_match
from notifications.models import Notice
from tests.matches.tables import table_of

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

ABOVE = KeptSql("SELECT n FROM generate_series(1, 3) AS n WHERE n > %s")


@pytest.fixture(autouse=True)
def _connection_of_its_own() -> Iterator[None]:
    connect_again()
    yield
    connect_again()


def connect_again() -> None:
    connection.close()
    connection.close_pool()  # type: ignore[attr-defined] # only PostgreSQL has a pool
    connection.ensure_connection()


def run(sql: str, *values: Any) -> list[list[Any]]:
    """Return the rows of each statement of a text."""
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        found = [cursor.fetchall()]
        while cursor.nextset():
            found.append(cursor.fetchall())
    return found


def statements_prepared() -> int:
    ((row,),) = run("SELECT count(*) FROM pg_prepared_statements")
    return int(row[0])


def texts_sent(path: Path) -> list[str]:
    return [line.split("\t")[-1] for line in path.read_text().splitlines() if "\tQuery\t" in line]


def test_a_statement_is_prepared_once_and_then_run_by_its_name(tmp_path: Path) -> None:
    held: Any = connection.connection
    with (tmp_path / "trace").open("w+") as trace:
        held.pgconn.trace(trace.fileno())
        assert [run(ABOVE, least) for least in (0, 1, 2)] == [[[(1,), (2,), (3,)]], [[(2,), (3,)]], [[(3,)]]]
        held.pgconn.untrace()
    first, *others = texts_sent(tmp_path / "trace")
    assert "PREPARE kept_" in first
    assert ["EXECUTE kept_" in text for text in others] == [True, True, True]
    assert statements_prepared() == 1


def test_several_statements_are_one_text_with_what_begins_their_transaction() -> None:
    both = KeptSql(ABOVE, "SELECT %s || '%%'")
    for _ in range(2):
        with transaction.atomic():
            assert run(both, 2, "a") == [[(3,)], [("a%",)]]
            assert connection.connection.info.transaction_status == TransactionStatus.INTRANS
    assert statements_prepared() == 2


def test_a_log_shows_the_statement_with_its_values() -> None:
    with CaptureQueriesContext(connection) as asked:
        run(ABOVE, 2)
    assert [query["sql"] for query in asked] == [ABOVE % 2]


def test_a_rollback_keeps_what_was_prepared() -> None:
    with transaction.atomic():
        assert run(ABOVE, 2) == [[(3,)]]
        transaction.set_rollback(True)
    assert run(ABOVE, 1) == [[(2,), (3,)]]
    assert statements_prepared() == 1


def test_a_statement_that_is_refused_says_so_and_others_run() -> None:
    wrong = KeptSql("SELECT nothing FROM nowhere WHERE n = %s")
    for _ in range(2):
        with pytest.raises(ProgrammingError, match="nowhere"):
            run(wrong, 1)
    assert run(ABOVE, 2) == [[(3,)]]


def test_a_statement_whose_name_is_taken_gets_another() -> None:
    """A time limit may strike when it is prepared, but not yet known."""
    run(ABOVE, 2)
    connection.connection.prepared_statements.clear()
    assert run(ABOVE, 2) == [[(3,)]]
    assert statements_prepared() == 2


def test_a_number_above_those_of_a_column_is_compared() -> None:
    table_of("ana", "ben", "cleo")
    above: KeptQuery[Any] = KeptQuery(
        lambda: Seat.objects.filter(number__lt=given("number")).annotate(twice=F("number") * 2).order_by("number")
    )
    assert [seat.twice for seat in above.rows(number=2)] == [0, 2]
    assert [seat.twice for seat in above.rows(number=2**62)] == [0, 2, 4]


def test_no_more_are_prepared_than_a_connection_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prepared, "MOST_PREPARED", 1)
    for least in (1, 2):
        assert run(ABOVE, least) == [[(n,) for n in range(least + 1, 4)]]
        assert run(KeptSql("SELECT %s::text"), "a") == [[("a",)]]
    assert statements_prepared() == 1


def test_behind_a_pooler_of_transactions_nothing_is_prepared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(connection.settings_dict, "DISABLE_SERVER_SIDE_CURSORS", True)
    connect_again()
    match, _ = table_of("ana", "ben", "cleo")
    with transaction.atomic():
        assert lock_match(match.pk) == match
    assert run(ABOVE, 2) == [[(3,)]]
    assert statements_prepared() == 0


def test_the_plan_for_all_values_finds_the_index_of_some_rows() -> None:
    """Its condition must not be among the values, which a plan for all of them does not know."""
    unread: KeptQuery[Notice] = KeptQuery(
        lambda: Notice.objects.filter(user=given("user"), channel="page", state="sent", read_at=None)
    )
    # Before the statement is planned: the plan is kept, and an analyzed empty table is read whole.
    run("SELECT set_config('enable_seqscan', 'off', false)")
    assert unread.rows(user=1) == []
    ((name,),) = run("SELECT name FROM pg_prepared_statements")
    (plan,) = run(f"EXPLAIN EXECUTE {name[0]}(1)")
    assert "notice_unread" in str(plan)
