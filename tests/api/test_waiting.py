"""Long polling and the WebSocket notify a bot at once, and only of what it may know."""

import asyncio
import json
from datetime import timedelta
from typing import Any, cast

import httpx
import pytest
from asgiref.testing import ApplicationCommunicator
from channels.db import database_sync_to_async
from django.utils import timezone

from accounts.identity.bot_accounts import create_bot_account
from accounts.models import Token, User
from accounts.security.tokens import revoke_token
from api.scopes import Scope
from foundation.live import reader_group
from matches.api.stream import TurnsStream
from matches.models import Match
from matches.play.answers import submit_answer
from matches.rounds.resolve import resolve_round
from piecepack_site.handler import MOST_WAITING, OneThreadHandler
from tests.api.bots import ALL, token_of
from tests.matches.tables import NOON, person, table_of
from tests.support.sockets import PATIENCE, Socket

pytestmark = pytest.mark.django_db(transaction=True)
NEVER = 0.3
MORE_THAN_THREADS = 40


@database_sync_to_async
def new_table(**settings: Any) -> tuple[Match, list[Any], list[str]]:
    match, people = table_of("ana", "ben", "cleo", **settings)
    return match, people, [token_of(user) for user in people]


@database_sync_to_async
def owner_and_bot() -> list[str]:
    """Two tokens of an account, and one of its bot."""
    owner = person("ana")
    bot = create_bot_account(owner=owner, name="Robby", about="", link="", now=timezone.now()).user
    return [token_of(user) for user in (owner, owner, bot)]


@database_sync_to_async
def seal(match: Match, user: Any, act: str = "let_stand") -> None:
    match.refresh_from_db()
    submit_answer(match_id=match.pk, user_id=user.pk, step=match.next_step, actions=[{"act": act}], now=NOON)


@database_sync_to_async
def resolve(match: Match) -> None:
    assert resolve_round(match_id=match.pk, now=NOON)


class BotAccount(httpx.AsyncClient):
    """A client of the site's own handler."""

    def __init__(self, token: str, handler: Any = None) -> None:
        super().__init__(
            transport=httpx.ASGITransport(app=handler or cast(Any, OneThreadHandler())),
            base_url="http://localhost/api/v1/",
            headers={"Authorization": f"Bearer {token}"},
        )

    async def turns(self, wait: int, tag: str = "") -> httpx.Response:
        return await self.get("turns", params={"wait": wait}, headers={"If-None-Match": tag})


async def test_who_waits_is_told_when_something_waits_for_them():
    match, people, tokens = await new_table()
    await seal(match, people[0])
    async with BotAccount(tokens[0]) as bot_account:
        waiting = asyncio.create_task(bot_account.turns(60))
        await asyncio.sleep(0)
        for user in people[1:]:
            await seal(match, user)
        assert not waiting.done()
        await resolve(match)
        received = (await waiting).json()
    assert [(turn["number"], turn["step"]) for turn in received["turns"]] == [(match.pk, 2)]


async def test_what_waits_already_is_told_at_once():
    match, _, tokens = await new_table()
    async with BotAccount(tokens[0]) as bot_account:
        reply = await bot_account.turns(60)
    assert reply.json()["turns"][0]["number"] == match.pk


async def test_with_a_tag_the_reply_comes_when_it_would_differ():
    match, people, tokens = await new_table()
    await seal(match, people[0])
    async with BotAccount(tokens[0]) as bot_account:
        tag = (await bot_account.turns(0)).headers["ETag"]
        waiting = asyncio.create_task(bot_account.turns(60, tag))
        for user in people[1:]:
            await seal(match, user)
        await resolve(match)
        reply = await waiting
        assert reply.status_code == 200 and reply.json()["turns"][0]["step"] == 2
        unchanged = await bot_account.turns(1, reply.headers["ETag"])
    assert (unchanged.status_code, unchanged.content) == (304, b"")


async def test_those_who_wait_keep_no_thread_and_count_as_one_request(settings: Any):
    settings.API_REQUESTS_PER_MINUTE = MORE_THAN_THREADS + 10
    match, people, tokens = await new_table()
    for user in people[:2]:
        await seal(match, user)
    async with BotAccount(tokens[0]) as patient, BotAccount(tokens[2]) as busy:
        waiting = [asyncio.create_task(patient.turns(60)) for _ in range(MORE_THAN_THREADS)]
        for _ in range(5):
            assert (await busy.turns(0)).json()["turns"]
        await seal(match, people[2])
        await resolve(match)
        replies = await asyncio.gather(*waiting)
    assert [reply.json()["turns"][0]["step"] for reply in replies] == [2] * MORE_THAN_THREADS


async def test_who_hangs_up_is_waited_for_no_longer():
    match, people, tokens = await new_table()
    await seal(match, people[0])
    scope = {
        "type": "http", "method": "GET", "path": "/api/v1/turns", "query_string": b"wait=60", "http_version": "1.1",
        "headers": [(b"host", b"localhost"), (b"authorization", f"Bearer {tokens[0]}".encode())],
    }  # fmt: skip
    line = ApplicationCommunicator(OneThreadHandler(), scope)
    await line.send_input({"type": "http.request", "body": b"", "more_body": False})
    await line.send_input({"type": "http.disconnect"})
    assert (await line.receive_output(PATIENCE))["status"] == 200
    await line.wait(PATIENCE)


class Stream(Socket):
    """A bot's socket."""

    def __init__(self, token: str = "", *, protocols: tuple[str, ...] = ()) -> None:
        super().__init__(TurnsStream.as_asgi(), "/ws/v1/turns", None)
        self.scope["subprotocols"] = list(protocols)
        if token:
            self.scope["headers"] = [(b"authorization", f"Bearer {token}".encode())]

    async def refusal(self) -> tuple[int, str]:
        """Why it is closed."""
        reply = await self.receive_output(PATIENCE)
        assert reply["type"] == "websocket.close", reply
        return reply["code"], reply["reason"]


async def test_the_stream_tells_what_waits_and_whenever_that_changes():
    match, people, tokens = await new_table()
    stream = Stream(tokens[0])
    assert await stream.connect() == 0
    first = await stream.hear()
    assert [turn["step"] for turn in first["turns"]] == [1] and first["running"] == 1
    for user in people:
        await seal(match, user)
    await resolve(match)
    assert [turn["step"] for turn in (await stream.hear())["turns"]] == [2]
    await stream.say(text="{what?")
    await stream.leave()


@pytest.mark.parametrize("hidden", [True, False])
async def test_the_stream_is_the_same_whatever_others_have_answered(hidden: bool):
    heard = []
    for act in ("let_stand", "reroll"):
        match, people, tokens = await new_table(hide_answered=hidden)
        stream = Stream(tokens[0])
        assert await stream.connect() == 0
        first = await stream.hear()
        await seal(match, people[1], act)
        assert await stream.receive_nothing(NEVER)
        heard.append(json.dumps(first).replace(f'"number": {match.pk}', ""))
        await stream.leave()
        await database_sync_to_async(Match.objects.all().delete)()
    assert heard[0] == heard[1]


async def test_a_token_keeps_so_many_streams_open_and_no_more(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("matches.api.sockets.SOCKETS_PER_TOKEN", 2)
    _, _, tokens = await new_table()
    first, second, third, other = Stream(tokens[0]), Stream(tokens[0]), Stream(tokens[0]), Stream(tokens[1])
    for stream in (first, second, other):
        await stream.connect()
        assert (await stream.hear())["turns"]
    await third.connect()
    assert await third.refusal() == (4429, "too_many_streams")
    await first.leave()
    again = Stream(tokens[0])
    await again.connect()
    assert (await again.hear())["turns"]
    for stream in (second, other, again):
        await stream.leave()
    assert not TurnsStream.sockets


async def test_an_account_keeps_so_many_streams_open_by_all_its_tokens_and_bots(settings: Any):
    settings.SOCKETS_PER_USER = 2
    streams = [Stream(token) for token in await owner_and_bot()]
    for stream in streams[:2]:
        await stream.connect()
        await stream.hear()
    await streams[2].connect()
    assert await streams[2].refusal() == (4429, "too_many_streams")
    for stream in streams[:2]:
        await stream.leave()
    assert not TurnsStream.sockets


async def test_streams_with_tokens_that_open_nothing_are_counted_for_their_address(settings: Any):
    settings.STRANGERS_PER_MINUTE = 2
    _, _, tokens = await new_table()
    reasons = []
    for address in ("192.0.2.1", "192.0.2.1", "192.0.2.1", "192.0.2.2"):
        stranger = Stream("pbp_nonsense")
        stranger.scope["client"] = (address, 1)
        await stranger.connect()
        reasons.append(await stranger.refusal())
    unknown = (4401, "token_unknown")
    assert reasons == [unknown, unknown, (4429, "too_many_requests"), unknown]
    known = Stream(tokens[0])
    known.scope["client"] = ("192.0.2.1", 1)
    await known.connect()
    assert (await known.hear())["turns"]
    await known.leave()


async def test_who_comes_after_so_many_that_wait_is_answered_at_once():
    match, people, tokens = await new_table()
    await seal(match, people[0])
    handler = cast(Any, OneThreadHandler())
    async with BotAccount(tokens[0], handler) as bot_account:
        handler.waiting[reader_group(people[0].pk)] = MOST_WAITING
        assert (await asyncio.wait_for(bot_account.turns(60), PATIENCE)).json()["turns"] == []
        handler.waiting.clear()
        waiting = asyncio.create_task(bot_account.turns(60))
        for user in people[1:]:
            await seal(match, user)
        await resolve(match)
        assert len((await waiting).json()["turns"]) == 1
    assert not handler.waiting


async def test_a_browser_shows_its_token_as_a_subprotocol():
    _, _, tokens = await new_table()
    stream = Stream(protocols=("piecepack.v1", f"token.{tokens[0]}"))
    await stream.send_input({"type": "websocket.connect"})
    assert (await stream.receive_output(PATIENCE))["subprotocol"] == "piecepack.v1"
    assert (await stream.hear())["turns"]
    await stream.leave()


@database_sync_to_async
def bad_tokens() -> dict[str, str]:
    ana, dora = person("ana"), person("dora")
    now = timezone.now()
    bad = {
        "": "token_missing",
        "nonsense": "token_unknown",
        token_of(ana, days=1, now=now - timedelta(days=2)): "token_expired",
        token_of(ana, [scope for scope in ALL if scope != Scope.READ]): "scope_missing",
        token_of(dora): "account_closed",
    }
    User.objects.filter(pk=dora.pk).update(is_active=False)
    return bad


async def test_a_token_that_opens_nothing_opens_no_stream():
    for token, code in (await bad_tokens()).items():
        stream = Stream(token)
        assert await stream.connect() == 0
        assert await stream.refusal() == (4401, code)


async def test_a_token_that_is_revoked_closes_its_stream():
    match, people, tokens = await new_table()
    stream = Stream(tokens[0])
    await stream.connect()
    await stream.hear()
    token = await database_sync_to_async(Token.objects.get)(user=people[0])
    await database_sync_to_async(revoke_token)(token=token, now=timezone.now())
    for user in people:
        await seal(match, user)
    await resolve(match)
    assert await stream.refusal() == (4401, "token_revoked")
