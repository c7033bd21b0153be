"""The shared cache keeps JSON and nothing else, so who writes to Redis cannot run code here."""

import json
import pickle
from datetime import date
from typing import Any

import pytest
from allauth.core import ratelimit
from django.conf import settings
from django.core.cache import caches
from django.test import RequestFactory, override_settings
from redis import Connection
from redis import Redis as Client

from api.limits import MINUTE, count_request, count_requests
from operations import heartbeat
from piecepack_site.cache_serializer import JsonSerializer
from tests.matches.tables import NOON
from tests.site.test_server_settings import setting
from tests.support.redis import Redis


class Bomb:
    """Something that would run when it is unpickled."""

    def __reduce__(self) -> Any:
        return (print, ("boom",))


@pytest.mark.parametrize("value", [0, 7, True, None, "words", 1.5, [1.25, 2.5], {"at": "noon", "seconds": 0.25}])
def test_what_the_site_keeps_comes_back_as_it_was(value: object):
    kept = JsonSerializer().dumps(value)
    back = JsonSerializer().loads(str(kept).encode() if isinstance(kept, int) else kept)
    assert (back, type(back)) == (value, type(value))


@pytest.mark.parametrize("value", [Bomb(), b"bytes", date(2026, 1, 1), {1, 2}, (1, 2), {1: "a"}, float("nan")])
def test_nothing_else_is_kept(value: object):
    with pytest.raises((TypeError, ValueError)):
        JsonSerializer().dumps(value)


def test_what_was_pickled_is_not_run(capsys: pytest.CaptureFixture[str]):
    with pytest.raises(ValueError, match=r"codec|JSON|Expecting"):
        JsonSerializer().loads(pickle.dumps(Bomb()))
    assert capsys.readouterr().out == ""


def test_a_server_uses_it():
    options = setting("CACHES")["default"]["OPTIONS"]
    assert options["serializer"] == "piecepack_site.cache_serializer.JsonSerializer"


def test_everything_that_is_counted_and_kept_in_redis_is_json(redis_server: Redis, rf: RequestFactory):
    cache = setting("CACHES", REDIS_URL=redis_server.url)["default"]
    with override_settings(CACHES={**settings.CACHES, "default": cache}):
        caches["default"].clear()
        assert [count_request("write:page:x:1") for _ in range(2)] == [1, 2]
        assert [count_requests(["write:page:x:1", "write:page:y:1"]) for _ in range(2)] == [[3, 1], [4, 2]]
        left: Any = Client.from_url(redis_server.url).ttl(caches["default"].make_key("write:page:y:1"))
        assert 0 < left <= 2 * MINUTE
        heartbeat.beat("matches.sweep", now=NOON, seconds=0.5)
        assert heartbeat.last_beat("matches.sweep") == heartbeat.Beat(NOON, 0.5)
        request = rf.post("/")
        with override_settings(ACCOUNT_RATE_LIMITS={"guest": "2/h/ip"}):
            assert [bool(ratelimit.consume(request, action="guest")) for _ in range(3)] == [True, True, False]
        server = Client.from_url(redis_server.url)
        found: dict[Any, Any] = {key: server.get(key) for key in server.scan_iter()}
    assert len(found) >= 3
    assert all(isinstance(json.loads(kept), int | list | dict) for kept in found.values())


def test_many_keys_are_counted_in_one_round_trip(redis_server: Redis, monkeypatch: pytest.MonkeyPatch):
    cache = setting("CACHES", REDIS_URL=redis_server.url)["default"]
    packed: list[object] = []
    with override_settings(CACHES={**settings.CACHES, "default": cache}):
        caches["default"].clear()
        count_requests(["warm"])
        send = Connection.send_packed_command

        def counted(line: Connection, command: Any, check_health: bool = True) -> None:
            packed.append(command)
            send(line, command, check_health)

        monkeypatch.setattr(Connection, "send_packed_command", counted)
        assert count_requests(["one", "two", "three"]) == [1, 1, 1]
    assert len(packed) == 1


def test_without_redis_nothing_is_counted():
    cache = setting("CACHES", REDIS_URL="redis://127.0.0.1:9/0")["default"]
    with override_settings(CACHES={**settings.CACHES, "default": cache}):
        assert count_requests(["one", "two"]) == [0, 0]
