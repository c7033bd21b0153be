"""Moments are read from PostgreSQL as Django reads them."""

from datetime import UTC
from typing import Any

import pytest
from django.db import connection
from django.db.backends.postgresql.psycopg_any import BaseTzLoader
from psycopg import DataError

from foundation.postgresql.base import UtcLoader


class DjangosLoader(BaseTzLoader):  # type: ignore[misc]
    """The loader that Django makes for connections in UTC."""

    timezone = UTC


READ = [
    b"2026-11-27 21:38:38.851446+00",
    b"2026-11-27 21:38:38.8+00",
    b"2026-11-27 21:38:38+00",
    b"0001-01-01 00:00:00+00",
    b"9999-12-31 23:59:59.999999+00",
    b"2026-07-01 12:00:00+02",
    b"2026-07-01 12:00:00-03:30",
    b"1890-01-01 00:00:00+00:53:28",
]
REFUSED = [b"infinity", b"-infinity", b"10000-01-01 00:00:00+00", b"0044-03-15 12:00:00+00 BC"]


@pytest.mark.parametrize("written", READ)
def test_a_moment_is_the_one_that_django_reads(written: bytes) -> None:
    ours, theirs = UtcLoader(0).load(memoryview(written)), DjangosLoader(0).load(written)
    assert (ours, ours.tzinfo) == (theirs, theirs.tzinfo)


@pytest.mark.parametrize("written", REFUSED)
def test_what_django_cannot_read_is_refused_as_by_django(written: bytes) -> None:
    with pytest.raises(DataError) as theirs:
        DjangosLoader(0).load(written)
    with pytest.raises(DataError) as ours:
        UtcLoader(0).load(written)
    assert str(ours.value) == str(theirs.value)


@pytest.mark.postgres
@pytest.mark.django_db
def test_connections_of_the_site_read_so() -> None:
    with connection.cursor() as cursor:
        held: Any = cursor.connection
        assert held.adapters.get_loader(1184, 0) is UtcLoader
        cursor.execute("SELECT '2026-11-27 21:38:38.851446+00'::timestamptz, 'infinity'::timestamptz > now()")
        moment, later = cursor.fetchone()
    assert (moment.isoformat(), moment.tzinfo, later) == ("2026-11-27T21:38:38.851446+00:00", UTC, True)
