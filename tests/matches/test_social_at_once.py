"""Changes apart from the game at the same moment happen once, and none is lost."""

from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import User
from matches.chat.write import mark_messages_read, write_message
from matches.lobby.rematch import propose_rematch
from matches.lobby.votes import answer_vote, open_vote
from matches.models import Match
from matches.models.social import Following, Message
from matches.rounds.calling_off import call_off_match
from tests.matches.tables import NOON, table_of
from tests.matches.test_concurrency import at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


def test_messages_of_the_same_moment_are_all_kept_and_numbered() -> None:
    match, people = table_of("ana", "ben", "cleo")

    def sayer(user: User) -> Callable[[], Any]:
        return lambda: write_message(match_id=match.pk, user=user, room="players", text="I", now=NOON).number

    assert sorted(at_once([sayer(user) for user in people])) == [1, 2, 3]
    assert Message.objects.count() == 3


def test_a_room_read_in_two_windows_is_read() -> None:
    match, (ana, ben, _) = table_of("ana", "ben", "cleo")
    for _ in range(3):
        write_message(match_id=match.pk, user=ana, room="players", text="I", now=NOON)

    def reader(number: int) -> Callable[[], Any]:
        return lambda: mark_messages_read(match=match, user=ben, room="players", up_to=number)

    at_once([reader(3), reader(1)])
    assert Following.objects.get(user=ben).read_players == 3


def test_the_last_two_yeses_of_the_same_moment_pause_the_match_once() -> None:
    match, (ana, ben, cleo) = table_of("ana", "ben", "cleo")
    open_vote(match_id=match.pk, user_id=ana.pk, kind="pause", now=NOON)

    def voter(user: User) -> Callable[[], Any]:
        return lambda: answer_vote(match_id=match.pk, user_id=user.pk, kind="pause", agree=True, now=NOON).pk

    assert at_once([voter(ben), voter(cleo)]) == [match.pk] * 2
    match.refresh_from_db()
    assert match.status == Match.Status.PAUSED
    assert match.activity.filter(kind="paused").count() == 1


def test_two_who_want_a_rematch_at_the_same_moment_get_one() -> None:
    match, people = table_of("ana", "ben", "cleo")
    call_off_match(match=Match.objects.get(pk=match.pk), reason="vote", now=NOON)

    def asker(user: User) -> Callable[[], Any]:
        return lambda: propose_rematch(match_id=match.pk, user=user, contribution="", now=NOON).pk

    assert len(set(at_once([asker(user) for user in people]))) == 1
    assert Match.objects.count() == 2
