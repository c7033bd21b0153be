"""Bots that play on the running site: the clients of `examples/`, each in its own process."""

import contextlib
import json
import re
import subprocess
import sys
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Page, expect

from games.registry import GAMES
from tests.support.processes import ROOT, plain_environment
from tests.support.site import EmbeddedSite, ServerSite, eventually
from tests.support.tiers import but_for

PATIENCE = 120
QUICK = ("bid", "plaque-auction", "concealed-draw")
"""Games of which bots end a match soon."""
MAKE = """
import json
from django.utils import timezone
from accounts.models import User
from accounts.identity.bot_accounts import create_bot_account
from accounts.security.tokens import create_token
from api.scopes import Scope
now = timezone.now()
owner = User.objects.filter(username="keeper").first() or User.objects.create_user(username="keeper")
def token(name):
    bot = create_bot_account(owner=owner, name=name, about="", link="", now=now)
    return create_token(user=bot.user, name="test", scopes=list(Scope), days=30, now=now)[1]
print("MADE" + json.dumps([token(name) for name in NAMES]))
"""


@pytest.fixture(scope="module")
def tokens(embedded_site: EmbeddedSite) -> list[str]:
    """Tokens of three bots."""
    return tokens_at(embedded_site)


@pytest.fixture(scope="module")
def server_tokens(server_site: ServerSite) -> list[str]:
    """The same at a server."""
    return tokens_at(server_site)


def tokens_at(site: EmbeddedSite | ServerSite) -> list[str]:
    code = f"NAMES = ['ada-bot', 'bob-bot', 'cy-bot']\n{MAKE}"
    made: list[str] = json.loads(site.manage("shell", "-v0", "-c", code).partition("MADE")[2])
    return made


@contextlib.contextmanager
def bot_account(script: str, token: str, *arguments: str) -> "Iterator[subprocess.Popen[str]]":
    """A client that runs alongside the test."""
    env = plain_environment() | {"PIECEPACK_TOKEN": token, "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, f"examples/{script}", *arguments]
    started = subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    with started:
        try:
            yield started
        finally:
            started.kill()


def output_of(started: "subprocess.Popen[str]") -> str:
    """Everything a client printed until its orderly end."""
    text = started.communicate(timeout=PATIENCE)[0]
    assert started.returncode == 0, text
    return text


def observe(site: EmbeddedSite | ServerSite, token: str, number: int) -> dict[str, object]:
    reply = httpx.get(
        f"{site.url}/api/v1/matches/{number}", headers={"Authorization": f"Bearer {token}"}, trust_env=False
    )
    found: dict[str, object] = reply.json()
    return found


def play_match(urls: list[str], tokens: list[str]) -> tuple[int, set[str]]:
    """Let three bots play a match; return its number and each one's result."""
    with bot_account("client.py", tokens[0], urls[0], "--open", "bid", "--seats", "2") as host:
        assert host.stdout is not None
        number = int(host.stdout.readline().removeprefix("Opened table ").rstrip(".\n"))
        with (
            bot_account("client.py", tokens[1], urls[-1], "--join", str(number)) as second,
            bot_account("client.py", tokens[2], urls[0], "--join", str(number)) as third,
        ):
            return number, {output_of(one).strip() for one in (host, second, third)}


@pytest.mark.exhaustive("a whole match of three programs")
def test_three_programs_play_a_match_with_one_another(embedded_site: EmbeddedSite, tokens: list[str]):
    number, results = play_match([embedded_site.url], tokens)
    seen = observe(embedded_site, tokens[0], number)
    assert seen["status"] == "finished" and results == {seen["result"]}


@pytest.mark.exhaustive("a whole match of programs at several processes")
def test_programs_at_different_processes_of_a_server_play_with_one_another(
    server_site: ServerSite, server_tokens: list[str]
):
    number, results = play_match(server_site.urls, server_tokens)
    seen = observe(server_site, server_tokens[0], number)
    assert seen["status"] == "finished" and results == {seen["result"]}


def play_by_stream(urls: list[str], tokens: list[str]) -> int:
    """Let a bot that follows the stream play one that polls; return the match's number."""
    with (
        bot_account("stream.py", tokens[1], urls[-1], "--until-over") as listening,
        bot_account("client.py", tokens[0], urls[0], "--open", "bid", "--seats", "1", "--bots", "1") as host,
    ):
        assert host.stdout is not None
        number = int(host.stdout.readline().removeprefix("Opened table ").rstrip(".\n"))
        headers = {"Authorization": f"Bearer {tokens[1]}"}
        path = f"{urls[0]}/api/v1/matches/{number}/seat"
        assert httpx.post(path, json={}, headers=headers, trust_env=False).status_code == 200
        output_of(host)
        output_of(listening)
    return number


def test_a_program_follows_the_stream(embedded_site: EmbeddedSite, tokens: list[str]):
    number = play_by_stream([embedded_site.url], tokens)
    assert observe(embedded_site, tokens[1], number)["status"] == "finished"


@pytest.mark.exhaustive("the stream of another process of a server")
def test_a_program_follows_the_stream_of_another_process(server_site: ServerSite, server_tokens: list[str]):
    """It joins and is played against at one web process, and notified at another through Redis."""
    number = play_by_stream(server_site.urls, server_tokens)
    assert observe(server_site, server_tokens[1], number)["status"] == "finished"


@pytest.mark.long("a program that plays whole matches; `make test` lets one follow the stream")
@pytest.mark.parametrize("slug", but_for(GAMES, QUICK, "the client at every game; `make test` takes the quick ones"))
def test_one_client_plays_every_game(slug: str, embedded_site: EmbeddedSite, tokens: list[str]):
    bots = str(max(GAMES[slug].players[0], 2) - 1)
    with bot_account("client.py", tokens[2], embedded_site.url, "--open", slug, "--bots", bots) as playing:
        words = output_of(playing)
    number = int(words.splitlines()[0].removeprefix("Opened table ").rstrip("."))
    seen = eventually(lambda: observe(embedded_site, tokens[2], number))
    assert seen["status"] == "finished" and str(seen["result"]) in words
    assert "refused" not in words


def test_the_client_is_as_short_as_it_is_said_to_be():
    lines = (ROOT / "examples" / "client.py").read_text().splitlines()
    length = len([line for line in lines if line.strip()])
    for page in ("docs/bot-authors.md", "docs/de/bot-authors.md", "docs/es/bot-authors.md", "docs/fr/bot-authors.md"):
        lengths = re.findall(r"\b(\d+) (?:lines|Zeilen|líneas|lignes)\b", (ROOT / page).read_text())
        assert lengths == [str(length)]


@pytest.mark.exhaustive("every request of the page that tries the API")
def test_every_request_can_be_tried_on_its_page(page: Page, embedded_site: EmbeddedSite):
    page.goto(f"{embedded_site.url}/accounts/login/")
    page.fill("input[name=login]", "ana")
    page.fill("input[name=password]", "piecepack")
    page.click("main button[type=submit]")
    page.wait_for_url("**/turns/")
    page.goto(f"{embedded_site.url}/api/v1/try")
    expect(page.locator("html")).not_to_have_class("dark-mode")
    page.emulate_media(color_scheme="dark")
    expect(page.locator("html")).to_have_class("dark-mode")
    tried(page, "GET", "/api/v1/me", "200", '"name": "ana"')
    tried(page, "POST", "/api/v1/seeds", "201", '"seed_token"')


def tried(page: Page, method: str, path: str, status: str, words: str) -> None:
    """Send a request from the page that tries them, and read what came back."""
    one = page.locator(f".opblock-{method.lower()}").filter(has=page.locator(f"[data-path='{path}']"))
    one.locator(".opblock-summary-control").click()
    one.locator(".try-out__btn").click()
    one.locator(".execute").click()
    reply = one.locator(".live-responses-table")
    expect(reply.locator(".response-col_status").last).to_contain_text(status)
    expect(reply.locator(".response-col_description").last).to_contain_text(words)
