"""API clients get problems in JSON from the proxies too, as from the site."""

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from api.problems import CONTENT_TYPE, problem
from tests.support.debian import program
from tests.support.deployed import Deployed
from tests.support.processes import ROOT, Service, free_port, listens, plain_environment, start
from tests.support.server_env import NOWHERE_DATABASE, NOWHERE_REDIS

TOO_LARGE = b"x" * (9 * 1024 * 1024 + 1)
MEMBERS = tuple(problem(413).__struct_fields__)


class Hasty(Deployed):
    """It waits a second for an answer, not a minute."""

    def moved(self, text: str) -> str:
        """The file of nginx, otherwise unchanged."""
        return super().moved(text).replace("proxy_read_timeout 75s", "proxy_read_timeout 1s")


@pytest.fixture
def nginx(tmp_path: Path) -> Iterator[Deployed]:
    """Nginx with its file, and no site behind it."""
    site = Hasty(tmp_path, NOWHERE_DATABASE, NOWHERE_REDIS)
    site.start_nginx()
    yield site
    site.stop("nginx")


@pytest.fixture
def caddy(tmp_path: Path) -> Iterator[str]:
    """Caddy with its file, whose own handling of some URLs fails; no site behind it."""
    port = free_port()
    griefs = "".join(f"\thandle /*/grief/{status} {{\n\t\terror {status}\n\t}}\n" for status in (413, 502, 503, 504))
    text = (ROOT / "deploy/Caddyfile").read_text().replace("\thandle {\n", f"{griefs}\thandle {{\n")
    text = text.replace("web1:8000 web2:8000", f"127.0.0.1:{free_port()}")
    (tmp_path / "Caddyfile").write_text("{\nadmin off\n}\n" + text)
    env = plain_environment() | {"SITE_HOST": f"http://127.0.0.1:{port}", "HOME": str(tmp_path)}
    command = [program("caddy", "caddy"), "run", "--adapter", "caddyfile", "--config", tmp_path / "Caddyfile"]
    service: Service = start("caddy", [str(word) for word in command], log=tmp_path / "caddy.log", env=env)
    service.wait_until(lambda: listens(port))
    yield f"http://127.0.0.1:{port}"
    service.stop()


def refusal_of(reply: httpx.Response) -> tuple[int, str, bool]:
    """Status, code, and whether it says what to do."""
    assert reply.headers["Content-Type"] == CONTENT_TYPE, reply.text
    body: dict[str, Any] = reply.json()
    assert tuple(body) == MEMBERS
    assert (body["type"], body["status"], body["errors"]) == ("about:blank", reply.status_code, [])
    return reply.status_code, body["code"], "Try again" in body["detail"]


@pytest.mark.long("a real nginx in front of a server")
def test_nginx_tells_programs_in_json(nginx: Deployed):
    with nginx.client() as bot, socket.create_server(("127.0.0.1", int(f"{nginx.ports}1"))):
        assert refusal_of(bot.post("/api/v1/replays.svg", content=TOO_LARGE)) == (413, "body_too_large", False)
        assert refusal_of(bot.post("/api/v1/tables", content=b"{}")) == (504, "unavailable", True)
    with nginx.client() as bot:
        assert refusal_of(bot.get("/api/v1/me")) == (502, "unavailable", True)
        assert bot.get("/tables/").headers["Content-Type"] == "text/html"


def test_caddy_tells_programs_in_json(caddy: str):
    with httpx.Client(base_url=caddy, trust_env=False) as bot:
        assert refusal_of(bot.get("/api/grief/413")) == (413, "body_too_large", False)
        for status in (502, 503, 504):
            assert refusal_of(bot.get(f"/api/grief/{status}")) == (status, "unavailable", True)
            page = bot.get(f"/tables/grief/{status}")
            assert (page.status_code, page.text) == (status, "")
