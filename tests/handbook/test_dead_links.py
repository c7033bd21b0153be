"""No public page, and no page of the help, has a link or an anchor that leads nowhere."""

from collections import Counter
from datetime import timedelta
from html.parser import HTMLParser
from urllib.parse import parse_qsl, urldefrag, urljoin, urlsplit

import pytest
from django.contrib.staticfiles.finders import find
from django.test import Client, override_settings

from games.registry import GAMES
from handbook.pages import PAGES
from ladders.services.tournaments import Plan, make_tournament
from tests.clubs.founded import club_of
from tests.ladders.play import CLOCK, SLUG, ladder_of, organiser, people, play_to_the_end
from tests.matches.tables import NOON, table_of

pytestmark = pytest.mark.django_db
HOST = "http://testserver"
STARTS = (
    "/",
    "/help/",
    "/help/clocks/",
    "/help/find/?q=turn",
    "/rules/",
    "/tables/",
    "/ladders/",
    "/tournaments/",
    "/clubs/",
    "/privacy/",
    "/api/",
)


class Page(HTMLParser):
    """The links and the anchors of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        self.anchors.update(value for name in ("id", "name") if (value := named.get(name)))
        link = named.get("href") if tag in ("a", "link") else named.get("src") if tag in ("img", "script") else None
        if link:
            self.links.append(link)


MOST_QUERIES = 3
"""The most different sets of parameters with which one path is opened."""


class Walk:
    """Somebody who follows every link within a part of the site, and notes those that lead nowhere.

    A path is opened again with other parameters, but not with other values of the same ones.
    """

    def __init__(self, client: Client, within: str = "/") -> None:
        self.client = client
        self.within = within
        self.seen: dict[str, Page | None] = {}
        """The pages, by their paths with the names of the parameters."""
        self.times: Counter[str] = Counter()
        self.dead: list[tuple[str, str]] = []

    def follow(self, *starts: str) -> None:
        todo = [("", start) for start in starts]
        wanted: list[tuple[str, str, str, str]] = []
        while todo:
            origin, target = todo.pop()
            address, anchor = urldefrag(target)
            path, kind = urlsplit(address).path, _kind_of(address)
            if anchor:
                wanted.append((origin, path, kind, anchor))
            if kind in self.seen or self.times[path] >= MOST_QUERIES:
                continue
            self.times[path] += 1
            self.seen[kind] = found = self._open(origin, address)
            for link in found.links if found and path.startswith(self.within) else ():
                whole = urljoin(HOST + address, link)
                if whole.startswith(HOST + "/"):
                    todo.append((path, whole.removeprefix(HOST)))
        for origin, path, kind, anchor in wanted:
            goal = self.seen.get(kind)
            if goal and anchor not in goal.anchors:
                self.dead.append((origin, f"{path}#{anchor}"))

    def _open(self, origin: str, address: str) -> Page | None:
        if address.startswith("/static/"):
            if not find(urlsplit(address).path.removeprefix("/static/")):
                self.dead.append((origin, address))
            return None
        reply = self.client.get(address)
        if reply.status_code >= 400:
            self.dead.append((origin, address))
        if reply.status_code != 200 or reply.streaming or "text/html" not in reply.headers.get("Content-Type", ""):
            return None
        return Page(reply.content.decode())


def _kind_of(address: str) -> str:
    """The path with the names of its parameters, such as `/report/?kind&of`."""
    path, _, query = address.partition("?")
    names = sorted({name for name, _ in parse_qsl(query, keep_blank_values=True)})
    return f"{path}?{'&'.join(names)}" if names else path


@pytest.fixture
def site() -> None:
    """A table that waits, one that runs, one that is over, a ladder, a tournament and a club."""
    club_of("ana", "ben")
    table_of("ana", "ben", "cleo")
    ladder_of(people(3))
    match, _ = table_of("ana", "ben", slug=SLUG)
    play_to_the_end(match.pk, NOON)
    plan = Plan("Cup", "swiss", SLUG, GAMES[SLUG].Options(), 3, NOON + timedelta(days=2), CLOCK)
    make_tournament(by=organiser(), plan=plan, now=NOON)


@override_settings(ACCOUNT_RATE_LIMITS={}, CONTACT="/help/")
def test_a_visitor_finds_no_dead_link(site: None):
    walk = Walk(Client())
    walk.follow(*STARTS)
    assert walk.dead == []
    assert {f"/help/{page.slug}/" for page in PAGES} < walk.seen.keys()
    assert {"club", "ladder", "tournament"} <= {path.split("/")[1] for path in walk.seen}
    assert len(walk.seen) > 60


@override_settings(ACCOUNT_RATE_LIMITS={}, CONTACT="/help/")
def test_a_guest_finds_no_dead_link(site: None):
    guest = Client()
    guest.post("/people/guest/", {"next": "/quick/"})
    walk = Walk(guest)
    walk.follow(*STARTS, "/quick/", "/turns/")
    assert walk.dead == []
    assert {"/report/?club", "/tables/new/tp5/?company"} <= walk.seen.keys()


def test_a_path_is_opened_again_with_other_parameters_but_not_too_often():
    walk = Walk(Client())
    links = "".join(f'<a href="/nowhere/?{query}">' for query in ("a=1", "a=2", "b=1&a=1", "c=1", "d=1"))
    walk.follow(*Page(links).links)
    assert len(walk.dead) == MOST_QUERIES == len({address.partition("=")[0] for _, address in walk.dead})


def test_dead_links_and_anchors_are_found():
    walk = Walk(Client())
    walk.seen["/there/"] = Page('<a id="here">')
    walk.follow("/help/nowhere/", "/there/#here", "/there/#gone", "/static/css/gone.css")
    assert sorted(walk.dead) == [("", "/help/nowhere/"), ("", "/static/css/gone.css"), ("", "/there/#gone")]
