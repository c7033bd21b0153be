"""An answer that comes by a page's socket is the request of its form, and its reply is the one that the form gets."""

import asyncio
import gzip
from base64 import b64decode
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

import msgspec
import pytest
from channels.db import database_sync_to_async
from django.conf import settings as site
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.security.devices import host_cookie
from accounts.security.trace_middleware import COOKIE
from engine.quick_chance import RandomChance
from foundation.vault import seal
from games.registry import GAMES
from matches.log.states import game_of, state_of
from matches.models import Answer, Match
from matches.play.answers import submit_answer
from matches.web.page_answers import LATEST, LONGEST_FORM, PACKED_FROM
from moderation.services.suspensions import suspend_account
from piecepack_site.handler import OneThreadHandler
from tests.matches.page_sockets import TableSocket, socket_of
from tests.matches.tables import NOON, table_of
from tests.matches.test_two_worlds import MASKED, some_steps
from tests.support.html import squeezed
from tests.support.sockets import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)

SECRET = "s" * 32
STAND = '{"act": "let_stand"}'
PART = {"HX-Request": "true", "HX-Target": "live", "X-Page": "mine"}
NEVER = 0.3


class Page:
    """An open page of a reader: its socket, and the same browser over HTTP."""

    def __init__(self, user: Any, number: int, token: str = SECRET) -> None:
        self.socket: TableSocket = socket_of(user, number, "?page=mine")
        self.client = Client(enforce_csrf_checks=True)
        self.number, self.token = number, token
        self.opened = 0.0

    async def open(self) -> None:
        """Connect with the cookies of the browser."""
        scope = self.socket.scope
        scope["pages"], scope["client"] = OneThreadHandler(), ("127.0.0.1", 5000)
        assert await self.socket.connect() == 0
        self.opened = asyncio.get_running_loop().time()
        self.client.cookies[host_cookie(COOKIE)] = "device"
        self.client.cookies[site.SESSION_COOKIE_NAME] = scope["session"].session_key or ""
        self.client.cookies[site.CSRF_COOKIE_NAME] = SECRET
        cookies = "; ".join(f"{name}={one.value}" for name, one in self.client.cookies.items())
        scope["headers"] += [(b"cookie", cookies.encode()), (b"host", b"testserver"), (b"connection", b"Upgrade")]

    async def say(self, form: dict[str, Any], number: int = 1, *, ago: float = 0) -> None:
        """Send a form by the socket, as if so many seconds ago."""
        at = asyncio.get_running_loop().time() - self.opened - ago
        message = {"id": number, "form": urlencode(form | {"csrfmiddlewaretoken": self.token}), "at": at}
        await self.socket.say(text=msgspec.json.encode(message).decode())

    async def ask(self, form: dict[str, Any]) -> Any:
        """Send a form by the socket; return the reply."""
        await self.say(form)
        reply = await self.socket.hear()
        assert (reply.pop("event"), reply.pop("id")) == ("reply", 1)
        if "packed" in reply:
            reply["body"] = gzip.decompress(b64decode(reply.pop("packed"))).decode()
            assert len(reply["body"]) >= PACKED_FROM
        return reply

    @database_sync_to_async
    def post(self, form: dict[str, Any]) -> Any:
        """Send the same form over HTTP; return the reply as one by socket."""
        form = form | {"csrfmiddlewaretoken": self.token}
        reply = self.client.post(f"/table/{self.number}/answer/", form, headers=PART)
        shown = {name.lower(): reply.headers[name] for name in ("HX-Reswap", "X-Stands") if name in reply.headers}
        return {"status": reply.status_code, "headers": shown, "body": reply.content.decode()}


@database_sync_to_async
def new_table() -> tuple[Match, list[User]]:
    return table_of("ana", "ben", "cleo")


@database_sync_to_async
def sealed(match: Match) -> list[int]:
    return list(Answer.objects.filter(match=match).order_by("seat").values_list("seat__number", flat=True))


def plain(reply: Any) -> Any:
    """A reply without what differs between two requests."""
    return reply | {"body": squeezed(MASKED.sub(b"-", reply["body"].encode()).decode())}


@pytest.fixture(autouse=True)
def _one_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON)


@pytest.mark.both_databases
async def test_it_is_sealed_and_the_reply_is_that_of_the_form() -> None:
    match, people = await new_table()
    page = Page(people[0], match.pk)
    await page.open()
    form = {"step": 1, "action": STAND}
    assert (await page.ask(form))["status"] == 200
    assert await sealed(match) == [0]
    again = plain(await page.ask(form))
    assert again == plain(await page.post(form))
    assert set(again["headers"]) == {"hx-reswap", "x-stands"} and "Your answer is sealed." in again["body"]
    await page.socket.leave()


@pytest.mark.parametrize(
    ("form", "status"),
    [
        ({"step": 9, "action": STAND}, 409),
        ({"step": 1, "action": '{"act": "dance"}'}, 400),
        ({"step": 1}, 400),
        ({"step": "", "action": STAND}, 400),
        ({"step": 1, "action": STAND, "more": 1}, 400),
    ],
)
async def test_what_is_refused_is_refused_as_over_http(form: dict[str, Any], status: int) -> None:
    match, people = await new_table()
    page = Page(people[0], match.pk)
    await page.open()
    reply = plain(await page.ask(form))
    assert reply == plain(await page.post(form))
    assert reply["status"] == status and 'role="alert"' in reply["body"]
    assert await sealed(match) == []
    await page.socket.leave()


async def test_a_form_without_the_token_of_its_page_seals_nothing() -> None:
    match, people = await new_table()
    page = Page(people[0], match.pk, token="o" * 32)
    await page.open()
    assert (await page.ask({"step": 1, "action": STAND}))["status"] == 403
    assert await sealed(match) == []
    await page.socket.leave()


async def test_who_only_watches_seals_nothing() -> None:
    match, _ = await new_table()
    page = Page(AnonymousUser(), match.pk)
    await page.open()
    reply = await page.ask({"step": 1, "action": STAND})
    assert (reply["status"], await sealed(match)) == (302, [])
    await page.socket.leave()


@pytest.mark.parametrize("way", ["a new password", "suspended"])
async def test_a_right_that_has_ended_seals_nothing_though_the_socket_has_not_heard(
    way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("foundation.live._send", lambda messages: None)
    match, people = await new_table()
    page = Page(people[0], match.pk)
    await page.open()

    @database_sync_to_async
    def end() -> None:
        if way == "suspended":
            until = timezone.now() + timedelta(days=30)
            suspend_account(user=people[0], until=until, why="Cheating", now=timezone.now())
        else:
            people[0].set_password("another")
            people[0].save()

    await end()
    reply = await page.ask({"step": 1, "action": STAND})
    assert reply["status"] in (302, 403) and await sealed(match) == []
    await page.socket.leave()


async def test_its_page_is_not_told_of_it_but_others_are() -> None:
    match, people = await new_table()
    page = Page(people[0], match.pk)
    await page.open()
    other = socket_of(people[1], match.pk)
    assert await other.connect() == 0
    await page.ask({"step": 1, "action": STAND})
    assert await other.hear() == {"event": "table-moved"}
    assert await page.socket.receive_nothing(NEVER)
    await other.leave()
    await page.socket.leave()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "7",
        "{}",
        '{"id": 1, "at": 0}',
        '{"id": 1, "form": "step=1"}',
        '{"id": "1", "form": "step=1", "at": 0}',
        '{"id": 1, "form": "step=1", "at": 0, "table": 2}',
        '{"id": 1, "form": "\\ud800", "at": 0}',
        msgspec.json.encode({"id": 1, "form": "s" * (LONGEST_FORM + 1), "at": 0}).decode(),
    ],
)
async def test_what_no_page_sends_is_ignored(text: str) -> None:
    match, people = await new_table()
    page = Page(people[0], match.pk)
    await page.open()
    await page.socket.say(text=text)
    await page.socket.say(bytes=b"{}")
    assert await page.socket.receive_nothing(NEVER)
    assert (await page.ask({"step": 1, "action": STAND}))["status"] == 200
    await page.socket.leave()


async def test_one_is_taken_at_a_time_also_if_the_page_leaves_meanwhile() -> None:
    match, people = await new_table()
    page = Page(people[0], match.pk)
    await page.open()
    go_on, begun = asyncio.Event(), asyncio.Event()
    pages = page.socket.scope["pages"]

    async def slowly(*call: Any) -> None:
        begun.set()
        await go_on.wait()
        await pages(*call)

    page.socket.scope["pages"] = slowly
    await page.say({"step": 1, "action": STAND}, 1)
    await begun.wait()
    await page.say({"step": 1, "action": STAND}, 2)
    assert await page.socket.hear() == {"event": "reply", "id": 2, "status": None}
    leaving = asyncio.create_task(page.socket.leave())
    # A server that stops waits for its sockets, and so for the answer.
    assert not (await asyncio.wait({leaving}, timeout=NEVER))[0]
    go_on.set()
    await asyncio.wait_for(leaving, PATIENCE)
    assert await sealed(match) == [0]


async def test_what_was_long_on_its_way_is_not_taken_as_its_page_may_have_sent_another() -> None:
    match, people = await new_table()
    page = Page(people[0], match.pk)
    await page.open()
    await page.say({"step": 1, "action": STAND}, ago=LATEST + 1)
    assert await page.socket.hear() == {"event": "reply", "id": 1, "status": None}
    assert await sealed(match) == []
    await page.say({"step": 1, "action": STAND}, ago=LATEST - 4)
    assert (await page.socket.hear())["status"] == 200
    await page.socket.leave()


async def test_a_browser_that_needs_a_cookie_goes_over_http() -> None:
    match, people = await new_table()
    page = Page(people[0], match.pk)
    await page.open()
    headers = page.socket.scope["headers"]
    headers[:] = [(name, value.replace(b"device=", b"other=")) for name, value in headers]
    assert await page.ask({"step": 1, "action": STAND}) == {"status": None}
    assert await sealed(match) == []
    await page.socket.leave()


async def test_a_failure_is_a_reply_too() -> None:
    match, people = await new_table()
    page = Page(people[0], match.pk)
    await page.open()

    async def fail(*call: Any) -> None:
        raise ValueError("secret")

    page.socket.scope["pages"] = fail
    assert await page.ask({"step": 1, "action": STAND}) == {"status": 500}
    await page.socket.leave()


async def test_answers_count_with_those_over_http(settings: Any) -> None:
    settings.WRITES_PER_MINUTE = 2
    match, people = await new_table()
    page = Page(people[0], match.pk)
    await page.open()
    form = {"step": 1, "action": STAND}
    found = [(await reply)["status"] for reply in (page.ask(form), page.post(form), page.ask(form))]
    assert found == [200, 200, 429]
    await page.socket.leave()


@pytest.mark.parametrize("slug", GAMES)
async def test_a_reply_tells_nothing_that_the_reader_may_not_know(slug: str) -> None:
    """In the other world another player has sealed something else, and what the reader cannot know is otherwise."""
    match, people, me, worlds = await _two_worlds(slug)
    replies = []
    for bring_about, form in worlds:
        await bring_about()
        page = Page(people[me], match.pk)
        await page.open()
        replies.append(plain(await page.ask(form)))
        await page.socket.leave()
    assert replies[0]["status"] == 200 and replies[0] == replies[1]


@database_sync_to_async
def _two_worlds(slug: str) -> tuple[Match, list[User], int, list[Any]]:
    match, people = some_steps(slug, max(GAMES[slug].players[0], 3), 3)
    game, state = game_of(match), state_of(match)
    *others, me = game.current_players(state)
    mine = msgspec.json.encode(game.default_action(state, me)).decode()
    imagined = game.imagine(game.observation(state, me), me, RandomChance(5))

    def world(number: int, there: Any) -> Any:
        @database_sync_to_async
        def bring_about() -> None:
            for other in others:
                raw = msgspec.to_builtins(game.legal_actions(state, other)[-number])
                user = people[other].pk
                submit_answer(match_id=match.pk, user_id=user, step=match.next_step, actions=[raw], now=NOON)
            Match.objects.filter(pk=match.pk).update(sealed_state=seal(there))

        return bring_about, {"step": match.next_step, "action": mine}

    return match, people, me, [world(0, state), world(1, imagined)]
