"""No cache keeps what a known reader sees, the browser's own included."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.security.caching import KEPT_BY_NOBODY
from notifications.services.devices import renew_feed
from tests.accounts.addresses import paths
from tests.accounts.people import person
from tests.api.bots import caller
from tests.matches.tables import NOON, table_of
from tests.support.clients import client_of

pytestmark = pytest.mark.django_db
OF_A_TABLE = ("", "live/", "log/", "view.json", "check/", "step/0/")


def kept(reply: Any) -> str:
    assert reply.status_code == 200, reply
    return str(reply.headers.get("Cache-Control", ""))


@pytest.mark.parametrize("part", OF_A_TABLE)
def test_no_cache_keeps_a_hand(part: str):
    match, people = table_of("ana", "ben", "cleo")
    reply = client_of(people[0]).get(f"/table/{match.pk}/{part}", follow=True)
    assert kept(reply) == KEPT_BY_NOBODY


@pytest.mark.parametrize("path", ["/people/me/", "/turns/", "/notices/", "/accounts/email/", "/people/me/tokens/"])
def test_no_cache_keeps_anything_of_an_account(path: str):
    assert kept(client_of(person("ana")).get(path)) == KEPT_BY_NOBODY


@pytest.mark.parametrize("path", ["me", "turns", "matches", "notices"])
def test_no_cache_keeps_what_a_program_is_told(path: str):
    assert kept(caller(person("ana")).get(path)) == KEPT_BY_NOBODY


def test_no_cache_keeps_a_feed():
    token = renew_feed(user=person("ana"), now=NOON)
    assert kept(Client().get(f"/feeds/{token}/turns.atom")) == KEPT_BY_NOBODY


def test_no_page_at_all_is_kept_for_who_is_logged_in():
    client = client_of(person("ana"))
    client.raise_request_exception = False
    found = {path: client.get(path).headers.get("Cache-Control", "") for path in paths()}
    assert len(found) > 200
    assert found.pop("/.well-known/piecepack-keys.json") == "public, max-age=300", "the same for everyone"
    assert found.pop("/ladders/player/ana/results.atom") == "public, max-age=300", "the same for everyone"
    assert found.pop("/worker.js") == "max-age=3600", "the same for everyone too"
    wrong = {path: said for path, said in found.items() if "no-store" not in said and not path.startswith("/api/")}
    assert wrong == {}


@pytest.mark.parametrize(
    "path",
    [lambda number: f"/table/{number}/step/0.svg", lambda number: f"/table/{number}/card.png"],
)
def test_a_picture_that_everyone_may_see_is_kept_for_a_while(path: Callable[[int], str]):
    match, people = table_of("ana", "ben", "cleo")
    for reader in (Client(), client_of(people[0])):
        assert kept(reader.get(path(match.pk))) == "public, max-age=300"


def test_a_public_page_stays_as_it_was_for_visitors():
    assert "no-store" not in kept(Client().get("/"))
