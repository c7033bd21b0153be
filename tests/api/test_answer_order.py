"""Answers by socket are taken in the order in which they came to a table, also by those that are taken alone."""

from collections.abc import Callable
from datetime import timedelta
from threading import Event
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.db import connection
from django.utils import timezone

from accounts.hours.vacations import take_vacation, today_of
from accounts.models import Token, User
from accounts.security.tokens import create_token
from api.scopes import Scope
from matches.api import answer_groups
from matches.api.answer_groups import Reply, Sent, take_together
from matches.log.sealed_answers import open_answer
from matches.models import Answer, Match
from tests.api.answer_lines import PLAIN, REROLL, STAND, Line, held, new_table, running_table, sent
from tests.api.bots import token_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
NEVER = 0.3
THEN = {"kind": "bid", "preferences": [{"pattern": "lowest"}]}
ALONE = {"step": 1, "actions": [STAND], "then": THEN}
"""An answer that is taken alone, as it comes with a conditional move."""
LATER = {"step": 1, "actions": [REROLL]}


def stored(match: Match) -> Any:
    return open_answer(Answer.objects.get(match=match, seat__user__username="ana")).action


def held_up(monkeypatch: pytest.MonkeyPatch) -> tuple[Event, Event]:
    """Hold up what is taken alone until the second event is set. The first is set when something is held up."""
    came, go_on = Event(), Event()

    def held_up_before(real: Callable[[Any], Reply]) -> Callable[[Any], Reply]:
        def slowly(one: Any) -> Reply:
            came.set()
            assert go_on.wait(30)
            return real(one)

        return slowly

    for name in ("take_alone", "take_held"):
        monkeypatch.setattr(answer_groups, name, held_up_before(getattr(answer_groups, name)))
    return came, go_on


async def overtakes_none(match: Match, token: str, first: Any, go_on: Event) -> None:
    """Send two answers of a seat without waiting; the second is taken last, and other tables wait for neither."""
    other, _, (others_token, *_) = await new_table()
    line, others_line = Line(token), Line(others_token)
    assert await line.connect() == await others_line.connect() == 0
    await line.send(match.pk, first, name="first")
    assert (await others_line.ask(other.pk, PLAIN))["status"] == 201
    await line.send(match.pk, LATER, name="second")
    assert await line.receive_nothing(NEVER)
    assert (await others_line.ask(other.pk, LATER))["status"] == 201
    go_on.set()
    replies = [await line.hear(), await line.hear()]
    assert [(reply["id"], reply["status"]) for reply in replies] == [("first", 201), ("second", 201)]
    assert await database_sync_to_async(stored)(match) == REROLL
    await line.leave()
    await others_line.leave()


async def test_an_answer_overtakes_none_that_is_taken_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    match, _, tokens = await new_table()
    _, go_on = held_up(monkeypatch)
    await overtakes_none(match, tokens[0], ALONE, go_on)


async def test_nor_one_whose_table_was_held(monkeypatch: pytest.MonkeyPatch) -> None:
    if not connection.features.has_select_for_update_skip_locked:
        return
    match, _, tokens = await new_table()
    came, go_on = held_up(monkeypatch)
    other, _, _ = await new_table()
    line = Line(tokens[0])
    assert await line.connect() == 0
    with held(match):
        await line.send(match.pk, PLAIN, name="first")
        # It is found held in two groups, then it waits apart.
        assert await database_sync_to_async(came.wait, thread_sensitive=False)(30)
        assert (await line.ask(other.pk, PLAIN))["status"] == 201
    await line.send(match.pk, LATER, name="second")
    assert await line.receive_nothing(NEVER)
    go_on.set()
    assert [(await line.hear())["id"] for _ in range(2)] == ["first", "second"]
    assert await database_sync_to_async(stored)(match) == REROLL
    await line.leave()


def in_order(group: list[Sent]) -> list[int]:
    """The statuses of a group, what is alone last."""
    found = [one() if callable(one) else one for one in take_together(group)]
    return [one.status for one in found if isinstance(one, Reply)]


def test_nor_within_a_group() -> None:
    match, people = running_table()
    token = token_of(people[0])
    assert in_order([sent(token, match.pk, ALONE), sent(token, match.pk, LATER)]) == [201, 201]
    assert stored(match) == REROLL


def test_one_that_repeats_an_answer_by_its_key_is_not_overtaken_either() -> None:
    match, people = running_table()
    token = token_of(people[0])
    first = sent(token, match.pk, PLAIN, "k-1")
    assert in_order([first]) == [201]
    found = take_together([first, sent(token, match.pk, LATER)])
    assert not any(isinstance(one, Reply) for one in found)


def test_a_token_whose_use_somebody_notes_keeps_no_group_waiting() -> None:
    if not connection.features.has_select_for_update_skip_locked:
        return
    match, people = running_table()
    token = token_of(people[0])
    Token.objects.update(used_at=None)
    answer = sent(token, match.pk, PLAIN)
    with held(match, by=lambda: list(Token.objects.select_for_update())):
        is_taken_within_2_seconds(answer)


def is_taken_within_2_seconds(answer: Sent) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = '2s'")
        assert in_order([answer]) == [201]
        cursor.execute("RESET lock_timeout")


def create_another(user: User) -> None:
    create_token(user=user, name="another", scopes=[Scope.PLAY], days=1, now=timezone.now())


def take_holidays(user: User) -> None:
    first = today_of(user, timezone.now()) + timedelta(days=2)
    take_vacation(user=user, first=first, last=first, now=timezone.now())


@pytest.mark.parametrize("act", [create_another, take_holidays])
def test_somebody_who_changes_something_of_theirs_keeps_no_answer_waiting(act: Callable[[User], None]) -> None:
    if not connection.features.has_select_for_update_skip_locked:
        return
    match, people = running_table()
    answer = sent(token_of(people[0]), match.pk, PLAIN)
    with held(match, by=lambda: act(people[0])):
        is_taken_within_2_seconds(answer)
