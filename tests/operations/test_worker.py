"""A worker goes on after PostgreSQL was restarted."""

import psycopg
import pytest
from celery import shared_task
from django.db import OperationalError, connection

from matches.models import Match


@shared_task(name="tests.count_matches")
def count_matches() -> int:
    """Ask the database for something."""
    return Match.objects.count()


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_connection_that_was_ended_is_not_kept_for_the_next_task():
    assert count_matches.apply().get() == 0
    kept = connection.connection.info
    with psycopg.connect(kept.dsn, password=kept.password, autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s)", [kept.backend_pid])
    with pytest.raises(OperationalError):
        count_matches.apply().get()
    assert count_matches.apply().get() == 0


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_connection_that_works_is_kept():
    count_matches.apply()
    kept = connection.connection.info.backend_pid
    assert count_matches.apply().get() == 0
    assert connection.connection.info.backend_pid == kept
