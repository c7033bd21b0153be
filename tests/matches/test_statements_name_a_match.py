"""Which statements of the hot paths name the number of their match, as a database divided by it would need."""

import json
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from matches.api.answer_groups import Reply, take_together
from matches.models import Match, Seat
from matches.rounds.many_rounds import resolve_complete
from tests.api.answer_lines import PLAIN, STAND, running_table, sent
from tests.api.bots import token_of
from tests.matches.conditional import STAND as STANDING
from tests.matches.conditional import add_move
from tests.support.sql import parts_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

MATCHES, SEATS = 7_000_001, 8_000_001
"""The first numbers of matches and seats, which nothing else has."""
WORD = re.compile(r"\b(?:FROM|JOIN|INTO|UPDATE) \"?(\w+)")
CONDITION = re.compile(r"\bWHERE\b|\bVALUES\b|\bjson_to_recordset\b")

ACROSS_MATCHES: dict[tuple[str, ...], str] = {
    (
        "SELECT",
        "matches_answer",
        "matches_match",
    ): "looks for complete rounds of all matches, to resolve them together",
}
"""What is not about one match, and why."""


class Part(NamedTuple):
    """A statement, or one of those that are sent as one."""

    verb: str
    tables: list[str]
    numbers: set[int]
    """The numbers in its conditions or in the rows that it writes."""

    @property
    def name(self) -> tuple[str, ...]:
        """What it does and with which tables."""
        return self.verb, *self.tables


def tables_of_matches() -> set[str]:
    """The tables whose rows are of one match: those that have its number or that of one of its seats."""
    found = {Match._meta.db_table, Seat._meta.db_table}
    for model in apps.get_models():
        if any(field.related_model in (Match, Seat) for field in model._meta.concrete_fields):
            found.add(model._meta.db_table)
    return found


def parts(asked: CaptureQueriesContext) -> Iterator[Part]:
    """The parts that touch tables of matches."""
    known = tables_of_matches()
    for query in asked.captured_queries:
        for sql in parts_of(query["sql"]):
            tables = [name for name in WORD.findall(sql) if name in known]
            if tables:
                where = CONDITION.search(sql)
                assert where, sql
                yield Part(sql.split()[0], tables, set(map(int, re.findall(r"\b\d{7}\b", sql[where.start() :]))))


def post_form(number: int, user: User) -> None:
    client = Client()
    client.force_login(user)
    form = {"step": "1", "action": json.dumps(STAND)}
    assert client.post(f"/table/{number}/answer/", form).status_code == 302


def post_to_api(number: int, user: User) -> None:
    headers = {"Authorization": f"Bearer {token_of(user)}", "Idempotency-Key": "k1"}
    path = f"/api/v1/matches/{number}/answers"
    reply = Client().post(path, json.dumps(PLAIN), content_type="application/json", headers=headers)
    assert reply.status_code == 201


def send_by_socket(number: int, user: User) -> None:
    (reply,) = take_together([sent(token_of(user), number, PLAIN, "k2")])
    assert isinstance(reply, Reply) and reply.status == 201


def resolve(number: int, user: User) -> None:
    resolve_complete(match_id=number, now=timezone.now())
    assert Match.objects.get(pk=number).step == 1


@pytest.fixture
def table() -> tuple[Match, list[User]]:
    """A table with numbers of its own, where a conditional move answers for the last player."""
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER SEQUENCE matches_match_id_seq RESTART WITH {MATCHES}")
        cursor.execute(f"ALTER SEQUENCE matches_seat_id_seq RESTART WITH {SEATS}")
    match, people = running_table("ana", "ben", "cleo", "dora")
    add_move(match, people[3], STANDING)
    return match, people


def test_statements_of_answers_and_rounds_name_their_match(table: tuple[Match, list[User]]) -> None:
    match, people = table
    steps: list[Callable[[int, User], None]] = [post_form, post_to_api, send_by_socket, resolve]
    with CaptureQueriesContext(connection) as asked:
        for act, user in zip(steps, people, strict=True):
            act(match.pk, user)
    found = list(parts(asked))
    assert {"matches_match", "matches_seat", "matches_answer", "matches_step"} <= {
        name for part in found if match.pk in part.numbers for name in part.tables
    }
    assert {"matches_attendance", "matches_conditionalbook"} <= {name for part in found for name in part.tables}
    assert [part.name for part in found if match.pk not in part.numbers] == [*ACROSS_MATCHES]


def test_every_table_of_a_match_has_its_number() -> None:
    models = [
        model for model in apps.get_models() if model._meta.db_table in tables_of_matches() - {Match._meta.db_table}
    ]
    without = [
        model.__name__
        for model in models
        if not any(field.related_model is Match for field in model._meta.concrete_fields)
    ]
    assert len(models) > 10 and without == []
