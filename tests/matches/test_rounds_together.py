"""Rounds of many matches are resolved together as they would be one by one, each once, and none because of another."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta
from threading import Barrier, Event
from typing import Any

import pytest
from django.db import connection, connections, transaction
from django.db.models.sql.compiler import SQLCompiler

from accounts.models import VacationDay
from engine.conditional_moves import ConditionalMove, Preference
from engine.quick_chance import RandomChance
from foundation.vault import unseal
from matches.models import Answer, Attendance, ConditionalBook, Match, Seat, Step
from matches.play.answers import submit_answer
from matches.play.conditional_moves import save_conditional_move
from matches.rounds import many_rounds
from matches.rounds.locking import lock_match
from matches.rounds.many_rounds import resolve_rounds
from matches.rounds.resolve import resolve_round
from notifications.models import Notice
from tests.matches.tables import DAY, NOON, answer_all, person, table_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
LET_STAND = {"act": "let_stand"}
PEOPLE = ("ana", "ben", "cleo")
LATER = NOON + timedelta(hours=5)
SEALED = ("sealed", "sealed_state")
TABLES: tuple[Any, ...] = (Match, Seat, Step, Answer, Attendance, ConditionalBook, Notice)


@pytest.fixture
def one_nonce(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same nonce for all answers, as those of conditional moves are drawn when their round is resolved."""
    monkeypatch.setattr("matches.log.sealed_answers.secrets.token_hex", lambda length: "ab" * length)


def closed(*names: str, act: str = "let_stand", **settings: Any) -> Match:
    """A match whose first round is complete."""
    match, people = table_of(*(names or PEOPLE), **settings)
    for user in people:
        submit_answer(match_id=match.pk, user_id=user.pk, step=1, actions=[{"act": act}], now=NOON)
    return match


BID = ConditionalMove("bid", (Preference(pattern="lowest"),))


def planned(match: Match, user: Any, step: int, move: ConditionalMove | None = None) -> None:
    move = move or ConditionalMove("reroll", (Preference(action=LET_STAND),))
    save_conditional_move(match_id=match.pk, user_id=user.pk, step=step, move=move, now=NOON)


def everything() -> dict[str, list[Any]]:
    """All rows that rounds write, opened, as ciphers differ each time. Rows made meanwhile have no number here."""
    found: dict[str, list[Any]] = {}
    for model in TABLES:
        made = model in (Step, Notice, Attendance)
        rows = [{k: v for k, v in row.items() if not (made and k == "id")} for row in model.objects.values()]
        for row in rows:
            row |= {name: unseal(bytes(row[name])) for name in SEALED if row.get(name) is not None}
        found[model.__name__] = sorted(rows, key=repr)
    return found


@contextmanager
def undone() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def steps() -> dict[int, int]:
    return dict(Match.objects.values_list("pk", "step"))


@pytest.mark.usefixtures("one_nonce")
def test_all_is_written_as_one_by_one() -> None:
    numbers = [
        closed().pk,
        closed(act="reroll").pk,
        closed("ana", "dora", "leo", turn_seconds=3 * DAY, increment_seconds=DAY, cap_seconds=7 * DAY).pk,
        closed("emil", "fred", "gil", round_limit=20, vacations=True).pk,
    ]
    incomplete, people = table_of(*PEOPLE)
    submit_answer(match_id=incomplete.pk, user_id=people[0].pk, step=1, actions=[LET_STAND], now=NOON)
    paused = closed()
    Match.objects.filter(pk=paused.pk).update(status=Match.Status.PAUSED)
    ahead, players = table_of("hal", "ida", "jan")
    planned(ahead, players[0], 1)
    for player in players[1:]:
        submit_answer(match_id=ahead.pk, user_id=player.pk, step=1, actions=[LET_STAND], now=NOON)
    VacationDay.objects.create(user=person("gil"), day=(NOON + timedelta(days=1)).date())
    numbers += [incomplete.pk, paused.pk, ahead.pk]
    before = everything()
    with undone():
        assert resolve_rounds(match_ids=numbers, now=LATER) == 5
        written = everything()
    assert everything() == before
    with undone():
        assert [resolve_round(match_id=number, now=LATER) for number in numbers] == [True] * 4 + [False] * 2 + [True]
        assert everything() == written
    assert written != before


def test_it_takes_fewer_statements_than_one_by_one(django_assert_max_num_queries: Any) -> None:
    numbers = [closed().pk for _ in range(12)]
    if not connection.features.has_select_for_update_skip_locked:
        return
    with django_assert_max_num_queries(25):
        assert resolve_rounds(match_ids=numbers, now=LATER) == 12
    assert set(steps().values()) == {1}


def test_the_sql_that_reads_them_is_written_once(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = [closed().pk for _ in range(4)]
    if not connection.features.has_select_for_update_skip_locked:
        return
    resolve_rounds(match_ids=numbers[:2], now=LATER)
    written: list[Any] = []
    write = SQLCompiler.as_sql

    def keep(compiler: SQLCompiler, *rest: Any, **more: Any) -> Any:
        written.append(compiler.query.model)
        return write(compiler, *rest, **more)

    monkeypatch.setattr(SQLCompiler, "as_sql", keep)
    resolve_rounds(match_ids=numbers[2:], now=LATER)
    assert not {Match, Seat, Answer} & set(written)


def test_a_round_is_written_in_few_statements(django_assert_max_num_queries: Any) -> None:
    match = closed()
    if connection.vendor != "postgresql":
        return
    with django_assert_max_num_queries(9):
        assert resolve_round(match_id=match.pk, now=LATER)


def test_a_match_that_fails_keeps_no_other_from_being_resolved(caplog: pytest.LogCaptureFixture) -> None:
    numbers = [closed().pk for _ in range(3)]
    Match.objects.filter(pk=numbers[1]).update(sealed_state=b"spoilt")
    assert resolve_rounds(match_ids=numbers, now=LATER) == 2
    assert [steps()[number] for number in numbers] == [1, 0, 1]
    assert f"The round of match {numbers[1]} could not be resolved" in caplog.text


def test_a_match_that_cannot_be_written_is_set_apart(caplog: pytest.LogCaptureFixture) -> None:
    numbers = [closed().pk for _ in range(3)]
    Step.objects.create(match_id=numbers[1], number=1, kind="round", sealed=b"", hash="", at=NOON)
    assert resolve_rounds(match_ids=numbers, now=LATER) == 2
    assert [steps()[number] for number in numbers] == [1, 0, 1]
    assert Answer.objects.filter(match=numbers[1]).count() == 3
    assert f"The round of match {numbers[1]} could not be resolved" in caplog.text


def last_round() -> Match:
    """A match whose last round is complete."""
    match, people = table_of(*PEOPLE, target=25)
    chance, over = RandomChance(4), False
    while not over:
        match.refresh_from_db()
        answer_all(match, people, chance)
        with undone():
            resolve_round(match_id=match.pk, now=LATER)
            over = Match.objects.get(pk=match.pk).is_over
        if not over:
            resolve_round(match_id=match.pk, now=LATER)
    return match


@pytest.mark.usefixtures("one_nonce")
def test_ends_and_conditional_moves_are_resolved_too() -> None:
    ends = last_round()
    goes_on, people = table_of("dora", "emil", "fred")
    for user in people:
        submit_answer(match_id=goes_on.pk, user_id=user.pk, step=1, actions=[LET_STAND], now=NOON)
        planned(goes_on, user, 1, BID)
    numbers = [ends.pk, goes_on.pk, closed().pk]
    before = everything()
    with undone():
        assert resolve_rounds(match_ids=numbers, now=LATER) == len(numbers), "each counts once"
        written = everything()
    assert everything() == before
    for number in numbers:
        resolve_round(match_id=number, now=LATER)
    assert everything() == written
    ends.refresh_from_db()
    assert ends.is_over
    assert steps()[goes_on.pk] > 1, "its next round was answered ahead, and did not wait for a sweep"


def test_what_somebody_holds_is_left_out() -> None:
    numbers = [closed().pk for _ in range(3)]
    if not connection.features.has_select_for_update_skip_locked:
        return
    held, done = Event(), Event()

    def hold() -> None:
        with transaction.atomic():
            lock_match(numbers[1])
            held.set()
            done.wait(30)
        connections.close_all()

    with ThreadPoolExecutor(1) as other:
        holding = other.submit(hold)
        held.wait(30)
        try:
            assert resolve_rounds(match_ids=numbers, now=LATER) == 2
        finally:
            done.set()
        holding.result()
    assert [steps()[number] for number in numbers] == [1, 0, 1]
    assert resolve_rounds(match_ids=numbers, now=LATER) == 1


def test_each_is_resolved_once_however_many_workers_look(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(many_rounds, "TOGETHER", 3)
    numbers = [closed().pk for _ in range(8)]
    orders = [numbers, numbers[::-1], numbers[4:] + numbers[:4], numbers]
    barrier = Barrier(len(orders))

    def resolve(order: Sequence[int]) -> int:
        barrier.wait()
        try:
            return resolve_rounds(match_ids=order, now=LATER)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(orders)) as workers:
        assert sum(workers.map(resolve, orders)) == len(numbers)
    assert set(steps().values()) == {1}
    assert Step.objects.count() == 2 * len(numbers)
    assert not Answer.objects.exists()
