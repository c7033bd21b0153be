"""Many rows are written at once as `bulk_update` and `bulk_create` would write them."""

from collections import Counter
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, transaction
from django.utils.safestring import mark_safe
from psycopg import _queries

from engine.quick_chance import RandomChance
from foundation.rows import AS_IT_IS, insert_rows, insertion, run_together, save_rows, strict_insertion
from matches.clocks.attendance import Outcome, count_attendance
from matches.log.sealed_answers import make_answer
from matches.models import Answer, AnswerHour, Attendance, Match, Seat
from matches.notices import turn_withdrawal
from matches.play.answer_hours import answer_hour
from matches.rounds import resolve
from matches.rounds.locking import OpenRound, lock_round
from matches.rounds.seal import CHANGED, KEY
from matches.rounds.turns import SEAT_CHANGES
from notifications.models import Notice
from tests.matches.tables import NOON, answer_all, table_of

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

SECOND = timedelta(seconds=1)
FIELDS_OF_NOTICES = [field.attname for field in Notice._meta.concrete_fields if not field.primary_key]


def rows(match: Any) -> list[Any]:
    return list(Seat.objects.filter(match=match).order_by("number").values())


def test_only_the_named_fields_of_existing_rows_are_written() -> None:
    match, _ = table_of("ana", "ben", "cleo")
    seats = list(match.seats.select_related("user"))
    for seat in seats:
        seat.awaited, seat.deadline, seat.place = seat.number == 1, NOON + timedelta(days=seat.number), None
        seat.resigned_at = NOON  # not to be written
    before = rows(match)
    save_rows(seats, SEAT_CHANGES)
    written = rows(match)
    assert [row["awaited"] for row in written] == [False, True, False]
    assert [row["resigned_at"] for row in written] == [None] * 3
    Seat.objects.bulk_update(seats, SEAT_CHANGES)
    assert rows(match) == written != before


def test_rows_are_named_by_what_they_are_within_too() -> None:
    match, _ = table_of("ana", "ben", "cleo")
    seats = list(match.seats.all())
    for seat in seats:
        seat.place = 1
    seats[0].match_id += 1
    save_rows(seats, ["place"], within=["match"])
    assert [row["place"] for row in rows(match)] == [None, 1, 1]


def test_more_rows_than_one_write_takes_are_all_written(
    monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: Any
) -> None:
    monkeypatch.setattr("foundation.rows.MOST_ROWS", 2)
    match, people = table_of("ana", "ben", "cleo")
    seats = list(match.seats.all())
    for seat in seats:
        seat.place = seat.number + 1
    with django_assert_num_queries(2):
        save_rows(seats, SEAT_CHANGES)
    assert [row["place"] for row in rows(match)] == [1, 2, 3]
    Notice.objects.all().delete()
    with django_assert_num_queries(2):
        insert_rows([notice(user, "turn") for user in people])
    assert Notice.objects.count() == 3


def test_no_rows_are_no_write(django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        save_rows([], SEAT_CHANGES)


def test_nothing_in_every_row_can_be_written() -> None:
    match, _ = table_of("ana", "ben", "cleo")
    seats = list(match.seats.all())
    for seat in seats:
        seat.deadline, seat.asked_at, seat.bank_seconds, seat.place = None, None, None, None
    save_rows(seats, SEAT_CHANGES)
    assert [(row["deadline"], row["asked_at"], row["bank_seconds"]) for row in rows(match)] == [(None, None, None)] * 3


def notice(user: Any, kind: str, **more: Any) -> Notice:
    about = {
        "title": 'Tea % and "biscuits" \\u0041 \\x41 \n 🫖',
        "deadline": NOON.isoformat(),
        "score": [0.1, None, -1],
        "safe": mark_safe("<b>"),
    }
    return Notice(
        user=user, kind=kind, channel="mail", topic="t", step=3, context=about, due_at=NOON, made_at=NOON, **more
    )


def test_missing_rows_are_inserted_as_django_inserts_them_and_others_stay() -> None:
    _, (ana, ben, _) = table_of("ana", "ben", "cleo")
    written: list[Any] = []
    for insert in (insert_rows, lambda made: Notice.objects.bulk_create(made, ignore_conflicts=True)):
        Notice.objects.all().delete()
        notice(ana, "turn", reason="kept").save()
        insert([notice(ana, "turn", reason="new"), notice(ben, "turn", settled_at=NOON), notice(ben, "reminder")])
        written.append(sorted(Notice.objects.values_list(*FIELDS_OF_NOTICES), key=str))
    assert written[0] == written[1] and len(written[0]) == 3
    assert Notice.objects.get(user=ana).reason == "kept"


def test_rows_that_are_there_are_updated_in_the_named_fields_alone() -> None:
    match, _ = table_of("ana", "ben", "cleo")
    written: list[Any] = []
    for update in (
        lambda made: insert_rows(made, same=KEY, update=CHANGED),
        lambda made: Answer.objects.bulk_create(made, update_conflicts=True, unique_fields=KEY, update_fields=CHANGED),
    ):
        Answer.objects.all().delete()
        seat = match.seats.get(number=0)
        for sealed, commitment in ((b"a\x00\xff", "01"), (b"b'\\", "02")):
            update([Answer(match=match, step=4, seat=seat, sealed=sealed, commitment=commitment, made_at=NOON)])
        found = Answer.objects.get()
        written.append((found.step, found.seat_id, bytes(found.sealed), found.commitment, found.made_at))
    assert written[0] == written[1] == (4, seat.pk, b"b'\\", "02", NOON)


def test_inserting_no_rows_is_no_write(django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        insert_rows([])


def test_turns_are_counted_as_django_would_count_them() -> None:
    match, _ = table_of("ana", "ben", "cleo")
    seats = list(match.seats.all())
    days = (NOON, NOON + timedelta(days=1))
    expected: Counter[Any] = Counter()
    turns: list[tuple[datetime, Outcome, list[Seat]]] = [
        (days[0], "answered", seats), (days[0], "answered", seats[1:]), (days[0], "missed", seats[:2]),
        (days[1], "missed", seats[:1]), (days[1], "answered", []), (days[0], "missed", seats[1:]),
    ]  # fmt: skip
    for now, turn, counted in turns:
        count_attendance(seats=counted, outcome=turn, now=now)
        expected.update((seat.pk, seat.user_id, now.date(), turn) for seat in counted)
    found = {
        (row.seat_id, row.user_id, row.day, turn): getattr(row, turn)
        for row in Attendance.objects.all()
        for turn in ("answered", "missed")
    }
    assert found == {key: expected[key] for key in found} and found.keys() >= expected.keys()


def test_a_round_writes_all_that_it_changes_of_a_match(monkeypatch: pytest.MonkeyPatch) -> None:
    match, people = table_of("ana", "ben", "cleo", round_limit=20)
    Match.objects.filter(pk=match.pk).update(bots_asked_at=NOON)  # as if a bot had been asked too
    chance, locked, written = RandomChance(4), [match], set()

    def lock(number: int) -> OpenRound:
        found = lock_round(number)
        locked.append(found.match)
        return found

    monkeypatch.setattr(resolve, "lock_round", lock)
    while match.status == "running":
        before = of_match(Match.objects.get(pk=match.pk))
        now = NOON + match.next_step * SECOND
        answer_all(match, people, chance, now)
        assert resolve.resolve_round(match_id=match.pk, now=now)
        match = Match.objects.get(pk=match.pk)
        after = of_match(match)
        assert after == of_match(locked[-1])
        written |= {name for name in after if after[name] != before[name]}
    assert written == set(resolve.MATCH_CHANGES)


def of_match(match: Match) -> dict[str, Any]:
    """All columns of a match."""
    values = {field.attname: getattr(match, field.attname) for field in Match._meta.concrete_fields}
    return {name: bytes(value) if isinstance(value, memoryview) else value for name, value in values.items()}


def test_writes_that_run_together_write_what_each_would(django_assert_num_queries: Any) -> None:
    match, people = table_of("ana", "ben", "cleo")
    seat = match.seats.get(number=1)
    hour = answer_hour(match_id=match.pk, user_id=people[1].pk, now=NOON)
    (gone,) = turn_withdrawal(seats={match.pk: [seat]}, now=NOON)
    sealed = insertion([make_answer(match=match, seat=seat, action={"act": "reroll"}, now=NOON, by="player")])

    def written() -> list[Any]:
        tables = (Answer, AnswerHour, Notice)
        return [[{**row, "id": 0} for row in model.objects.order_by("pk").values()] for model in tables]

    before = written()
    with transaction.atomic():
        for one in (hour, gone, sealed):
            run_together([one])
        one_by_one = written()
        transaction.set_rollback(True)
    with django_assert_num_queries(1 if connection.vendor == "postgresql" else 3):
        run_together([hour, gone, sealed])
    assert written() == one_by_one != before
    with django_assert_num_queries(0):
        run_together([])


def test_the_answers_of_rounds_are_removed_as_django_would_remove_them() -> None:
    tables = [table_of("ana", "ben", "cleo") for _ in range(3)]
    for match, people in tables:
        answer_all(match, people, RandomChance(4), NOON)
    matches = [match for match, _ in tables[:2]]
    with transaction.atomic():
        Answer.objects.filter(match__in=matches).delete()
        left = list(Answer.objects.values())
        transaction.set_rollback(True)
    run_together([resolve._removal_of_answers(matches)])
    assert list(Answer.objects.values()) == left != []


def test_a_strict_insertion_fails_where_a_row_is_there() -> None:
    match, people = table_of("ana", "ben", "cleo")
    hour = AnswerHour(user_id=people[1].pk, match_id=match.pk, hour=NOON)
    run_together([strict_insertion([hour])])
    with pytest.raises(IntegrityError), transaction.atomic():
        run_together([strict_insertion([hour])])
    assert AnswerHour.objects.count() == 1


def test_what_a_field_writes_as_it_is_is_what_django_would_write() -> None:
    ours = {field for model in apps.get_models() for field in model._meta.concrete_fields if type(field) in AS_IT_IS}
    values: dict[type, Any] = {bool: True, str: " Ä", int: 7}
    assert {type(field) for field in ours} == AS_IT_IS.keys()
    for field in ours:
        plain = values.get(AS_IT_IS[type(field)])
        written = field.get_prep_value(plain)
        assert (written, type(written)) == (plain, type(plain)), field


def test_the_text_of_a_usual_statement_is_looked_through_once() -> None:
    """It has so many values that psycopg would do it every time."""
    if connection.vendor != "postgresql":
        return
    _, people = table_of("ana", "ben", "cleo")
    many = [notice(user, f"kind-{number}") for user in people for number in range(6)]
    insert_rows(many)
    before = _queries._query2pg_client.cache_info()
    insert_rows(many)
    after = _queries._query2pg_client.cache_info()
    assert (after.hits, after.misses) == (before.hits + 1, before.misses)
