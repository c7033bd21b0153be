"""The board for other sites: framed by anyone, the same for everyone, and nothing on it acts."""

import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from tests.ladders.play import SLUG, play_to_the_end
from tests.matches.tables import NOON, table_of

pytestmark = pytest.mark.django_db


def test_a_board_may_be_framed_and_no_other_page_may():
    match, _ = table_of("ana", "ben", slug=SLUG)
    reply = Client().get(f"/table/{match.pk}/embed/")
    assert reply.status_code == 200
    assert "frame-ancestors *" in reply["Content-Security-Policy"]
    assert "default-src 'none'" in reply["Content-Security-Policy"]
    assert "X-Frame-Options" not in reply
    for path in (f"/table/{match.pk}/", f"/table/{match.pk}/check/", "/"):
        other = Client().get(path)
        assert other["X-Frame-Options"] == "DENY"
        assert "frame-ancestors 'none'" in other["Content-Security-Policy"]


def test_a_board_sets_no_cookie_has_no_script_and_no_form_and_is_the_same_for_its_players():
    match, (ana, _) = table_of("ana", "ben", slug=SLUG)
    visitor, player = Client(), Client()
    player.force_login(ana)
    shown, seen = visitor.get(f"/table/{match.pk}/embed/"), player.get(f"/table/{match.pk}/embed/")
    assert shown.content == seen.content
    assert not shown.cookies and not seen.cookies
    text = shown.content.decode()
    assert not re.search(r"<script|<form|<button|<input|csrf|\son\w+=", text)
    links = re.findall(r"<a [^>]*>", text)
    assert links and all('target="_blank"' in link and f'href="/table/{match.pk}/"' in link for link in links)


@pytest.mark.parametrize("hidden", [{"private": True}, {"spectators": False}])
def test_no_board_of_what_not_everyone_may_see_not_even_for_its_players(hidden: dict[str, Any]):
    match, (ana, _) = table_of("ana", "ben", slug=SLUG, **hidden)
    player = Client()
    player.force_login(User.objects.get(pk=ana.pk))
    assert player.get(f"/table/{match.pk}/embed/").status_code == 404
    shown = player.get(f"/table/{match.pk}/").content.decode()
    assert "&lt;iframe" not in shown and 'id="table-link"' not in shown


def test_a_board_shows_the_places_when_the_match_is_over_and_then_stays_as_it_is():
    match, _ = table_of("ana", "ben", slug=SLUG)
    assert Client().get(f"/table/{match.pk}/embed/")["Refresh"] == "300"
    play_to_the_end(match.pk, NOON)
    shown = Client().get(f"/table/{match.pk}/embed/")
    assert "Refresh" not in shown
    assert re.search(r"1\.\s+(ana|ben)", shown.content.decode())


def test_the_table_offers_the_line_to_embed_it():
    match, (ana, _) = table_of("ana", "ben", slug=SLUG)
    player = Client()
    player.force_login(ana)
    assert f"/table/{match.pk}/embed/&quot;" in player.get(f"/table/{match.pk}/").content.decode().replace(
        '"', "&quot;"
    )


@pytest.mark.parametrize("part", ["", "live/"])
def test_the_line_and_the_link_of_a_table_have_buttons_to_copy_them(part: str):
    match, (ana, _) = table_of("ana", "ben", slug=SLUG)
    player = Client()
    player.force_login(ana)
    shown = player.get(f"/table/{match.pk}/{part}").content.decode()
    assert f'value="http://testserver/table/{match.pk}/"' in shown
    for field in ("table-link", "embed-line"):
        assert f'id="{field}"' in shown and f'data-copies="{field}"' in shown
    assert 'data-shares="table-link"' in shown and 'data-shares="embed-line"' not in shown
