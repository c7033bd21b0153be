"""Sockets say that something moved, and nothing else, and only to those who may look."""

from datetime import timedelta
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from channels.db import database_sync_to_async
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.utils import timezone

from accounts.security.sessions import end_log_ins
from engine.conditional_moves import ConditionalMove, Preference
from foundation.live import answered_by_reply
from matches.interventions.settings import set_privacy
from matches.lobby.substitutes import offer_seat, take_over_seat
from matches.lobby.tables import leave_match
from matches.models import Match
from matches.play.answers import submit_answer
from matches.play.conditional_moves import save_conditional_move
from matches.rounds.resolve import resolve_round
from matches.web.sockets import ReaderConsumer
from tests.matches.page_sockets import socket_of
from tests.matches.tables import NOON, person, table_of
from tests.support.sockets import PATIENCE, PageSocket

pytestmark = pytest.mark.django_db(transaction=True)
MOVED = {"event": "table-moved"}
STAND = {"act": "let_stand"}
NEVER = 0.3


def my_socket(user: Any) -> PageSocket:
    """A reader's socket on their list of tables."""
    return PageSocket(ReaderConsumer.as_asgi(), "/ws/turns/", user)


@database_sync_to_async
def new_table(**preferences: Any) -> tuple[Match, list[Any]]:
    return table_of("ana", "ben", "cleo", **preferences)


@database_sync_to_async
def seal(match: Match, user: Any, act: str) -> None:
    submit_answer(match_id=match.pk, user_id=user.pk, step=match.next_step, actions=[{"act": act}], now=NOON)


@database_sync_to_async
def resolve(match: Match) -> None:
    assert resolve_round(match_id=match.pk, now=NOON)


@pytest.mark.parametrize("act", ["let_stand", "reroll"])
async def test_every_message_is_the_same_whatever_was_answered(act: str) -> None:
    match, people = await new_table()
    socket = socket_of(AnonymousUser(), match.pk)
    assert await socket.connect() == 0
    for user in people[:2]:
        await seal(match, user, act)
        assert await socket.hear() == MOVED
    await seal(match, people[2], act)
    assert await socket.receive_nothing(NEVER)  # only the resolution reveals the last answer
    await resolve(match)
    assert await socket.hear() == MOVED
    await socket.leave()


async def test_a_match_that_hides_who_has_answered_says_nothing_of_answers() -> None:
    match, people = await new_table(hide_answered=True)
    socket = socket_of(people[0], match.pk)
    assert await socket.connect() == 0
    await seal(match, people[1], "reroll")
    assert await socket.receive_nothing(NEVER)
    await socket.leave()


async def test_a_private_or_missing_table_has_no_socket_for_others() -> None:
    match, people = await new_table(private=True)
    stranger = await database_sync_to_async(person)("dora")
    for user, number in ((stranger, match.pk), (AnonymousUser(), match.pk), (people[0], 999)):
        assert await socket_of(user, number).connect() == 4404
    own = socket_of(people[1], match.pk)
    assert await own.connect() == 0
    await own.leave()


async def test_what_pages_send_is_passed_over() -> None:
    match, people = await new_table()
    socket = socket_of(people[0], match.pk)
    assert await socket.connect() == 0
    await socket.say(text="{not json")
    await socket.say(bytes=b"\x00" * 1000)
    await seal(match, people[1], "reroll")
    assert await socket.hear() == MOVED
    await socket.leave()


async def test_my_turns_hear_of_all_my_tables_and_visitors_of_none() -> None:
    match, people = await new_table()
    mine = my_socket(people[0])
    assert await mine.connect() == 0
    for user in people:
        await seal(match, user, "let_stand")
    await resolve(match)
    assert await mine.hear() == MOVED
    await mine.leave()
    assert await my_socket(AnonymousUser()).connect() == 4404


@database_sync_to_async
def add_move(match: Match, user: Any) -> None:
    rule = ConditionalMove("reroll", (Preference(action={"act": "let_stand"}),), lasts="always")
    save_conditional_move(match_id=match.pk, user_id=user.pk, step=1, move=rule, now=NOON)
    assert not resolve_round(match_id=match.pk, now=NOON)


async def test_a_conditional_move_is_told_to_nobody() -> None:
    match, people = await new_table()
    watching, other = socket_of(AnonymousUser(), match.pk), my_socket(people[1])
    assert await watching.connect() == 0
    assert await other.connect() == 0
    await add_move(match, people[0])
    assert await watching.receive_nothing(NEVER)
    assert await other.receive_nothing(NEVER)
    await watching.leave()
    await other.leave()


async def test_rounds_that_conditional_moves_resolve_in_one_go_are_told_once() -> None:
    match, people = await new_table()
    for user in people[:2]:
        await add_move(match, user)
    socket = socket_of(AnonymousUser(), match.pk)
    assert await socket.connect() == 0
    await seal(match, people[2], "let_stand")
    assert await socket.hear() == MOVED
    await resolve(match)
    assert await socket.hear() == MOVED
    assert await socket.receive_nothing(NEVER)
    await socket.leave()


async def test_a_page_is_not_told_of_the_answer_that_its_own_reply_shows() -> None:
    match, people = await new_table()

    @database_sync_to_async
    def seal_on_page(user: Any, page: str) -> None:
        with answered_by_reply(page):
            submit_answer(match_id=match.pk, user_id=user.pk, step=match.next_step, actions=[STAND], now=NOON)

    mine = socket_of(people[0], match.pk, "?page=mine")
    other_tab = socket_of(people[0], match.pk)
    assert await mine.connect() == await other_tab.connect() == 0
    await seal_on_page(people[0], "mine")
    assert await other_tab.hear() == MOVED
    assert await mine.receive_nothing(NEVER)
    await seal_on_page(people[1], "another")
    assert await other_tab.hear() == await mine.hear() == MOVED
    await mine.leave()
    await other_tab.leave()


@pytest.mark.parametrize(
    "query", ["&".join(["a=1"] * 1200), "page=%FF%00", "page"], ids=["many fields", "no text", "no value"]
)
async def test_an_address_that_says_anything_breaks_no_socket(query: str) -> None:
    match, (ana, *_) = await new_table()
    socket = socket_of(ana, match.pk, f"?{query}")
    assert await socket.connect() == 0
    await socket.leave()


@pytest.mark.parametrize("how", ["suspended", "logged out elsewhere", "logged out"])
async def test_a_page_s_socket_closes_when_its_reader_s_access_ends(how: str) -> None:
    match, people = await new_table()

    @database_sync_to_async
    def end() -> None:
        if how == "suspended":
            people[0].suspended_until = timezone.now() + timedelta(days=1)
            people[0].save(update_fields=["suspended_until"])
        elif how == "logged out":
            client = Client()
            client.force_login(people[0])
            client.logout()
        else:
            now = timezone.now()
            UserSession.objects.create(
                user=people[0], session_key="k", ip="192.0.2.1", user_agent="", created_at=now, last_seen_at=now
            )
            assert end_log_ins(user=people[0]) == 1

    own, other = socket_of(people[0], match.pk), socket_of(people[1], match.pk)
    assert await own.connect() == await other.connect() == 0
    await end()
    assert (await own.receive_output(PATIENCE))["type"] == "websocket.close"
    assert await other.receive_nothing(NEVER)
    await own.leave()
    await other.leave()


def given_away(match: Match) -> None:
    offer_seat(match_id=match.pk, user_id=person("cleo").pk, number=2, wanted=True, now=NOON)
    take_over_seat(match_id=match.pk, user=person("dora"), number=2, token="", now=NOON)


def made_private(match: Match) -> None:
    set_privacy(match_id=match.pk, private=True, note={"audit": 1}, now=NOON)


def left(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(status=Match.Status.OPEN)
    leave_match(match_id=match.pk, user=person("cleo"), now=NOON)


@pytest.mark.parametrize(("reader", "lost"), [("cleo", given_away), ("eve", made_private), ("cleo", left)])
async def test_a_page_s_socket_closes_when_its_reader_loses_a_seat_or_the_table(reader: str, lost: Any) -> None:
    """Its page connects again, and joins what its reader may hear now, if anything."""
    match, _ = await new_table(rated=False)
    socket = socket_of(await database_sync_to_async(person)(reader), match.pk)
    assert await socket.connect() == 0
    await database_sync_to_async(lost)(match)
    while (reply := await socket.receive_output(PATIENCE))["type"] == "websocket.send":
        pass
    assert reply["type"] == "websocket.close"
    await socket.leave()
