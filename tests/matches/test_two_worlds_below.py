"""Worlds that differ only in secrets leave the same dump of the database, and send the queue the same."""

import base64
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from io import StringIO
from typing import Any
from unittest import mock

import msgspec
import pytest
from celery import current_app
from django.core.management import call_command
from django.db import transaction
from django.test import TestCase

from engine.quick_chance import RandomChance
from games.registry import GAMES
from matches.models import Match
from matches.play.answers import submit_answer
from matches.rounds.resolve import resolve_round
from matches.view.match_view import matches
from tests.matches.tables import NOON, answer_all, table_of
from tests.matches.test_two_worlds import NAMES, secret_pairs, some_steps

pytestmark = pytest.mark.django_db
Sent = list[tuple[str, list[Any], dict[str, Any]]]
ROUNDS = 4


@contextmanager
def one_world() -> Iterator[None]:
    """What happens in it has not happened afterwards."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def seal_it(match: Match, user: Any, action: Any) -> None:
    raw = msgspec.to_builtins(action)
    submit_answer(match_id=match.pk, user_id=user.pk, step=match.next_step, actions=[raw], now=NOON)


def dumped() -> list[dict[str, Any]]:
    """All rows, as a thief of a dump reads them; of sealed columns they see only the length."""
    text = StringIO()
    call_command("dumpdata", exclude=["auth.permission", "contenttypes"], stdout=text)
    rows: list[dict[str, Any]] = json.loads(text.getvalue())
    for row in rows:
        for name, value in row["fields"].items():
            if name.startswith("sealed") and value is not None:
                row["fields"][name] = len(base64.b64decode(value))
            elif name == "commitment":
                # The hash of an answer with a nonce, which no one has.
                row["fields"][name] = len(value)
    return rows


def sent_in(work: Callable[[], object]) -> Sent:
    """Everything that is sent to the queue meanwhile."""
    sent: Sent = []

    def keep(name: str, args: Any = (), kwargs: Any = None, **more: Any) -> None:
        sent.append((name, list(args or ()), dict(kwargs or {})))

    with mock.patch.object(current_app, "send_task", keep), TestCase.captureOnCommitCallbacks(execute=True):
        work()
    return sent


@pytest.mark.parametrize("slug", GAMES)
def test_a_sealed_answer_shows_in_no_dump(slug: str) -> None:
    match, people = some_steps(slug, max(GAMES[slug].players[0], 3), 3)
    for player, one, other in list(secret_pairs(match))[:1]:
        worlds = []
        for action in (one, other):
            with one_world():
                seal_it(match, people[player], action)
                worlds.append(dumped())
        assert worlds[0] == worlds[1]
        assert any(row["model"] == "matches.answer" for row in worlds[0])


@pytest.mark.parametrize("slug", GAMES)
def test_the_queue_is_sent_nothing_but_numbers_and_the_same_in_both_worlds(slug: str) -> None:
    players, chance = max(GAMES[slug].players[0], 3), RandomChance(2)
    match, people = table_of(*NAMES[:players], slug=slug)
    whole: Sent = []
    for _ in range(ROUNDS):
        match = matches().get(pk=match.pk)
        for player, one, other in list(secret_pairs(match))[:1]:
            worlds = []
            for action in (one, other):
                with one_world():
                    worlds.append(sent_in(partial(seal_it, match, people[player], action)))
            assert worlds[0] == worlds[1]
        if match.status == Match.Status.RUNNING:
            whole += sent_in(partial(answer_all, match, people, chance))
            whole += sent_in(partial(resolve_round, match_id=match.pk, now=NOON))
    assert "matches.resolve_round" in {name for name, _, _ in whole}
    assert all(isinstance(one, int) for _, args, kwargs in whole for one in (*args, *kwargs.values()))
