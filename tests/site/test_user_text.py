"""What people write shows as text: no tag, attribute or script of theirs reaches a page."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.identity.bot_accounts import create_bot_account
from accounts.models import BotAccount, User
from foundation.sanitise import LINK_REL, html_of
from ladders.models import Ladder, Tournament
from tests.accounts.people import person
from tests.ladders.play import ladder_of, tournament_of
from tests.matches.tables import NOON, table_of
from tests.support.clients import client_of
from tests.support.processes import ROOT
from tests.tooling.test_architecture import top_packages

HOSTILE = """'"><b id=planted>x</b><script>planted()</script>{{ 7|add:7 }}<img src=x onerror=planted()>"""
SHARP = st.sampled_from(
    [
        *("<", ">", "'", '"', "&", "/", "=", " ", "\n", "\0", "script", "img", "a href", "onerror", "style", "\u2028"),
        *(
            "http://",
            "https://example.org/",
            "javascript:",
            "data:text/html,",
            "&lt;",
            "&#60;",
            "<!--",
            "-->",
            "ana@x.org",
        ),
    ]
)
TEXTS = st.lists(st.one_of(SHARP, st.text(max_size=8)), max_size=24).map("".join)


class Parts(HTMLParser):
    """The tags and the text of a piece of HTML."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.odd: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_comment(self, data: str) -> None:
        self.odd.append(data)

    def unknown_decl(self, data: str) -> None:
        self.odd.append(data)

    def handle_decl(self, decl: str) -> None:
        self.odd.append(decl)

    def handle_pi(self, data: str) -> None:
        self.odd.append(data)


@given(TEXTS)
def test_nothing_passes_but_lines_and_links_of_the_web(text: str):
    parts = Parts(html_of(text))
    assert parts.odd == []
    for tag, attributes in parts.tags:
        assert tag in {"p", "br", "a"}
        assert set(attributes) <= ({"href", "rel"} if tag == "a" else set())
        if "href" in attributes:
            assert re.match(r"https?://", attributes["href"] or "")
            assert attributes["rel"] == LINK_REL


@given(st.text(st.characters(exclude_characters="\0\r", exclude_categories=["Cs"]), max_size=40))
def test_what_is_no_link_is_shown_as_it_was_written(text: str):
    if not re.search(r"[.:@]", text):
        assert "".join(Parts(html_of(text)).text.split()) == "".join(text.split())


ESCAPED_NOT = re.compile(r"\|\s*safe\b|\bmark_safe\(|autoescape\s+off|safeseq|SafeString\(")
KNOWN = {
    "handbook/rendering.py": "the help, from our own `docs/`",
    "matches/web/pictures/position.py": "style sheets and sprites, from our own files and templates",
    "foundation/kept_words.py": "messages as Django's tags escape them",
    "foundation/sanitise.py": "what the sanitiser gives",
    "foundation/templatetags/pieces.py": "symbols of pieces, from our own files",
    "matches/templatetags/drawn_pieces.py": "sentences, escaped, with drawings of pieces from our own templates",
    "matches/templatetags/table.py": "links to style sheets and drawings, from our own templates; names, each escaped",
    "templates/django/forms/field.html": "hints of fields, which are ours; one holds a list that Django makes",
}


def sources() -> Iterator[str]:
    for part in sorted(top_packages() - {"bench", "tests"}):
        yield from (str(path.relative_to(ROOT)) for path in (ROOT / part).rglob("*.py"))
    # Mails in plain text have nothing to escape.
    for part in ("templates", "games", "examples"):
        yield from (str(path.relative_to(ROOT)) for path in (ROOT / part).rglob("*.html"))


def test_every_way_round_the_escaping_is_known():
    found = {name for name in sources() if ESCAPED_NOT.search((ROOT / name).read_text())}
    assert found == set(KNOWN)


@pytest.fixture
def planted(db: None, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Hostile text wherever users may write; the pages that show it."""
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON)
    match, (ana, ben, _) = table_of("ana", "ben", "cleo")
    client = client_of(ben)
    client.post(f"/table/{match.pk}/chat/say/", {"room": "players", "text": HOSTILE})
    client.post(f"/table/{match.pk}/note/", {"text": HOSTILE})
    bot_account = create_bot_account(owner=ana, name="Robo", about="", link="", now=NOON)
    BotAccount.objects.filter(pk=bot_account.pk).update(about=HOSTILE)
    ladder = ladder_of([ana, ben])
    Ladder.objects.filter(pk=ladder.pk).update(title=HOSTILE)
    cup = tournament_of([person(f"p{number}") for number in range(4)])
    Tournament.objects.filter(pk=cup.pk).update(title=HOSTILE)
    table = [f"/table/{match.pk}/{part}" for part in ("", "chat/", "log/", "live/")]
    ladders = [f"/ladder/{ladder.slug}/", f"/ladder/{ladder.slug}/why/", "/ladders/", "/ladders/hall/"]
    cups = [f"/tournament/{cup.pk}/", f"/tournament/{cup.pk}/why/", "/tournaments/"]
    return [*table, *ladders, *cups, "/people/Robo/", "/turns/", "/notices/", "/"]


def test_no_page_takes_it_for_markup(planted: list[str]):
    client, shown_on = client_of(User.objects.get(username="ben")), 0
    for path in planted:
        page = client.get(path)
        assert page.status_code == 200, path
        text = page.content.decode()
        ids = [attributes.get("id") for _, attributes in Parts(text).tags]
        assert "planted" not in ids and "<script>planted" not in text and "<img src=x" not in text, path
        shown_on += "planted" in text
    assert shown_on >= 8, "the words are on the pages, as words"
