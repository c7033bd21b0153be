"""The sample clients survive short outages, as when an operator replaces a release."""

import importlib
import json
import sys
from threading import Thread
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosedError
from websockets.sync.server import Server, ServerConnection, serve

from examples.client import call, play
from tests.support.processes import ROOT

BAD_GATEWAY = httpx.Response(502, html="<h1>502 Bad Gateway</h1>")
BROKEN = httpx.Response(500, json={"code": "broken", "detail": "The site failed."})
AWAY = httpx.ConnectError("Connection refused")


@pytest.fixture
def waited(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How long was waited, without waiting."""
    times: list[int] = []
    monkeypatch.setattr("time.sleep", times.append)
    return times


def site_of(*replies: httpx.Response | Exception) -> tuple[httpx.Client, list[httpx.Request]]:
    asked, left = [], list(replies)

    def reply(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        next_reply = left.pop(0)
        if isinstance(next_reply, Exception):
            raise next_reply
        return next_reply

    return httpx.Client(base_url="http://site/", transport=httpx.MockTransport(reply)), asked


def test_the_client_goes_on_after_a_hiccup(waited: list[int]):
    busy = httpx.Response(429, headers={"Retry-After": "7"}, json={"detail": "Too many."})
    site, asked = site_of(BAD_GATEWAY, AWAY, busy, BROKEN, httpx.Response(201, json={"number": 3}))
    assert call(site, "POST", "matches", json={}).json() == {"number": 3}
    assert waited == [0, 2, 2, 7, 2]
    assert len({request.headers["Idempotency-Key"] for request in asked}) == 1


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (httpx.Response(409, json={"detail": "The table has moved on."}), "The table has moved on."),
        (httpx.Response(404, html="<h1>Not here</h1>"), "Not Found"),
    ],
)
def test_the_client_says_what_the_site_said(reply: httpx.Response, words: str):
    site, _ = site_of(reply)
    with pytest.raises(httpx.HTTPStatusError, match=words):
        call(site, "GET", "turns")


def test_the_client_waits_before_it_tries_again_at_a_table_that_refused_it(waited: list[int]):
    running, over = ({"status": status} for status in ("running", "finished"))
    turns = httpx.Response(200, json={"turns": [{"number": 3}]}, headers={"ETag": "one"})
    refused = httpx.Response(400, json={"detail": "You had 30 hints within an hour."})
    site, asked = site_of(httpx.Response(200, json=running), turns, refused, httpx.Response(200, json=over))
    play(site, 3)
    assert len(asked) == 4
    assert [seconds for seconds in waited if seconds] == [2]


def follow(server: Server, monkeypatch: pytest.MonkeyPatch) -> Any:
    """What the stream's client receives."""
    monkeypatch.syspath_prepend(ROOT / "examples")
    received = importlib.import_module("stream").follow(f"ws://127.0.0.1:{server.socket.getsockname()[1]}/", {})
    monkeypatch.delitem(sys.modules, "stream")
    return received


@pytest.mark.usefixtures("waited")
def test_the_stream_is_followed_through_a_restart(monkeypatch: pytest.MonkeyPatch):
    closings = [1012, 4401]

    def tell(connection: ServerConnection) -> None:
        connection.send(f'{{"running": {len(closings)}}}')
        connection.close(closings.pop(0), "over")

    with serve(tell, "127.0.0.1", 0) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        received = follow(server, monkeypatch)
        assert [next(received), next(received)] == [{"running": 2}, {"running": 1}]
        with pytest.raises(ConnectionClosedError, match="4401"):
            next(received)
        server.shutdown()


def test_an_answer_whose_socket_was_cut_is_sent_again_over_http_with_the_same_key(
    waited: list[int], monkeypatch: pytest.MonkeyPatch
):
    heard: list[Any] = []

    def hang_up(connection: ServerConnection) -> None:
        heard.append(json.loads(connection.recv()))
        connection.close(1012, "restarting")

    legal = {"step": 3, "results": [{"action": {"act": "let_stand"}}]}
    replies = [httpx.Response(200, json=legal), httpx.Response(200, json={"seen": {}}), httpx.Response(201, json={})]
    site, asked = site_of(*replies)
    monkeypatch.syspath_prepend(ROOT / "examples")
    stream = importlib.import_module("stream")
    monkeypatch.delitem(sys.modules, "stream")
    with serve(hang_up, "127.0.0.1", 0) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        stream.Answers(f"ws://127.0.0.1:{server.socket.getsockname()[1]}/", {}).answer(site, 7)
        server.shutdown()
    assert json.loads(asked[-1].content) == heard[0]["answers"] == {"step": 3, "actions": [{"act": "let_stand"}]}
    assert asked[-1].headers["Idempotency-Key"] == heard[0]["idempotency_key"]
    assert asked[-1].url.path.endswith("matches/7/answers")
