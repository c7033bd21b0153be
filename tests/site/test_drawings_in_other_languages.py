"""A drawing is the same in every language: a decimal comma in an attribute would make two numbers of one."""

import re
from datetime import timedelta
from html.parser import HTMLParser

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation

from accounts.models import User
from games.registry import GAMES
from tests.ladders.play import ladder_of, people
from tests.ladders.play import played as played_on_a_ladder
from tests.matches.tables import NOON
from tests.matches.test_exports import played
from tests.support.clients import client_of

pytestmark = pytest.mark.django_db
ENGLISH = settings.LANGUAGE_CODE
OTHERS = [code for code, _ in settings.LANGUAGES if code != ENGLISH]
NUMBER = re.compile(r"-?\d[\d.,\s]*")
MEASURES = {"x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "r", "dx", "dy", "d", "points", "viewbox", "transform"}
MEASURES |= {"width", "height", "style"}
"""Attributes of drawings; any other counts if it is a number alone."""


class Drawn(HTMLParser):
    """The numbers in the attributes of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, str, str]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [
            (tag, name, value) for name, value in attrs if value and (name in MEASURES or NUMBER.fullmatch(value))
        ]


def drawn(path: str, language: str, user: User | None = None) -> list[tuple[str, str, str]]:
    """The numbers in the attributes of one address, for a reader of this language."""
    if user is not None:
        User.objects.filter(pk=user.pk).update(language=language)
    reply = client_of(user).get(path, headers={"accept-language": language})
    assert reply.status_code == 200, path
    return Drawn(reply.content.decode()).found


def assert_drawn_alike(path: str, user: User | None = None, *, but: tuple[str, ...] = ()) -> list[tuple[str, str, str]]:
    """Hold the drawings of an address in all languages against the English ones, and return those.

    `but`: attributes that follow how long its words are.
    """
    english = [one for one in drawn(path, ENGLISH, user) if one[1] not in but]
    for language in OTHERS:
        found = drawn(path, language, user)
        assert not [one for one in found if one[1] in but and "," in one[2]], (path, language)
        found = [one for one in found if one[1] not in but]
        assert found == english, (path, language)
    return english


@pytest.mark.parametrize("slug", GAMES)
def test_boards_and_pictures_of_every_game_are_the_same(slug: str) -> None:
    match, users = played(slug, 9)
    assert_drawn_alike(f"/table/{match.pk}/", users[0])
    assert_drawn_alike("/turns/", users[0])
    shown = assert_drawn_alike(f"/table/{match.pk}/step/{match.step}.svg", but=("width", "viewbox"))
    assert any(name == "y" and "." in value for _, name, value in shown)


def test_the_chart_of_a_finished_match_is_the_same() -> None:
    match, users = played("bid")
    shown = assert_drawn_alike(f"/table/{match.pk}/", users[0])
    assert any(name == "d" and re.search(r"\d\.\d+H", value) for _, name, value in shown)


def test_drawings_of_ladders_are_the_same() -> None:
    users = people(3)
    ladder = ladder_of(users)
    for hour in range(5):
        places = [[1, 2, 3], [2, 1, 3], [3, 1, 2]][hour % 3]
        played_on_a_ladder(users, places, NOON + timedelta(hours=hour))
    for path in (f"/ladder/{ladder.slug}/", "/ladders/ratings/plaque-auction/days/", "/people/player-000/"):
        shown = assert_drawn_alike(path)
        assert any(name in ("x1", "points", "y1", "cx") and "." in value for _, name, value in shown), path


@pytest.mark.parametrize("language", OTHERS)
def test_a_template_writes_every_number_as_programs_read_it(language: str) -> None:
    with translation.override(language):
        drawing = render_to_string("ladders/_whiskers.svg", {"scale": {"width": 1200}, "at": 27.5, "low": 1, "high": 2})
    assert 'cx="27.5"' in drawing and "1236" in drawing
