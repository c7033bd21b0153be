"""What is read in the round trip that locks a match is read after it is locked."""

from threading import Event

import pytest
from django.db import connection, transaction

from matches.rounds.locking import lock_round, lock_unanswered
from tests.matches.tables import table_of
from tests.matches.test_concurrency import at_once, sealer
from tests.support.site import eventually

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


def test_what_is_read_with_a_lock_shows_what_its_last_holder_wrote() -> None:
    match, people = table_of("ana", "ben", "cleo")
    held = Event()

    def answer_and_hold() -> None:
        with transaction.atomic():
            sealer(match, people[1])()
            held.set()
            eventually(_is_anybody_waiting)

    def wait_and_read() -> tuple[list[int], int]:
        held.wait()
        with transaction.atomic():
            unanswered = lock_unanswered(match.pk).unanswered
            return [seat.number for seat in unanswered], len(lock_round(match.pk).sealed)

    assert at_once([answer_and_hold, wait_and_read])[1] == ([0, 2], 1)


def _is_anybody_waiting() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return bool(cursor.fetchone()[0])
