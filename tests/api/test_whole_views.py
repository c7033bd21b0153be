"""A match that is read while a round is resolved is shown as it was before or after, never half of each."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from engine.quick_chance import RandomChance
from matches.models import Match
from matches.rounds.resolve import resolve_round
from tests.api.bots import caller
from tests.matches.tables import NOON, answer_all, table_of

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@contextmanager
def before_answers_are_read(act: Callable[[], object]) -> Iterator[None]:
    """Do something once, just before the answers of a match are read."""
    waiting = [act]

    def watch(execute: Any, sql: str, *rest: Any) -> Any:
        if waiting and sql.startswith("SELECT") and 'FROM "matches_answer"' in sql:
            waiting.pop()()
        return execute(sql, *rest)

    with connection.execute_wrapper(watch):
        yield
    assert not waiting


@pytest.mark.parametrize("path", ["matches/{}", "matches/{}/legal-actions"])
def test_a_round_resolved_meanwhile_is_seen_as_resolved_by_a_program(path: str) -> None:
    match, people = table_of("ana", "ben", "cleo")
    answer_all(match, people, RandomChance(1))
    with before_answers_are_read(lambda: resolve_round(match_id=match.pk, now=NOON)):
        found = caller(people[0]).get(path.format(match.pk)).json()
    now = Match.objects.get(pk=match.pk)
    assert now.step == match.step + 1
    asked = found.get("asked", found)
    assert asked is None or asked["step"] == now.next_step


@pytest.mark.parametrize("path", ["/table/{}/", "/table/{}/live/"])
def test_a_round_resolved_meanwhile_is_seen_as_resolved_on_a_page(path: str) -> None:
    match, people = table_of("ana", "ben", "cleo", slug="plaque-auction")
    answer_all(match, people, RandomChance(1))
    client = Client()
    client.force_login(people[0])
    with before_answers_are_read(lambda: resolve_round(match_id=match.pk, now=NOON)):
        page = client.get(path.format(match.pk)).content.decode()
    now = Match.objects.get(pk=match.pk)
    assert now.step == match.step + 1
    assert f'data-scenes data-step="{now.step}"' in page
