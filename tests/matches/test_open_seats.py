"""Seats that are open to a substitute are found, and tell nothing of a table that is closed."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from matches.lobby.resigning import resign_seat
from matches.lobby.substitutes import offer_seat
from matches.models import Match, Seat
from matches.play.answers import submit_answer
from matches.rounds.resolve import resolve_round
from matches.view.match_view import match_view, matches
from tests.matches.tables import person, table_of
from tests.support.html import squeezed

pytestmark = pytest.mark.django_db
LISTED = "/tables/?show=seats"


def opened(**preferences: Any) -> tuple[Match, str]:
    """A table at which cleo has opened her seat, and where that seat is found."""
    match, people = table_of("ana", "ben", "cleo", now=timezone.now(), **preferences)
    offer_seat(match_id=match.pk, user_id=people[2].pk, number=2, wanted=True, now=timezone.now())
    return match, f"/table/{match.pk}/seat/2/"


def visitor(name: str = "dora") -> Client:
    client = Client()
    client.force_login(person(name))
    return client


@pytest.mark.parametrize("spectators", [True, False])
def test_a_substitute_goes_from_the_list_to_the_seat(spectators: bool) -> None:
    match, path = opened(spectators=spectators)
    dora = visitor()
    assert path in dora.get(LISTED).content.decode()
    assert "Take over the seat of cleo" in squeezed(dora.get(path).content.decode())
    reply = dora.post(f"{path}substitute/")
    assert (reply.status_code, reply["Location"]) == (302, f"/table/{match.pk}/")
    assert Seat.objects.get(match=match, number=2).user == person("dora")
    assert dora.get(f"/table/{match.pk}/").status_code == 200
    assert path not in dora.get(LISTED).content.decode()


def test_a_table_without_spectators_shows_a_substitute_no_more_than_its_terms() -> None:
    match, path = opened(spectators=False, target=25)
    dora = visitor()
    before = dora.get(path).content
    now = timezone.now()
    for player, user in enumerate([person("ana"), person("ben"), person("cleo")]):
        asked = match_view(matches().get(pk=match.pk), player).asked
        if asked:
            action = {"act": "let_stand"}
            submit_answer(match_id=match.pk, user_id=user.pk, step=match.next_step, actions=[action], now=now)
    resolve_round(match_id=match.pk, now=now)
    match.refresh_from_db()
    assert match.step == 1
    token = b'name="csrfmiddlewaretoken" value="'
    assert [part[64:] for part in dora.get(path).content.split(token)] == [part[64:] for part in before.split(token)]
    assert dora.get(f"/table/{match.pk}/").status_code == 404


def test_a_private_seat_is_found_by_its_link_alone() -> None:
    match, path = opened(private=True)
    dora = visitor()
    assert path not in dora.get(LISTED).content.decode()
    assert dora.get(path).status_code == 404
    link = f"{path}?invitation={match.invite_token}"
    assert f"http://testserver{link}" in squeezed(visitor("ana").get(f"/table/{match.pk}/").content.decode())
    assert match.invite_token in dora.get(link).content.decode()
    assert dora.post(f"{path}substitute/").status_code == 404
    assert dora.post(f"{path}substitute/", {"invitation": match.invite_token}).status_code == 302


def test_a_seat_that_is_not_open_is_not_there() -> None:
    match, path = opened(spectators=False)
    dora = visitor()
    assert dora.get(f"/table/{match.pk}/seat/1/").status_code == 404
    assert dora.post(f"/table/{match.pk}/seat/1/substitute/").status_code == 404
    resign_seat(match_id=match.pk, user_id=person("cleo").pk, now=timezone.now())
    assert dora.get(path).status_code == 404


def test_only_players_are_given_the_link() -> None:
    match, _ = opened()
    assert "Link to the open seat" in squeezed(visitor("ben").get(f"/table/{match.pk}/").content.decode())
    assert "Link to the open seat" not in squeezed(visitor().get(f"/table/{match.pk}/").content.decode())
