"""Pictures stand alone, show what a visitor may know, and are safe to serve and cache."""

import base64
import hashlib
import re
from html import unescape
from io import BytesIO
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client, override_settings
from PIL import Image

from accounts.models import User
from games.registry import GAMES
from matches.models import Match
from matches.web.pictures.card import SANS, SERIF, Words, _runs
from tests.matches.tables import table_of
from tests.matches.test_exports import NAMES, played
from tests.support.clients import client_of

pytestmark = pytest.mark.django_db
SVG = "{http://www.w3.org/2000/svg}"
ELSEWHERE = re.compile(r'href="(?!#)|url\((?!#)|@import|var\(|light-dark|<script|\son\w+=')


def drawn(match: Match, step: int, user: Any = None) -> Any:
    return client_of(user).get(f"/table/{match.pk}/step/{step}.svg")


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_is_drawn_in_one_file_that_needs_no_other(slug: str) -> None:
    match, _ = played(slug, 9)
    for step in (0, match.step):
        reply = drawn(match, step)
        text = reply.content.decode()
        root = ElementTree.fromstring(text)
        assert (reply.status_code, reply["Content-Type"], root.tag) == (200, "image/svg+xml", f"{SVG}svg")
        assert not ELSEWHERE.search(text)
        assert all(name in (root.findtext(f"{SVG}desc") or "") for name in NAMES)
        used = set(re.findall(r'href="#([^"]+)"', text)) | set(re.findall(r"url\(#([^)]+)\)", text))
        assert used <= {element.get("id") for element in root.iter()}


def test_its_style_sheet_is_all_that_a_picture_may_load() -> None:
    match, _ = played("bid", 2)
    reply = drawn(match, 2)
    found = ElementTree.fromstring(reply.content).findtext(f"{SVG}style") or ""
    digest = base64.b64encode(hashlib.sha256(found.encode()).digest()).decode()
    assert reply["Content-Security-Policy"] == f"default-src 'none'; style-src 'sha256-{digest}'"
    assert ".tile-face{fill:#fcf5e5" in found


def test_nobodys_hand_is_drawn_not_even_for_its_holder() -> None:
    match, people = played("bid", 2)
    assert drawn(match, match.step, people[0]).content == drawn(match, match.step).content
    words = ElementTree.fromstring(drawn(match, match.step, people[0]).content).findtext(f"{SVG}desc") or ""
    assert words.count("a tile face down") == 18


def test_a_finished_match_is_drawn_with_the_hands_that_could_be_worked_out() -> None:
    match, _ = played("bid")
    words = ElementTree.fromstring(drawn(match, match.step).content).findtext(f"{SVG}desc") or ""
    assert "a tile face down" not in words


def test_a_picture_that_has_not_changed_is_not_sent_again() -> None:
    match, _ = played("bid", 2)
    first = drawn(match, 1)
    again = Client().get(f"/table/{match.pk}/step/1.svg", headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert first["Cache-Control"] == "public, max-age=300"


@pytest.mark.parametrize("preference", [{"private": True}, {"spectators": False}])
def test_what_only_some_may_see_is_drawn_for_them_alone_and_kept_by_nobody_else(preference: dict[str, Any]) -> None:
    match, people = table_of(*NAMES, **preference)
    assert drawn(match, 0).status_code == 404
    assert drawn(match, 0, people[0])["Cache-Control"] == "private, max-age=300"
    assert Client().get(f"/table/{match.pk}/card.png").status_code == 404
    assert b"og:image" not in client_of(people[0]).get(f"/table/{match.pk}/").content


@pytest.mark.parametrize("step", ["99", "-1", "x"])
def test_there_is_no_picture_of_a_step_that_has_not_been(step: str) -> None:
    match, _ = table_of(*NAMES)
    assert Client().get(f"/table/{match.pk}/step/{step}.svg").status_code == 404


def test_a_name_is_no_markup() -> None:
    match, people = table_of(*NAMES)
    User.objects.filter(pk=people[0].pk).update(username="<script>&\"'")
    root = ElementTree.fromstring(drawn(match, 0).content)
    assert not list(root.iter(f"{SVG}script"))
    assert any(element.text == "<script>&\"'" for element in root.iter(f"{SVG}text"))


def test_the_card_is_a_picture_of_the_size_that_the_page_says() -> None:
    match, _ = played("bid")
    page = Client().get(f"/table/{match.pk}/").content.decode()
    card = Client().get(f"/table/{match.pk}/card.png")
    assert f'property="og:image" content="http://testserver/table/{match.pk}/card.png?lang=en-gb"' in page
    assert card["Content-Type"] == "image/png"
    assert Image.open(BytesIO(card.content)).size == (1200, 630)
    assert match.result[1:] in page


def test_the_card_changes_with_the_match() -> None:
    match, _ = table_of(*NAMES)
    before = Client().get(f"/table/{match.pk}/card.png").content
    Match.objects.filter(pk=match.pk).update(result="Ana won", status="finished")
    assert Client().get(f"/table/{match.pk}/card.png").content != before


def test_a_card_holds_names_of_any_length_and_script() -> None:
    match, people = table_of(*(f"seat{number}" for number in range(6)), slug="plaque-auction")
    User.objects.filter(pk=people[0].pk).update(username="Žďárský 東京 " * 8)
    assert Client().get(f"/table/{match.pk}/card.png").status_code == 200


@pytest.mark.parametrize("name", ["Žďárský Łukasz", "Ждан Ёлкин, Їжак", "Ζωή Άννα"])
@pytest.mark.parametrize("font", [SANS, SERIF])
def test_no_letter_of_a_name_on_a_card_is_a_box(name: str, font: str) -> None:
    for letters, drawn_with in _runs(name, Words((0, 0), name, 36, font)):
        box = bytes(drawn_with.getmask("\ue000"))
        assert all(bytes(drawn_with.getmask(letter)) != box for letter in letters), letters


@pytest.mark.parametrize("named", ["", "?lang=en-gb", "?lang=de"])
def test_a_shared_link_and_its_picture_are_in_the_language_that_the_link_names(named: str) -> None:
    match, _ = table_of(*NAMES)
    table = f"http://testserver/table/{match.pk}/"
    with override_settings(LANGUAGES=[("en-gb", "English"), ("de", "Deutsch")]):
        page = Client().get(f"{table}{named}").content.decode()
        shared = dict(re.findall(r'property="(og:\w+)" content="([^"]*)"', page))
        assert shared["og:url"] == f"{table}{named}"
        assert shared["og:image"] == f"{table}card.png{named or '?lang=en-gb'}"
        assert f'<iframe src="{table}embed/"' in unescape(page)
        cards = [Client().get(shared["og:image"], headers={"accept-language": code}).content for code in ("de", "en")]
    assert cards[0] == cards[1]
