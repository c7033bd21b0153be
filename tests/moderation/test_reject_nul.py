"""A NUL character, which PostgreSQL stores in no text, is refused everywhere."""

import pytest
from django.test import Client

from moderation.models import SealGrant
from moderation.services.seals import ask_for_seal
from tests.api.bots import caller, problem
from tests.matches.tables import NOON, person, table_of
from tests.moderation.desk import moderator

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture(autouse=True)
def _one_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON)


PAGES = (
    "/moderation/find/?for=%00",
    "/moderation/player/%00/",
    "/moderation/act/warn/?player=%00",
    "/report/?player=%00",
    "/people/%00/",
)


@pytest.mark.parametrize("path", PAGES)
def test_in_the_address_of_a_page(path: str) -> None:
    client = Client()
    client.force_login(moderator(senior=True))
    assert client.get(path).status_code == 400


def test_in_the_cookie_of_a_session_which_then_is_none() -> None:
    client = Client()
    client.force_login(person("ana"))
    assert client.get("/moderation/mine/").status_code == 200
    client.cookies["sessionid"] = client.cookies["sessionid"].value + "\x00"
    reply = client.get("/moderation/mine/")
    assert reply.status_code == 302 and "/login/" in reply["Location"]


def test_in_a_reason_for_a_seal() -> None:
    match, _ = table_of("ana", "ben", "cleo")
    mona, otto = moderator(senior=True), moderator("otto", senior=True)
    grant = ask_for_seal(match=match, actor=mona, category="collusion", reason="So.", now=NOON)
    client, path = Client(), f"/moderation/seals/{grant.pk}/judge/"
    client.force_login(otto)
    assert client.post(path, {"agree": "1", "reason": "Y\x00es."}).status_code == 400
    page = client.post(path, {"agree": "1", "reason": "x" * 301}, follow=True)
    assert "Say it in at most 300 characters" in page.content.decode()
    assert SealGrant.objects.get().consent_by is None


@pytest.mark.parametrize(("method", "path"), [("GET", "players/%00"), ("GET", "replays/%00")])
def test_in_the_address_of_a_program(method: str, path: str) -> None:
    reply = caller(person("ana")).send(method, path)
    assert reply.status_code == 400
    assert reply.headers["Content-Type"].startswith("application/problem+json")


def test_in_what_a_program_sends() -> None:
    ana = caller(person("ana"))
    problem(ana.post("reports", {"category": "abuse", "words": "So.", "player": "be\x00n"}), 400, "no_such_player")
    assert ana.delete("replays/%00").status_code == 400
