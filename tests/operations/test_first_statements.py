"""A transaction begins with its first statement in one round trip, and is otherwise as Django has it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.db import DataError, connection, transaction
from django.test.utils import CaptureQueriesContext
from psycopg import sql
from psycopg.pq import TransactionStatus

from accounts.models import User

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@contextmanager
def trace_of_connection(path: Path) -> Iterator[Callable[[], int]]:
    """Have PostgreSQL's library write down what it sends, and return what counts the queries."""
    connection.ensure_connection()
    held: Any = connection.connection
    with path.open("w+") as trace:
        held.pgconn.trace(trace.fileno())
        try:
            yield lambda: path.read_text().count("\tQuery\t")
        finally:
            held.pgconn.untrace()


def status() -> TransactionStatus:
    held: Any = connection.connection
    return TransactionStatus(held.info.transaction_status)


def test_the_first_statement_takes_one_trip_and_the_whole_transaction_two(tmp_path: Path) -> None:
    with trace_of_connection(tmp_path / "trace") as trips:
        with transaction.atomic():
            assert User.objects.filter(username="nobody%s").first() is None
            assert (trips(), status()) == (1, TransactionStatus.INTRANS)
        assert (trips(), status()) == (2, TransactionStatus.IDLE)


def test_its_rows_and_count_are_those_of_the_statement_itself() -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT n FROM generate_series(1, %s) AS n", [3])
        assert (cursor.rowcount, cursor.fetchall()) == (3, [(1,), (2,), (3,)])
        assert cursor.nextset() is None


def test_a_log_names_the_statement_alone() -> None:
    with CaptureQueriesContext(connection) as asked, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT %s", [1])
    assert [query["sql"] for query in asked] == ["BEGIN", "SELECT 1", "COMMIT"]


def test_what_is_rolled_back_is_gone_and_what_is_committed_stays() -> None:
    with transaction.atomic():
        User.objects.create_user(username="ana")
        transaction.set_rollback(True)
    with transaction.atomic():
        User.objects.create_user(username="ben")
    assert list(User.objects.filter(username__in=["ana", "ben"]).values_list("username", flat=True)) == ["ben"]


def test_a_first_statement_that_fails_leaves_no_transaction() -> None:
    with pytest.raises(DataError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT 1 / 0")
    assert status() == TransactionStatus.IDLE
    with transaction.atomic():
        assert User.objects.exists() in (True, False)
        assert status() == TransactionStatus.INTRANS


def test_a_transaction_without_statements_asks_nothing(tmp_path: Path) -> None:
    with trace_of_connection(tmp_path / "trace") as trips:
        with transaction.atomic():
            pass
        assert trips() == 0


def test_outside_of_transactions_none_begins() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    assert status() == TransactionStatus.IDLE


@pytest.mark.parametrize("first", ["named", "many", "composed"])
def test_what_is_no_plain_statement_begins_too(first: str) -> None:
    with transaction.atomic():
        if first == "named":
            assert list(User.objects.filter(pk=-1).iterator()) == []
        else:
            with connection.cursor() as cursor:
                held: Any = cursor.cursor
                if first == "many":
                    held.executemany("SELECT %s", [(1,), (2,)])
                else:
                    held.execute(sql.SQL("SELECT {}").format(sql.Literal(1)))
        assert status() == TransactionStatus.INTRANS
    assert status() == TransactionStatus.IDLE
