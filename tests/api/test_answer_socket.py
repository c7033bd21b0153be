"""Answers by socket do what they do over HTTP, and are refused for the same reasons and in the same words."""

import json
from datetime import timedelta
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from django.utils import timezone

from accounts.identity.bot_accounts import close_bot_account, create_bot_account
from accounts.models import Token, User
from accounts.security.tokens import digest_of, revoke_token
from accounts.security.ways_in import end_all_ways_in
from api.scopes import Scope
from matches.api.answer_socket import AnswersSocket
from matches.models import Answer
from moderation.services.suspensions import suspend_account
from tests.api.answer_lines import PLAIN, REROLL, STAND, Line, new_table
from tests.api.bots import Caller, token_of
from tests.matches.tables import person
from tests.support.sockets import PATIENCE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
MONTH = timedelta(days=30)
THEN = {"kind": "bid", "preferences": [{"pattern": "lowest"}]}


@database_sync_to_async
def by_http(token: str, number: int, answers: Any, key: str = "") -> tuple[int, Any]:
    reply = Caller(token).post(f"matches/{number}/answers", answers, key)
    return reply.status_code, reply.json()


@database_sync_to_async
def commitments(number: int) -> list[str]:
    return list(Answer.objects.filter(match=number).order_by("seat").values_list("commitment", flat=True))


async def test_an_answer_is_sealed_and_its_commitment_is_the_reply() -> None:
    match, _, tokens = await new_table()
    line = Line(tokens[0])
    assert await line.connect() == 0
    await line.send(match.pk, PLAIN, name="mine")
    reply = await line.hear()
    body = {"number": match.pk, "step": 1, "commitments": await commitments(match.pk)}
    assert reply == {"id": "mine", "status": 201, "body": body}
    assert len(body["commitments"]) == 1
    await line.leave()


@pytest.mark.parametrize(
    ("answers", "code"),
    [
        ({"step": 9, "actions": [STAND]}, "table_moved_on"),
        ({"step": 1, "actions": [{"act": "let_stand", "more": 1}]}, "malformed_answer"),
        ({"step": 1, "actions": [{"act": "bid", "tiles": ["S4"]}]}, "illegal_action"),
        ({"step": 1, "actions": []}, "field_invalid"),
        ({"step": 1}, "field_missing"),
        ({"step": "1", "actions": [STAND]}, "field_invalid"),
        ({"step": 1, "actions": [STAND], "more": 1}, "field_unknown"),
        ({"step": 1, "actions": [STAND, STAND]}, "others_awaited"),
        ({"step": 1, "actions": [STAND], "then": {"kind": "no", "preferences": []}}, None),
        (7, "field_invalid"),
    ],
)
async def test_what_is_refused_is_refused_as_over_http(answers: Any, code: str | None) -> None:
    match, _, tokens = await new_table()
    line = Line(tokens[0])
    assert await line.connect() == 0
    reply = await line.ask(match.pk, answers)
    assert (reply["status"], reply["body"]) == await by_http(tokens[0], match.pk, answers)
    assert reply["status"] in (400, 409) and (code is None or reply["body"]["code"] == code), reply
    assert await commitments(match.pk) == []
    assert (await line.ask(match.pk, PLAIN))["status"] == 201
    await line.leave()


async def test_several_answers_and_conditional_moves_are_taken_too() -> None:
    match, _, tokens = await new_table()
    line = Line(tokens[0])
    assert await line.connect() == 0
    assert (await line.ask(match.pk, PLAIN | {"then": THEN}))["status"] == 201
    assert len(await commitments(match.pk)) == 1
    await line.leave()


async def test_a_private_table_and_none_look_the_same_to_others() -> None:
    match, _, _ = await new_table(private=True)
    dora = await database_sync_to_async(lambda: token_of(person("dora")))()
    line = Line(dora)
    assert await line.connect() == 0
    hidden, none = [(await line.ask(number, PLAIN))["body"] for number in (match.pk, match.pk + 1000)]
    assert hidden == none and hidden["code"] == "not_found"
    assert (hidden["status"], hidden) == await by_http(dora, match.pk, PLAIN)
    await line.leave()


async def test_who_only_watches_may_not_answer() -> None:
    match, _, _ = await new_table()
    line = Line(await database_sync_to_async(lambda: token_of(person("dora")))())
    assert await line.connect() == 0
    reply = await line.ask(match.pk, PLAIN)
    assert (reply["status"], reply["body"]["code"]) == (403, "not_your_seat")
    await line.leave()


@pytest.mark.parametrize("acts", [(STAND, STAND), (REROLL, STAND)])
async def test_a_reply_tells_nothing_of_what_others_have_answered(acts: tuple[Any, Any]) -> None:
    match, _, tokens = await new_table()
    assert (await by_http(tokens[1], match.pk, {"step": 1, "actions": [acts[0]]}))[0] == 201
    line = Line(tokens[0])
    assert await line.connect() == 0
    reply = await line.ask(match.pk, {"step": 1, "actions": [acts[1]]})
    assert set(reply) == {"id", "status", "body"} and set(reply["body"]) == {"number", "step", "commitments"}
    (commitment,) = reply["body"]["commitments"]
    assert commitment in await commitments(match.pk) and "reroll" not in json.dumps(reply)
    await line.leave()


@pytest.mark.parametrize(
    ("text", "status", "code"),
    [
        ("{not json", 400, "not_json"),
        ("[" * 200 + "]" * 200, 400, "body_too_deep"),
        ('{"id": 1, "id": 2}', 400, "key_twice"),
        ('{"id": 1, "number": 0, "answers": {}}', 400, "field_invalid"),
        ('{"id": 1, "answers": {}}', 400, "field_missing"),
        (f'{{"id": "{"x" * 70000}"}}', 413, "body_too_large"),
    ],
)
async def test_a_message_that_cannot_be_read_is_refused_and_the_socket_stays(
    text: str, status: int, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("matches.api.answer_socket.PAUSE", 0)
    match, _, tokens = await new_table()
    line = Line(tokens[0])
    assert await line.connect() == 0
    await line.say(text=text)
    reply = await line.hear()
    assert (reply["id"], reply["status"], reply["body"]["code"]) == (None, status, code)
    assert (await line.ask(match.pk, PLAIN))["status"] == 201
    await line.leave()


async def test_answers_count_with_requests_and_are_refused_with_the_time_to_wait(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("matches.api.answer_socket.PAUSE", 0)
    settings.BOT_WRITES_PER_MINUTE = 2
    match, _, tokens = await new_table()
    line = Line(tokens[0])
    assert await line.connect() == 0
    assert (await by_http(tokens[0], match.pk, PLAIN))[0] == 201
    replies = [await line.ask(match.pk, PLAIN) for _ in range(2)]
    assert [reply["status"] for reply in replies] == [201, 429]
    assert 1 <= replies[1]["retry_after"] <= 60
    assert (429, replies[1]["body"]) == await by_http(tokens[0], match.pk, PLAIN)
    await line.leave()


@pytest.mark.long("a flood of messages")
async def test_a_flood_that_cannot_be_read_keeps_the_places_of_its_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("matches.api.answer_socket.PAUSE", 2)
    monkeypatch.setattr("matches.api.answer_socket.MOST_OPEN", 2)
    _, _, tokens = await new_table()
    line = Line(tokens[0])
    assert await line.connect() == 0
    for _ in range(5):
        await line.say(text="{")
    assert [(await line.hear())["status"] for _ in range(2)] == [400, 400]
    assert await line.receive_nothing(0.3)
    await line.leave()


# --- What closes it --------------------------------------------------------------------------------


def suspend(user: User, token: Token) -> None:
    suspend_account(user=user, until=timezone.now() + MONTH, why="Cheating", now=timezone.now())


def close_account(user: User, token: Token) -> None:
    user.is_active = False
    user.save(update_fields=["is_active"])


ENDS = {
    "token_revoked": lambda user, token: revoke_token(token=token, now=timezone.now()),
    "token_revoked with all": lambda user, token: end_all_ways_in(user=user, now=timezone.now()),
    "account_suspended": suspend,
    "account_closed": close_account,
}


@database_sync_to_async
def end(user: User, text: str, how: str) -> None:
    ENDS[how](user, Token.objects.get(digest=digest_of(text)))


@pytest.mark.parametrize("how", ENDS)
async def test_it_is_closed_as_soon_as_the_token_opens_nothing_more(how: str) -> None:
    _, people, tokens = await new_table()
    line, other = Line(tokens[0]), Line(tokens[1])
    assert await line.connect() == await other.connect() == 0
    await end(people[0], tokens[0], how)
    assert await line.closing() == (4401, how.partition(" ")[0])
    assert await other.receive_nothing(0.1)
    await line.leave()
    await other.leave()
    assert not AnswersSocket.sockets


async def test_a_token_that_is_revoked_before_it_listens_closes_it_too(monkeypatch: pytest.MonkeyPatch) -> None:
    _, people, tokens = await new_table()
    layer: Any = get_channel_layer()
    listen = layer.group_add

    async def late(group: str, channel: str) -> None:
        await end(people[0], tokens[0], "token_revoked")
        await listen(group, channel)

    monkeypatch.setattr(layer, "group_add", late)
    line = Line(tokens[0])
    assert await line.connect() == 0
    assert await line.closing() == (4401, "token_revoked")
    await line.leave()
    assert not AnswersSocket.sockets


@pytest.mark.parametrize("how", ENDS)
async def test_without_that_message_its_next_answer_is_refused_and_closes_it(
    how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, people, tokens = await new_table()
    line = Line(tokens[0])
    assert await line.connect() == 0
    # It reads nothing before it has looked at the token.
    assert (await line.ask(match.pk, {"step": 9, "actions": [STAND]}))["status"] == 409
    monkeypatch.setattr("foundation.live._send", lambda messages: None)
    await end(people[0], tokens[0], how)
    reply = await line.ask(match.pk, PLAIN)
    assert (reply["status"], reply["body"]) == await by_http(tokens[0], match.pk, PLAIN)
    assert (reply["status"], reply["body"]["code"]) == (401, how.partition(" ")[0])
    assert (await line.closing())[0] == 4401
    assert await commitments(match.pk) == []
    await line.leave()


@pytest.mark.parametrize("how", ["owner suspended", "bot closed"])
async def test_the_socket_of_a_bot_ends_with_its_owners_right(how: str) -> None:
    def made() -> tuple[User, Any, str]:
        owner = person("ana")
        account = create_bot_account(owner=owner, name="Robby", about="", link="", now=timezone.now())
        return owner, account, token_of(account.user)

    def ended() -> None:
        if how == "bot closed":
            close_bot_account(bot_account=account, now=timezone.now())
        else:
            suspend_account(user=owner, until=timezone.now() + MONTH, why="Cheating", now=timezone.now())

    owner, account, text = await database_sync_to_async(made)()
    line = Line(text)
    assert await line.connect() == 0
    await database_sync_to_async(ended)()
    assert (await line.closing())[0] == 4401
    await line.leave()


@pytest.mark.parametrize("scopes", [(Scope.READ,), (Scope.READ, Scope.CHAT, Scope.MANAGE, Scope.DATA)])
async def test_a_token_that_may_not_play_opens_none(scopes: tuple[Scope, ...]) -> None:
    line = Line(await database_sync_to_async(lambda: token_of(person("ana"), scopes))())
    await line.connect()
    assert await line.closing() == (4401, "scope_missing")
    await line.say(text=json.dumps({"id": 1, "number": 1, "answers": PLAIN}))
    assert await line.receive_nothing(0.3)
    await line.leave()


async def test_no_cookie_opens_one() -> None:
    """So pages of other sites, whose sockets carry the reader's cookies, cannot answer."""
    _, people, _ = await new_table()
    line = Line("")
    line.scope |= {"user": people[0], "headers": [(b"cookie", b"sessionid=x"), (b"origin", b"https://evil.example")]}
    await line.connect()
    reply = await line.receive_output(PATIENCE)
    assert (reply["type"], reply["reason"]) == ("websocket.close", "token_missing")
    await line.leave()
