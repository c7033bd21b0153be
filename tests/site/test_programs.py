"""Programs that play at the running site: the clients of `examples/`, each a process of its own."""

import contextlib
import json
import subprocess
import sys
from collections.abc import Iterator

import httpx
import pytest

from games.rules.registry import GAMES
from tests.support.processes import ROOT, plain_environment
from tests.support.site import EmbeddedSite, eventually

pytestmark = pytest.mark.slow
PATIENCE = 120

MAKE = """
import json
from django.utils import timezone
from accounts.models import User
from accounts.programs import program_make
from accounts.tokens import token_make
from api.scopes import Scope
now = timezone.now()
owner = User.objects.filter(username="keeper").first() or User.objects.create_user(username="keeper")
def token(name):
    program = program_make(owner=owner, name=name, about="", link="", now=now)
    return token_make(user=program.user, name="test", scopes=list(Scope), days=30, now=now)[1]
print("MADE" + json.dumps([token(name) for name in NAMES]))
"""


@pytest.fixture(scope="module")
def tokens(embedded_site: EmbeddedSite) -> list[str]:
    """Tokens of three programs."""
    code = f"NAMES = ['ada-bot', 'bob-bot', 'cy-bot']\n{MAKE}"
    made: list[str] = json.loads(embedded_site.manage("shell", "-v0", "-c", code).partition("MADE")[2])
    return made


@contextlib.contextmanager
def program(script: str, token: str, *arguments: str) -> "Iterator[subprocess.Popen[str]]":
    """A client that runs beside the test."""
    env = plain_environment() | {"PIECEPACK_TOKEN": token, "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, f"examples/{script}", *arguments]
    started = subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    with started:
        try:
            yield started
        finally:
            started.kill()


def said(started: "subprocess.Popen[str]") -> str:
    """All that a program wrote until its orderly end."""
    text = started.communicate(timeout=PATIENCE)[0]
    assert started.returncode == 0, text
    return text


def observe(site: EmbeddedSite, token: str, number: int) -> dict[str, object]:
    reply = httpx.get(
        f"{site.url}/api/v1/matches/{number}", headers={"Authorization": f"Bearer {token}"}, trust_env=False
    )
    found: dict[str, object] = reply.json()
    return found


def test_three_programs_play_a_match_with_one_another(embedded_site: EmbeddedSite, tokens: list[str]):
    url = embedded_site.url
    with program("client.py", tokens[0], url, "--open", "bid", "--seats", "2") as host:
        assert host.stdout is not None
        number = int(host.stdout.readline().removeprefix("Opened table ").rstrip(".\n"))
        with (
            program("client.py", tokens[1], url, "--join", str(number)) as second,
            program("client.py", tokens[2], url, "--join", str(number)) as third,
        ):
            results = {said(one).strip() for one in (host, second, third)}
    seen = observe(embedded_site, tokens[0], number)
    assert seen["status"] == "finished" and results == {seen["result"]}


def test_a_program_follows_the_stream(embedded_site: EmbeddedSite, tokens: list[str]):
    url = embedded_site.url
    with (
        program("stream.py", tokens[1], url, "--until-over") as listening,
        program("client.py", tokens[0], url, "--open", "bid", "--seats", "1", "--bots", "1") as host,
    ):
        assert host.stdout is not None
        number = int(host.stdout.readline().removeprefix("Opened table ").rstrip(".\n"))
        headers = {"Authorization": f"Bearer {tokens[1]}"}
        path = f"{url}/api/v1/matches/{number}/join"
        assert httpx.post(path, json={}, headers=headers, trust_env=False).status_code == 200
        said(host)
        said(listening)
    assert observe(embedded_site, tokens[1], number)["status"] == "finished"


@pytest.mark.parametrize("slug", GAMES)
def test_one_client_plays_every_game(slug: str, embedded_site: EmbeddedSite, tokens: list[str]):
    bots = str(max(GAMES[slug].players[0], 2) - 1)
    with program("client.py", tokens[2], embedded_site.url, "--open", slug, "--bots", bots) as playing:
        words = said(playing)
    number = int(words.splitlines()[0].removeprefix("Opened table ").rstrip("."))
    seen = eventually(lambda: observe(embedded_site, tokens[2], number))
    assert seen["status"] == "finished" and str(seen["result"]) in words
    assert "refused" not in words
