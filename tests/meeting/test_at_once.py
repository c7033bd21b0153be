"""Two processes never seat one person twice, and a seat is taken once."""

import pytest

from matches.models import Match, Seat
from meeting.criteria import Criteria
from meeting.models import Seeker
from meeting.services.pool import ask_table, leave_pool
from meeting.services.seating import sweep
from tests.matches.tables import DAY, NOON, person
from tests.matches.test_concurrency import at_once
from tests.meeting.test_pool import open_table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
DUEL = Criteria(("tp5",), (str(DAY),), (2,))


def wait(*names: str) -> None:
    for name in names:
        criteria = {"games": ["tp5"], "paces": [str(DAY)], "sizes": [2]}
        Seeker.objects.create(user=person(name), since=NOON, chosen_at=NOON, **criteria)


def seats_of_people() -> list[int]:
    return list(Seat.objects.exclude(user=None).values_list("user_id", flat=True))


def test_sweeps_at_the_same_moment_seat_everyone_once() -> None:
    wait("ana", "ben", "cleo", "dora", "elsa", "finn")
    at_once([lambda: sweep(now=NOON)] * 4)
    assert Match.objects.count() == 3
    assert len(seats_of_people()) == len(set(seats_of_people())) == 6
    assert not Seeker.objects.exists()


def test_the_last_open_seat_goes_to_one_and_the_others_find_each_other_or_wait() -> None:
    open_table()
    rivals = [person(name) for name in ("ana", "ben", "cleo")]
    at_once([lambda user=user: ask_table(user=user, criteria=DUEL, now=NOON) for user in rivals])  # type: ignore[misc]
    sweep(now=NOON)
    assert not Seat.objects.filter(user=None).exists()
    assert Match.objects.count() == 2
    assert len(seats_of_people()) == len(set(seats_of_people())) == 4


def test_a_double_click_is_one_click() -> None:
    open_table("host")
    open_table("other")
    ana = person("ana")
    found = at_once([lambda: ask_table(user=ana, criteria=DUEL, now=NOON)] * 2)
    sweep(now=NOON)
    assert Seat.objects.filter(user=ana).count() == 1
    assert {number for number in found if number} <= {Seat.objects.get(user=ana).match_id}


def test_who_leaves_in_the_same_moment_has_left_or_has_a_seat() -> None:
    wait("ana", "ben")
    at_once([lambda: leave_pool(user=person("ana")), lambda: sweep(now=NOON)])
    assert Seat.objects.count() in (0, 2)
    assert Seeker.objects.count() == (0 if Seat.objects.exists() else 1)
