"""A real HTTP server that behaves as the bot API of Telegram, a homeserver of Matrix and a server of ntfy do.

It follows core.telegram.org/bots/api, spec.matrix.org (client-server API, v3) and docs.ntfy.sh/publish in what the site
uses: what is asked for, which errors come with which code, and what is remembered.
"""

import contextlib
import json
import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import unquote

from django.core.cache import cache

Reply = tuple[int, dict[str, Any]]
TOKEN = "12345:secret-of-the-bot"
ACCESS = "secret-of-the-user"
UPDATES_MOST = 100
MESSAGE_MOST = 4096


@dataclass
class Messengers:
    """The state of all three, and what was sent."""

    port: int = 0
    down: bool = False
    full_for: int = 0
    """The seconds for which it takes nothing, as it took too much; 0 while it takes what comes."""
    updates: list[dict[str, Any]] = field(default_factory=list)
    """What people wrote to the bot and it has not confirmed."""
    next_update: int = 900_000_000
    chats: set[int] = field(default_factory=set)
    """The chats of people who wrote to the bot and have not blocked it."""
    blocked: set[int] = field(default_factory=set)
    invited: set[str] = field(default_factory=set)
    joined: set[str] = field(default_factory=set)
    events: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Events of rooms by their transaction, as one that is sent again makes no other."""
    telegrams: list[dict[str, Any]] = field(default_factory=list)
    pushed: list[dict[str, Any]] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    @property
    def url(self) -> str:
        """Its address, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    def write(self, text: str, chat: int = 77, kind: str = "private") -> None:
        """Have a person write to the bot."""
        sender = {"id": chat, "is_bot": False, "first_name": "Ana"}
        message = {"message_id": 1, "from": sender, "chat": {"id": chat, "type": kind}, "date": 1, "text": text}
        self.chats.add(chat)
        self.updates.append({"update_id": self.next_update, "message": message})
        self.next_update += 1

    def too_many(self, path: str) -> tuple[int, dict[str, Any], dict[str, str]]:
        """Refuse what comes too often, in the words of the server that is asked.

        A homeserver says it in a header, and in milliseconds as older ones did. A server of ntfy says nothing; a proxy
        before it may.
        """
        later = {"Retry-After": str(self.full_for)}
        if path.startswith("/bot"):
            words = f"Too Many Requests: retry after {self.full_for}"
            body = {"ok": False, "error_code": 429, "description": words, "parameters": {"retry_after": self.full_for}}
            return 429, body, {}
        if path.startswith("/_matrix/"):
            limited = {"errcode": "M_LIMIT_EXCEEDED", "error": "Too Many Requests"}
            return 429, limited | {"retry_after_ms": 1000 * self.full_for}, later
        return 429, {"code": 42901, "http": 429, "error": "limit reached: too many requests"}, later

    def telegram(self, token: str, method: str, body: dict[str, Any]) -> Reply:
        """Answer a method of the bot API."""
        if token != TOKEN:
            return 401, {"ok": False, "error_code": 401, "description": "Unauthorized"}
        if method == "getUpdates":
            self.updates = [one for one in self.updates if one["update_id"] >= body.get("offset", 0)]
            return 200, {"ok": True, "result": self.updates[: body.get("limit", UPDATES_MOST)]}
        if method != "sendMessage":
            return 404, {"ok": False, "error_code": 404, "description": "Not Found"}
        chat, text = body["chat_id"], body["text"]
        if chat in self.blocked:
            return 403, {"ok": False, "error_code": 403, "description": "Forbidden: bot was blocked by the user"}
        if chat not in self.chats:
            return 400, {"ok": False, "error_code": 400, "description": "Bad Request: chat not found"}
        if not 0 < len(text) <= MESSAGE_MOST:
            return 400, {"ok": False, "error_code": 400, "description": "Bad Request: message text is empty"}
        self.telegrams.append(body)
        return 200, {"ok": True, "result": {"message_id": len(self.telegrams), "chat": {"id": chat}, "text": text}}

    def matrix(self, method: str, path: str, body: dict[str, Any], headers: dict[str, str]) -> Reply:
        """Answer a call of the client-server API."""
        if headers.get("authorization") != f"Bearer {ACCESS}":
            return 401, {"errcode": "M_UNKNOWN_TOKEN", "error": "Unrecognised access token"}
        if method == "POST" and (found := re.fullmatch(r"join/([^/]+)", path)):
            room = unquote(found[1])
            if room not in self.invited | self.joined:
                return 403, {"errcode": "M_FORBIDDEN", "error": "You are not invited to this room."}
            self.joined.add(room)
            return 200, {"room_id": room}
        sent = re.fullmatch(r"rooms/([^/]+)/send/m\.room\.message/([^/]+)", path)
        if method != "PUT" or sent is None:
            return 404, {"errcode": "M_UNRECOGNIZED", "error": "Unrecognized request"}
        room, key = unquote(sent[1]), unquote(sent[2])
        if room not in self.joined:
            return 403, {"errcode": "M_FORBIDDEN", "error": "User not in room"}
        self.events.setdefault(key, body | {"room": room})
        return 200, {"event_id": f"${key}"}

    def ntfy(self, body: dict[str, Any]) -> Reply:
        """Publish a message as JSON."""
        if not re.fullmatch(r"[-_A-Za-z0-9]{1,64}", str(body.get("topic", ""))):
            return 400, {"code": 40009, "http": 400, "error": "invalid request: topic invalid"}
        if body["topic"] == "protected":
            return 403, {"code": 40301, "http": 403, "error": "forbidden"}
        self.pushed.append(body)
        return 200, {"id": "sPs71M8A2T", "event": "message", "topic": body["topic"]}


@contextlib.contextmanager
def messengers() -> Iterator[Messengers]:
    """Run one on a free port."""
    state = Messengers()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))) or b"{}")
            state.asked.append(f"{self.command} {self.path}")
            headers: dict[str, str] = {}
            if state.full_for:
                status, reply, headers = state.too_many(self.path)
            else:
                status, reply = (502, {"error": "Bad Gateway"}) if state.down else self._answer(body)
            written = json.dumps(reply).encode()
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(written)))
            self.end_headers()
            # In two parts, as the network may deliver any reply.
            self.wfile.write(written[:10])
            self.wfile.flush()
            self.wfile.write(written[10:])

        do_PUT = do_POST  # noqa: N815 - the names are those of the standard library

        def _answer(self, body: dict[str, Any]) -> Reply:
            if bot := re.fullmatch(r"/bot([^/]+)/(\w+)", self.path):
                return state.telegram(bot[1], bot[2], body)
            if self.path.startswith("/_matrix/client/v3/"):
                headers = {name.lower(): value for name, value in self.headers.items()}
                return state.matrix(self.command, self.path.removeprefix("/_matrix/client/v3/"), body, headers)
            return state.ntfy(body) if self.path == "/" else (404, {"error": "page not found"})

        def log_message(self, *args: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    state.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield state
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@contextlib.contextmanager
def messengers_of(settings: Any) -> Iterator[Messengers]:
    """The same, with a site that offers all three."""
    with messengers() as state:
        settings.OUTGOING_TO_PRIVATE, settings.SITE_URL = True, "https://post.example"
        settings.TELEGRAM_URL, settings.TELEGRAM_TOKEN, settings.TELEGRAM_BOT = state.url, TOKEN, "piecepack_bot"
        settings.MATRIX_URL, settings.MATRIX_TOKEN, settings.MATRIX_USER = state.url, ACCESS, "@piecepack:example.org"
        try:
            yield state
        finally:
            # The site keeps until when a server wants nothing.
            cache.clear()
