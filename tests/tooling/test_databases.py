"""Each pass of `make test` runs on the database that it names."""

import os

import pytest
from django.db import connection

pytestmark = pytest.mark.django_db


@pytest.mark.both_databases
def test_the_database_is_the_one_named():
    assert connection.vendor == ("postgresql" if os.environ.get("DATABASE_URL") else "sqlite")


@pytest.mark.postgres
def test_tests_marked_so_run_on_postgresql():
    assert connection.vendor == "postgresql"


def test_all_others_run_on_sqlite():
    assert connection.vendor == "sqlite"
