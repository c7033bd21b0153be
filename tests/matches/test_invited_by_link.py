"""The link of a private table opens all that its reader goes on to, and nothing of another table."""

from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.contrib.auth.models import AnonymousUser
from django.test import Client

from engine.table_settings import TableSettings, TimeControl
from matches.lobby.tables import SeatSpec, create_match
from matches.models import Match
from matches.web import invited
from matches.web.invited import KEY
from tests.matches.page_sockets import socket_of
from tests.matches.tables import DAY, NOON, SOME_GAME, person, seed_token_of, table_of

pytestmark = pytest.mark.django_db
PAGES = ("", "live/", "step/0/", "log/", "check/", "chat/", "view.json", "step/0.svg")


def pages_of(client: Client, number: int) -> dict[str, int]:
    return {page: client.get(f"/table/{number}/{page}").status_code for page in PAGES}


@pytest.fixture
def private() -> Match:
    return table_of("ana", "ben", "cleo", private=True)[0]


@pytest.fixture
def visitor(private: Match) -> Client:
    """Somebody who followed the link."""
    client = Client()
    assert client.get(f"/table/{private.pk}/?invitation={private.invite_token}").status_code == 200
    return client


def test_every_page_of_the_table_opens_after_the_link(private: Match, visitor: Client) -> None:
    assert pages_of(visitor, private.pk) == dict.fromkeys(PAGES, 200)
    assert pages_of(Client(), private.pk) == dict.fromkeys(PAGES, 404)


def test_the_link_of_one_table_opens_no_other(visitor: Client) -> None:
    other = table_of("dora", "emil", "fay", private=True)[0]
    assert pages_of(visitor, other.pk) == dict.fromkeys(PAGES, 404)


@pytest.mark.parametrize("token", ["", "x", "é", pytest.param("a" * 5000, id="long")])
def test_a_wrong_token_opens_nothing_and_is_not_kept(private: Match, token: str) -> None:
    client = Client()
    assert client.get(f"/table/{private.pk}/?invitation={token}").status_code == 404
    assert not client.session.get(KEY)


def test_a_wrong_token_takes_nothing_away(private: Match, visitor: Client) -> None:
    assert visitor.get(f"/table/{private.pk}/?invitation=old").status_code == 200


def test_no_cache_keeps_what_the_link_opens(private: Match, visitor: Client) -> None:
    for page in PAGES:
        kept = visitor.get(f"/table/{private.pk}/{page}")["Cache-Control"]
        assert "private" in kept and ("no-store" in kept or page.endswith(".svg")), page


def test_who_logs_out_leaves_nothing_to_the_next_reader_of_the_browser(private: Match) -> None:
    client = Client()
    client.force_login(person("dora"))
    assert client.get(f"/table/{private.pk}/?invitation={private.invite_token}").status_code == 200
    assert client.get(f"/table/{private.pk}/").status_code == 200
    client.post("/accounts/logout/")
    assert client.get(f"/table/{private.pk}/").status_code == 404
    client.force_login(person("emil"))
    assert client.get(f"/table/{private.pk}/").status_code == 404


def test_nothing_is_remembered_for_those_who_may_see_the_table_anyway(private: Match) -> None:
    public, client = table_of("ana", "ben", "cleo")[0], Client()
    assert client.get(f"/table/{public.pk}/?invitation={public.invite_token}").status_code == 200
    client.force_login(person("ana"))
    assert client.get(f"/table/{private.pk}/?invitation={private.invite_token}").status_code == 200
    assert not client.session.get(KEY)


def test_a_session_remembers_the_last_tables(private: Match, visitor: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invited, "MOST", 1)
    other = table_of("dora", "emil", "fay", private=True)[0]
    assert visitor.get(f"/table/{other.pk}/?invitation={other.invite_token}").status_code == 200
    assert visitor.get(f"/table/{other.pk}/").status_code == 200
    assert visitor.get(f"/table/{private.pk}/").status_code == 404


def test_a_waiting_table_stays_in_sight() -> None:
    ana = person("ana")
    waiting = create_match(
        host=ana,
        slug=SOME_GAME.slug,
        options=SOME_GAME.Options(),
        seats=[SeatSpec("open")] * 2,
        time_control=TimeControl(turn_seconds=DAY),
        table_settings=TableSettings(private=True),
        contribution="words",
        now=NOON,
        seed_token=seed_token_of(ana, SOME_GAME.slug),
    )
    client = Client()
    assert client.get(f"/table/{waiting.pk}/?invitation={waiting.invite_token}").status_code == 200
    assert client.get(f"/table/{waiting.pk}/").status_code == 200


def test_whose_table_does_not_want_spectators_shows_nothing_once_it_runs() -> None:
    closed = table_of("ana", "ben", "cleo", private=True, spectators=False)[0]
    client = Client()
    assert client.get(f"/table/{closed.pk}/?invitation={closed.invite_token}").status_code == 404
    assert not client.session.get(KEY)


@pytest.mark.django_db(transaction=True)
async def test_the_socket_of_a_visitor_hears_what_the_page_is_told() -> None:
    match, people = await database_sync_to_async(table_of)("ana", "ben", "cleo", private=True)
    page: Any = await database_sync_to_async(Client().get)(f"/table/{match.pk}/?invitation={match.invite_token}")
    query = f"?invitation={match.invite_token}"
    assert f'data-socket="/ws/table/{match.pk}/{query}"' in page.content.decode()
    assert await socket_of(AnonymousUser(), match.pk).connect() == 4404
    assert await socket_of(AnonymousUser(), match.pk, "?invitation=x").connect() == 4404
    socket = socket_of(AnonymousUser(), match.pk, query)
    assert await socket.connect() == 0
    await socket.leave()
    mine: Any = Client()
    await database_sync_to_async(mine.force_login)(people[0])
    page = await database_sync_to_async(mine.get)(f"/table/{match.pk}/")
    assert f'data-socket="/ws/table/{match.pk}/"' in page.content.decode()
