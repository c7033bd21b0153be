"""Deadlines of many matches pass together as they would one by one, each once, and none because of another."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError, connection, connections, transaction
from django.db.models import F

from matches import policy
from matches.models import Activity, Answer, Attendance, Match, Seat
from matches.play.answers import submit_answer
from matches.rounds.locking import lock_match
from matches.timeouts import many_deadlines
from matches.timeouts.many_deadlines import pass_deadlines_of_many
from matches.timeouts.timeouts import pass_deadlines
from notifications.enums import Channel, State
from notifications.models import Notice
from tests.matches import test_rounds_together
from tests.matches.tables import DAY, NOON, person, table_of
from tests.matches.test_rounds_together import LET_STAND, PEOPLE, everything, one_nonce, planned, undone

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
LATE = NOON + timedelta(days=9)
_ = one_nonce


def open_round(*names: str, answers: int = 2, **settings: Any) -> Match:
    """A match at which the first so many people have answered."""
    match, people = table_of(*(names or PEOPLE), **settings)
    for user in people[:answers]:
        submit_answer(match_id=match.pk, user_id=user.pk, step=1, actions=[LET_STAND], now=NOON)
    return match


def cleo_of(match: Match) -> Any:
    return Seat.objects.filter(match=match, number=2)


def someone_has_time(match: Match) -> None:
    cleo_of(match).update(deadline=LATE + timedelta(days=1))


def an_excuse(match: Match) -> None:
    cleo_of(match).update(excuses_left=1)


def a_stand_in_is_due(match: Match) -> None:
    cleo_of(match).update(timeouts_in_row=policy.POLICY.timeouts_to_stand_in - 1)


def conditional_moves(match: Match) -> None:
    planned(match, person("cleo"), 1)


def other_hours(match: Match) -> None:
    cleo_of(match).update(asked_at=F("asked_at") + timedelta(days=30))


def no_notice_came(match: Match) -> None:
    turns = Notice.objects.filter(user=person("cleo"), topic=f"match:{match.pk}")
    turns.exclude(channel=Channel.PAGE).delete()
    notice = turns.get()
    notice.pk, notice.channel, notice.state, notice.attempts = None, Channel.MAIL, State.FAILED, 3
    notice.save()


def a_bot_for_who_answered(match: Match) -> None:
    Seat.objects.filter(match=match, number=0).update(stand_in="steady")


def a_pause(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(status=Match.Status.PAUSED)


SITUATIONS: dict[str, tuple[Callable[[], Match], Callable[[Match], object]]] = {
    "one is late": (open_round, lambda match: None),
    "two are late": (lambda: open_round(answers=1), lambda match: None),
    "all are late": (lambda: open_round(answers=0), lambda match: None),
    "a clock that carries on": (
        lambda: open_round(turn_seconds=3 * DAY, increment_seconds=DAY, cap_seconds=7 * DAY),
        lambda match: None,
    ),
    "who has answered is hidden": (lambda: open_round(hide_answered=True), lambda match: None),
    "one has time, one is late": (lambda: open_round(answers=1), someone_has_time),
    "one has time, nobody is late": (open_round, someone_has_time),
    "an excuse": (open_round, an_excuse),
    "a stand-in": (open_round, a_stand_in_is_due),
    "conditional moves": (open_round, conditional_moves),
    "other hours": (open_round, other_hours),
    "no notice came": (open_round, no_notice_came),
    "a pause": (open_round, a_pause),
    "all but who has left are late": (lambda: open_round(answers=1), a_bot_for_who_answered),
    "a bot": (lambda: open_round("ana", "ben", bots=["steady"]), lambda match: None),
    "days off": (lambda: open_round(vacations=True), lambda match: None),
}


def unnumbered(table: str, rows: dict[str, list[Any]]) -> list[Any]:
    """Rows without the numbers of what was made meanwhile."""
    made = {"Answer": ["id"], "Activity": ["id"], "Notice": ["step"]}.get(table, [])
    kept = [{name: value for name, value in row.items() if name not in made} for row in rows[table]]
    return sorted(kept, key=repr)


@pytest.mark.usefixtures("one_nonce")
def test_all_is_written_as_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(test_rounds_together, "TABLES", (*test_rounds_together.TABLES, Activity))
    numbers = []
    for made, happens in SITUATIONS.values():
        numbers.append((match := made()).pk)
        happens(match)
    with undone():
        pass_deadlines_of_many(match_ids=numbers, now=LATE)
        written = everything()
    with undone():
        for number in numbers:
            pass_deadlines(match_id=number, now=LATE)
        one_by_one = everything()
    for table in written:
        assert unnumbered(table, written) == unnumbered(table, one_by_one), table
    assert sum(step == 1 for step in (match["step"] for match in written["Match"])) >= 6


def test_it_takes_fewer_statements_than_one_by_one(django_assert_max_num_queries: Any) -> None:
    numbers = [open_round().pk for _ in range(12)]
    if not connection.features.has_select_for_update_skip_locked:
        return
    with django_assert_max_num_queries(25):
        assert pass_deadlines_of_many(match_ids=numbers, now=LATE) == 12
    assert set(Match.objects.values_list("step", flat=True)) == {1}


def test_a_match_that_fails_keeps_no_other_from_going_on(caplog: pytest.LogCaptureFixture) -> None:
    numbers = [open_round().pk for _ in range(3)]
    Match.objects.filter(pk=numbers[1]).update(sealed_state=b"spoilt")
    assert pass_deadlines_of_many(match_ids=numbers, now=LATE) == 2
    assert [Match.objects.get(pk=number).step for number in numbers] == [1, 0, 1]
    assert f"The deadlines of match {numbers[1]} could not be passed" in caplog.text


def test_a_match_that_cannot_be_written_is_handled_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = [open_round().pk for _ in range(3)]

    def fail(*_: Any, **__: Any) -> None:
        raise DatabaseError

    monkeypatch.setattr(many_deadlines, "write_rounds", fail)
    assert pass_deadlines_of_many(match_ids=numbers, now=LATE) == 3
    assert set(Match.objects.values_list("step", flat=True)) == {1}
    assert not Answer.objects.exists()


def test_a_match_that_somebody_holds_is_left_to_them() -> None:
    held, other = (open_round().pk for _ in range(2))
    if not connection.features.has_select_for_update_skip_locked:
        return
    with ThreadPoolExecutor(1) as elsewhere, transaction.atomic():
        lock_match(held)
        elsewhere.submit(passed_elsewhere, [held, other]).result()
    assert [Match.objects.get(pk=number).step for number in (held, other)] == [0, 1]


def passed_elsewhere(numbers: list[int]) -> None:
    pass_deadlines_of_many(match_ids=numbers, now=LATE)
    connections.close_all()


def test_deadlines_that_are_passed_twice_at_once_count_once() -> None:
    numbers = [open_round().pk for _ in range(6)]
    if not connection.features.has_select_for_update_skip_locked:
        return
    with ThreadPoolExecutor(2) as workers:
        list(workers.map(passed_elsewhere, [numbers, numbers]))
    passed_elsewhere(numbers)
    assert set(Match.objects.values_list("step", flat=True)) == {1}
    missed = Attendance.objects.filter(user=person("cleo")).values_list("missed", flat=True)
    assert list(missed) == [1] * 6
