"""Who a visitor is: decided in one place, from the connection and from trusted proxies alone."""

import re
import subprocess
import sys
from http import HTTPStatus
from pathlib import Path

import httpx
import pytest
from django.http import HttpRequest
from django.test import Client, RequestFactory

from accounts.security.client_address import address_of, connected_from, visitor_of
from accounts.web.adapter import AccountAdapter
from tests.accounts.people import PASSWORD, person
from tests.support.processes import ROOT, plain_environment
from tests.support.site import EmbeddedSite, embedded

STARTS = [
    path
    for folder in ("deploy", "operations", "tests/support")
    for path in sorted((ROOT / folder).rglob("*"))
    if path.suffix != ".pyc"
    and path.is_file()
    and "piecepack_site.asgi:application" in path.read_text(errors="replace")
]


def asking(address: str, forwarded: str = "") -> HttpRequest:
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}
    return RequestFactory().get("/", REMOTE_ADDR=address, headers=headers)


def guest_status(site: EmbeddedSite, claimed: str) -> int:
    """The status that a new browser gets when it asks to play as a guest and claims to come from elsewhere."""
    with httpx.Client(base_url=site.url, trust_env=False) as browser:
        page = browser.get("/accounts/login/").text
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
        assert token
        headers = {"X-Forwarded-For": claimed, "X-Forwarded-Proto": "https", "Forwarded": f"for={claimed}"}
        return browser.post("/people/guest/", data={"csrfmiddlewaretoken": token[1]}, headers=headers).status_code


def test_the_site_that_people_run_believes_no_visitor_who_claims_another_address():
    with embedded(GUESTS_PER_HOUR="2") as site:
        got = [guest_status(site, f"192.0.2.{number}") for number in range(3)]
    assert got == [HTTPStatus.FOUND, HTTPStatus.FOUND, HTTPStatus.TOO_MANY_REQUESTS]


@pytest.mark.parametrize("path", STARTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_wherever_the_server_is_started_it_rewrites_no_addresses(path: Path):
    lines = [line for line in path.read_text().splitlines() if "asgi:application" in line and "uvicorn" in line]
    assert all("--no-proxy-headers" in line for line in lines)
    assert lines or "proxy_headers=False" in path.read_text()


@pytest.mark.parametrize("path", STARTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_wherever_the_server_is_started_it_takes_small_messages_of_sockets_only(path: Path):
    text = path.read_text()
    assert re.search(r'--ws-max-size(", "| )65536\b', text) or "ws_max_size=64 * 1024" in text


@pytest.mark.parametrize("path", STARTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_wherever_the_server_is_started_sockets_keep_no_memory_for_packing(path: Path):
    text = path.read_text()
    assert re.search(r'--ws-per-message-deflate(", "| )"?false\b', text) or "ws_per_message_deflate=False" in text


def test_the_server_is_started_in_known_places():
    assert {path.name for path in STARTS} >= {"Dockerfile", "piecepack-web@.service", "play.py", "site.py"}


@pytest.mark.parametrize(
    ("proxies", "forwarded", "seen"),
    [
        (0, "", "203.0.113.9"),
        (0, "198.51.100.7", "203.0.113.9"),
        (1, "198.51.100.7", "198.51.100.7"),
        (1, "192.0.2.1, 198.51.100.7", "198.51.100.7"),
        (2, "192.0.2.1, 198.51.100.7, 10.0.0.1", "198.51.100.7"),
        (1, "", "203.0.113.9"),
        (2, "198.51.100.7", ""),
        (1, "not an address", ""),
    ],
)
def test_proxies_are_believed_so_far_as_they_are_trusted(settings, proxies: int, forwarded: str, seen: str):
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
    request = asking("203.0.113.9", forwarded)
    assert (visitor_of(request), address_of(request)) == (seen, seen)


def test_an_ipv4_address_written_as_ipv6_is_itself():
    one, other = asking("::ffff:203.0.113.9"), asking("::ffff:198.51.100.7")
    assert (address_of(one), address_of(other)) == ("203.0.113.9", "198.51.100.7")


def test_a_household_of_ipv6_is_one_and_its_log_ins_show_the_whole_address():
    request = asking("2001:db8:1:1::5")
    assert (address_of(request), visitor_of(request)) == ("2001:db8:1:1::/64", "2001:db8:1:1::5")


@pytest.mark.parametrize("address", ["203.0.113.9", "::ffff:203.0.113.9", "2001:db8::1"])
def test_allauth_asks_the_same_place(address: str):
    request = asking(address)
    assert AccountAdapter(request).get_client_ip(request) == visitor_of(request)


@pytest.mark.django_db
def test_too_few_forwarded_addresses_break_no_page(settings):
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 2
    person("ana")
    short = Client(headers={"X-Forwarded-For": "198.51.100.7"}, raise_request_exception=False)
    reply = short.post("/accounts/login/", {"login": "ana", "password": PASSWORD})
    assert reply.status_code == HTTPStatus.FORBIDDEN


def test_who_forwards_for_another_did_not_connect_itself():
    assert connected_from(asking("127.0.0.1")) == "127.0.0.1"
    assert connected_from(asking("127.0.0.1", "127.0.0.1")) == ""
    assert connected_from(RequestFactory().get("/", REMOTE_ADDR="127.0.0.1", headers={"Forwarded": "for=x"})) == ""


@pytest.mark.parametrize(("proxies", "secure"), [("0", False), ("1", True)])
def test_only_a_trusted_proxy_says_that_a_visitor_came_by_https(tmp_path: Path, proxies: str, secure: bool):
    env = plain_environment() | {"VAR_DIR": str(tmp_path), "TRUSTED_PROXIES": proxies}
    env["DJANGO_SETTINGS_MODULE"] = "piecepack_site.settings"
    program = (
        "from django.test import RequestFactory; "
        "print(RequestFactory().get('/', headers={'X-Forwarded-Proto': 'https'}).is_secure())"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=env, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == str(secure)
