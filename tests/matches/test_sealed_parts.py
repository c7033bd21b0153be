"""The reply to an answer sealed on a page, put into that page, makes it as a fresh load has it."""

import re
from html.parser import HTMLParser
from typing import Any

import msgspec
import pytest
from django.http import HttpResponse
from django.test import Client

from engine.quick_chance import RandomChance
from foundation.vault import seal
from games.registry import GAMES
from matches.log.states import game_of, state_of
from matches.models import Match
from matches.play.answers import submit_answer
from matches.rounds.resolve import resolve_round
from tests.matches.tables import NOON, table_of
from tests.matches.test_two_worlds import MASKED, secret_pairs, some_steps
from tests.support.clients import client_of
from tests.support.html import squeezed

pytestmark = pytest.mark.django_db

PART = {"HX-Request": "true", "HX-Target": "live"}
TITLE = re.compile("<title>.*?</title>", re.DOTALL)
OUT_OF_BAND = re.compile(r'\s*hx-swap-oob="([^"]*)"')
JUST_SEALED = re.compile(r' just-sealed|<p class="small quiet next-turn[^"]*">.*?</p>')
"""What only the reply says."""
VOID = {"area", "br", "col", "hr", "img", "input", "link", "meta", "wbr"}


class _Spans(HTMLParser):
    """Where the elements of a page begin and end."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.lines = [0]
        for line in html.splitlines(keepends=True):
            self.lines.append(self.lines[-1] + len(line))
        self.open: list[tuple[str, dict[str, str | None], int]] = []
        self.found: list[tuple[dict[str, str | None], int, int]] = []
        self.feed(html)

    def _at(self) -> int:
        line, column = self.getpos()
        return self.lines[line - 1] + column

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append((tag, dict(attrs), self._at()))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Signs of an SVG have no end of their own."""

    def handle_endtag(self, tag: str) -> None:
        while self.open:
            opened, attrs, begin = self.open.pop()
            if opened == tag:
                self.found.append((attrs, begin, self._at() + len(tag) + 3))
                return


def elements(html: str, selector: str) -> list[str]:
    """The elements with this `#id` or `.class`."""
    name, wanted = ("id", selector[1:]) if selector[0] == "#" else ("class", selector[1:])
    return [html[a:b] for attrs, a, b in _Spans(html).found if wanted in (attrs.get(name) or "").split()]


def put_in(page: str, reply: str) -> str:
    """Put each piece of a reply in its place, as htmx and `live.js` do."""
    for coach in elements(page, ".coach"):
        page = page.replace(coach, "")
    for attrs, begin, end in _Spans(reply).found:
        if "hx-swap-oob" in attrs:
            place = f"#{attrs['id']}" if attrs["hx-swap-oob"] == "true" else (attrs["hx-swap-oob"] or "").split()[-1]
            (old,) = elements(page, place)
            page = page.replace(old, OUT_OF_BAND.sub("", reply[begin:end], count=1))
    (title,) = TITLE.findall(reply)
    return TITLE.sub(title.replace("\\", r"\\"), page, count=1)


def follow(page: str, reply: HttpResponse) -> str:
    """Take over the version that a reply leads to, as `live.js` does."""
    before, now = reply.headers["X-Stands"].split()
    return page.replace(f'data-stands="{before}"', f'data-stands="{now}"')


def plain(html: str) -> str:
    """A page without what differs between two requests, and without what only the reply says."""
    return re.sub(r"\s+", " ", JUST_SEALED.sub("", squeezed(MASKED.sub(b"-", html.encode()).decode())))


def seal_on_page(client: Client, match: Match, action: Any) -> Any:
    """Seal an action as an open page does."""
    form = {"step": match.next_step, "action": msgspec.json.encode(action).decode()}
    return client.post(f"/table/{match.pk}/answer/", form, headers=PART)


@pytest.fixture(autouse=True)
def _one_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON)


@pytest.mark.parametrize("steps", [0, 2, 7])
@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.sampled(4, "every game at three moments, not four games at one")
def test_the_pieces_of_a_reply_make_the_page_that_a_fresh_load_has(slug: str, steps: int) -> None:
    match, people = some_steps(slug, max(GAMES[slug].players[0], 3), steps)
    for player, *actions in secret_pairs(match):
        client = client_of(people[player])
        for action in actions:
            page = client.get(f"/table/{match.pk}/live/").content.decode()
            reply = seal_on_page(client, match, action)
            assert reply.headers["HX-Reswap"] == "none"
            made = follow(put_in(page, reply.content.decode()), reply)
            assert plain(made) == plain(client.get(f"/table/{match.pk}/live/").content.decode())


def test_after_anything_else_than_sealing_the_whole_part_comes() -> None:
    match, people = table_of("ana", "ben", "cleo")
    ana = client_of(people[0])
    for user in people[1:]:
        submit_answer(match_id=match.pk, user_id=user.pk, step=1, actions=[{"act": "let_stand"}], now=NOON)
    assert ana.get(f"/table/{match.pk}/live/").content
    form = {"step": 1, "action": '{"act": "let_stand"}'}
    planned = ana.post(f"/table/{match.pk}/answer/", form | {"conditional-preference-1": "0"}, headers=PART)
    refused = ana.post(f"/table/{match.pk}/answer/", {"step": 1, "action": '{"act": "dance"}'}, headers=PART)
    ana.post(f"/table/{match.pk}/answer/", form)
    resolve_round(match_id=match.pk, now=NOON)
    late = ana.post(f"/table/{match.pk}/answer/", form, headers=PART)
    for reply in (planned, refused, late):
        assert "HX-Reswap" not in reply.headers
        assert b'id="panel-log"' in reply.content


@pytest.mark.parametrize("slug", GAMES)
def test_the_pieces_of_a_reply_tell_nothing_that_the_reader_may_not_know(slug: str) -> None:
    """In the other world another player has sealed something else, and what the reader cannot know is otherwise."""
    match, people = some_steps(slug, max(GAMES[slug].players[0], 3), 3)
    game, state = game_of(match), state_of(match)
    players = game.current_players(state)
    me, others = players[-1], players[:-1]
    mine = game.default_action(state, me)
    imagined = game.imagine(game.observation(state, me), me, RandomChance(5))
    worlds = []
    for number, there in enumerate((state, imagined)):
        for other in others:
            raw = msgspec.to_builtins(game.legal_actions(state, other)[-number])
            submit_answer(match_id=match.pk, user_id=people[other].pk, step=match.next_step, actions=[raw], now=NOON)
        Match.objects.filter(pk=match.pk).update(sealed_state=seal(there))
        reply = seal_on_page(client_of(people[me]), match, mine)
        assert reply.headers["HX-Reswap"] == "none"
        worlds.append(MASKED.sub(b"-", reply.content))
    assert worlds[0] == worlds[1]


def test_a_page_says_which_it_is_so_that_it_is_not_told_of_its_own_answer(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    sent: list[Any] = []
    monkeypatch.setattr("foundation.live._send", sent.extend)
    match, people = table_of("ana", "ben", "cleo")
    for headers in (PART | {"X-Page": "mine"}, PART):
        with django_capture_on_commit_callbacks(execute=True):
            client_of(people[0]).post(
                f"/table/{match.pk}/answer/", {"step": 1, "action": '{"act": "let_stand"}'}, headers=headers
            )
    tables = [message for group, message in sent if group == f"table.{match.pk}"]
    assert tables == [{"type": "table.moved", "besides": "mine"}, {"type": "table.moved"}]
