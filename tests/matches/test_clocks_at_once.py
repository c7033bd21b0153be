"""What happens to clocks and seats at the same moment happens once."""

from datetime import date, timedelta
from functools import partial

import pytest

from accounts.hours.vacations import take_vacation
from accounts.models import User, VacationDay
from accounts.values.hour_bounds import HABITS
from foundation.errors import Refused
from matches.lobby.substitutes import offer_seat, take_over_seat
from matches.models import Attendance, Seat, Step
from matches.play.answers import submit_answer
from matches.sweep import sweep
from tests.matches.tables import DAY, NOON, person, table_of
from tests.matches.test_concurrency import at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
LATE = NOON + timedelta(seconds=DAY)
LET_STAND = {"act": "let_stand"}


def test_an_excuse_is_spent_once_by_sweeps_and_a_late_answer() -> None:
    match, people = table_of("ana", "ben", "cleo", excuses=2)

    def late() -> int:
        return submit_answer(match_id=match.pk, user_id=people[0].pk, step=1, actions=[LET_STAND], now=LATE).match_id

    outcome = at_once([late, *[lambda: sweep(now=LATE)] * 3])
    assert outcome[0] == match.pk
    assert [seat.excuses_left for seat in Seat.objects.filter(match=match)] == [1, 1, 1]


def test_a_miss_is_counted_once_by_sweeps_at_the_same_moment() -> None:
    match, people = table_of("ana", "ben", "cleo")
    submit_answer(match_id=match.pk, user_id=people[0].pk, step=1, actions=[LET_STAND], now=NOON)
    at_once([lambda: sweep(now=LATE)] * 4)
    assert Step.objects.filter(match=match).count() == 2
    counted = {row.user.username: (row.answered, row.missed) for row in Attendance.objects.select_related("user")}
    assert counted == {"ana": (1, 0), "ben": (0, 1), "cleo": (0, 1)}


def test_a_seat_is_taken_over_once() -> None:
    match, people = table_of("ana", "ben", "cleo")
    offer_seat(match_id=match.pk, user_id=people[2].pk, number=2, wanted=True, now=NOON)
    rivals = [person(name) for name in ("dora", "emil", "fred")]

    def taker(user: User) -> str:
        take_over_seat(match_id=match.pk, user=user, number=2, token="", now=NOON)
        return user.username

    outcome = at_once([partial(taker, user) for user in rivals])
    assert sorted(outcome).count("seat_not_free") == 2
    taken = Seat.objects.get(match=match, number=2).user
    assert taken is not None and taken.username in outcome


def test_a_year_has_its_days_however_many_forms_are_sent() -> None:
    ana = person("ana")

    def take(month: int) -> bool:
        try:
            take_vacation(user=ana, first=date(2026, month, 1), last=date(2026, month, 20), now=NOON)
        except Refused:
            return False
        return True

    outcome = at_once([partial(take, month) for month in (6, 7, 8, 9)])
    assert sorted(outcome) == [False, False, False, True]
    assert VacationDay.objects.filter(user=ana).count() == 20 < HABITS.vacation_days
