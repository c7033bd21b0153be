"""What reads through all of history asks for few rows at a time: behind a pooler, no cursor holds the others back."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection

from accounts.models import Trace
from ladders.services import ratings
from matches.models import AnswerHour, Match
from matches.models.social import Replay
from matches.play import replays
from moderation.models import Weighed
from moderation.selectors import chain
from moderation.services import signals
from notifications.models import KeptMail
from rights import gathering
from rights.services import dumps, naming
from tests.ladders.play import people, played
from tests.matches.tables import NOON, person, table_of
from tests.moderation.test_audit import three_rows
from tests.support.shares import rows_of_statements

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
SIZE, MANY = 2, 5


@pytest.fixture(autouse=True)
def _as_behind_a_pooler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(connection.settings_dict, "DISABLE_SERVER_SIDE_CURSORS", True)
    for module in (signals, chain, dumps, gathering, naming, replays):
        monkeypatch.setattr(module, "A_SHARE", SIZE)
    monkeypatch.setattr(ratings, "A_CHUNK", SIZE)


def history() -> None:
    """Finished matches, and what follows from them or belongs to their players."""
    users = people(2)
    for number in range(MANY):
        match = played(users, [1, 2], NOON + timedelta(hours=number))
        Weighed.objects.create(match=match, head=match.head, favours=[])
        AnswerHour.objects.create(user=users[0], match=match, hour=NOON)
    for number in range(MANY):
        Trace.objects.create(
            user=users[0], kind=Trace.Kind.DEVICE, hash="f", day=(NOON + timedelta(days=number)).date()
        )
        KeptMail.objects.create(recipients=["dora@example.org"], made_at=NOON)
        Replay.objects.create(
            owner=users[0], token=str(number), title="…", record=b"", positions=b"", digest=str(number), added_at=NOON
        )
    three_rows()


def rename() -> None:
    user = person("dora")
    naming.forget_words(user=user, words=["dora"])


def rate_again() -> None:
    assert ratings.rebuild_ratings() == MANY


READERS: list[tuple[str, Callable[[], object]]] = [
    ("moderation_weighed", lambda: signals.recompute_signals(now=NOON)),
    ("matches_answerhour", lambda: list(signals._timing({}))),
    ("accounts_trace", signals._in_common),
    ("matches_seat", lambda: signals._met([])),
    ("moderation_auditrow", lambda: list(chain.chain_faults())),
    ("ladders_result", rate_again),
    ("matches_match", lambda: gathering.match_ids_of(people(1)[0])),
    ("matches_match", lambda: dumps.make_dump(now=NOON)),
    ("notifications_keptmail", rename),
    ("matches_replay", rename),
]


@pytest.mark.parametrize(("table", "read"), READERS)
def test_history_is_read_few_rows_at_a_time(table: str, read: Callable[[], object]) -> None:
    history()
    with rows_of_statements(table) as found:
        read()
    assert len(found) > 1
    assert max(found) <= SIZE


def test_a_player_gets_every_match_once_that_they_hold_or_have_left() -> None:
    mine = [table_of("ana", "ben", "cleo")[0].pk for _ in range(MANY)]
    table_of("ben", "cleo", "dora")
    match = Match.objects.get(pk=mine[1])
    match.former_holders.create(seat=match.seats.get(number=0), user=person("ana"), left_at=NOON)
    assert gathering.match_ids_of(person("ana")) == mine
