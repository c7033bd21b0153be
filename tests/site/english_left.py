"""Visits every page, feed and calendar in the pseudo-language, and collects the English that is left there.

`python -m bench languages` counts it.
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from pathlib import Path
from unittest import mock

from django.conf import settings
from django.db.models.signals import pre_save
from django.test import override_settings
from django.utils import translation
from icalendar import Calendar

from accounts.models import User
from accounts.values.languages import LANGUAGES
from accounts.values.zones import zone_choices
from clubs.models import Club
from games.levels import LEVELS
from games.registry import GAMES
from handbook.pages import Page as PageOfHelp
from handbook.rendering import page_in
from handbook.sources import english_text
from ladders.models import Ladder, Season, Tournament
from piecepack_site.languages import LANGUAGE_NAMES
from tests.site.matrix.asking import Address, addresses, cases, path_of, small_world, undone
from tests.site.matrix.states import bring_about
from tests.site.matrix.world import World
from tests.support.pseudo import LEFT_TO_RIGHT, pseudo_markdown, write_pseudo_languages
from tests.tooling.spoken_attributes import SPOKEN

ROLES = ("visitor", "host", "watcher", "organiser", "senior")
OFFERED = [("en-gb", "English"), (LEFT_TO_RIGHT, "⟦⟧")]
WORD = re.compile(r"[A-Za-z]{3,}")
DESCRIBED = {"description", "og:title", "og:description", "og:image:alt"}
"""What other sites show of a page, by the name or the property of its `<meta>`."""
SILENT = {"script", "style", "code", "pre", "id", "updated"}
"""Parts of pages and feeds that are for programs, or quoted as they are."""
READ_IN_CALENDARS = ("SUMMARY", "DESCRIPTION", "LOCATION", "X-WR-CALNAME", "X-WR-CALDESC")
IN_ENGLISH = {"schema", "try", "example", "client", "mailbox", "mail"}
"""For programmers, or kept mails as they were sent."""
ASKED_WITH = {"matches:live": "?conditional_form=1"}
"""What is added to an address, so that it shows what is folded elsewhere."""
NAMED_ALONE = {
    "CSV",
    "JSON",
    "Discord",
    "Slack",
    "Telegram",
    "Matrix",
    "ntfy",
    "mine",
    *ROLES,
    "bot",
    "All",
    "It was seen.",
}
"""What people named, such as tokens and divisions, and formats and messengers: a name only where it stands alone."""
NAMES = ("Piecepack by Post", "Piecepack", "Post", "UTC", "English", "GNU Free Documentation License", "GPL")
OURS = re.compile(
    r"\{\w+\}|\bdocs/[\w/.-]+|</?iframe\b[^>]*?(?:title=|>)|https?://\S*|[\w.+-]+@[\w.-]+|/[\w/.-]+"
    r"|\b(?:Steady|Guest|Robo)\b\S*"
)


class Page(HTMLParser):
    """The texts of a page that people read or hear."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._silent: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in SILENT:
            self._silent.append(tag)
        self.texts += [text for name, text in attrs if name in SPOKEN and text]
        named = dict(attrs)
        if tag == "meta" and DESCRIBED & {named.get("name"), named.get("property")}:
            self.texts.append(named.get("content") or "")

    def handle_endtag(self, tag: str) -> None:
        if self._silent and self._silent[-1] == tag:
            self._silent.pop()

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.texts.append(data)


def left_by_app(looked_at: str = "") -> dict[str, set[str]]:
    """What is left on the pages of each app whose addresses have this pattern in them; needs an empty database."""
    write_pseudo_languages(Path(settings.LOCALE_PATHS[0]))
    found: dict[str, set[str]] = {}
    with override_settings(LANGUAGES=OFFERED), _translated_help(), reading_pseudo(), small_world() as world:
        names = names_kept()
        for address in addresses():
            if not re.search(looked_at, address.pattern):
                continue
            app = address.route.rpartition(":")[0] or "others"
            # Most of a page stands on all of them: it is looked at once.
            texts = {text for page in _pages(world, address) for text in page}
            found.setdefault(app, set()).update(left_in(texts, names))
    return {app: texts for app, texts in sorted(found.items()) if texts}


@contextmanager
def reading_pseudo() -> Iterator[None]:
    """Everybody who signs up inside the block reads the pseudo-language from the start, so their notices are in it."""

    def choose(instance: User, **signal: object) -> None:
        instance.language = LEFT_TO_RIGHT

    pre_save.connect(choose, sender=User)
    try:
        yield
    finally:
        pre_save.disconnect(choose, sender=User)


@contextmanager
def _translated_help() -> Iterator[None]:
    """The pages of the help in the pseudo-language."""

    def translated(page: PageOfHelp, language: str) -> str:
        return pseudo_markdown(english_text(page)) if language == LEFT_TO_RIGHT else ""

    page_in.cache_clear()
    with mock.patch("handbook.rendering.translated_text", translated):
        yield
    page_in.cache_clear()


def _names() -> Iterator[str]:
    """What people or the makers of games have named; it stays as it is in all languages."""
    yield from (*NAMES, *LANGUAGES.values(), *LANGUAGE_NAMES.values())
    yield from (*LEVELS, *map(str.capitalize, LEVELS))
    yield "wim"  # before a moderator took that name away
    for user in User.objects.all():
        yield from (user.username, user.display_name, user.display_name.capitalize())
    for kind in (Ladder, Season, Tournament, Club):
        yield from kind.objects.values_list("title", flat=True)
    for game in GAMES.values():
        yield from (game.title, *re.split(r",| and ", game.authors))
    yield from ("Hello", "You fool", "Look at this.", "Odd bids.", "Thanks", "We have looked.", "We play.", "So.")


def _pages(world: World, address: Address) -> Iterator[list[str]]:
    """The texts of a page in each of its states, as each role that may see it."""
    if address.for_programs or address.route.rpartition(":")[2] in IN_ENGLISH:
        return
    for case in cases(address):
        if case.method != "GET":
            continue
        with undone():
            bring_about(world, case.route, case.state)
            for role in ROLES:
                client = world.client()
                client.cookies.load(world.cookies[role])
                path = path_of(world, address, case.state) + ASKED_WITH.get(address.route, "")
                reply = client.get(path, headers={"Accept-Language": LEFT_TO_RIGHT})
                if not reply.streaming:
                    yield texts_of(reply.content.decode(errors="replace"), reply.headers.get("Content-Type", ""))


def texts_of(content: str, kind: str) -> list[str]:
    """What people read of a page, a picture, a feed or a calendar."""
    if "calendar" in kind:
        parts = Calendar.from_ical(content).walk()
        return [str(part[name]) for part in parts for name in READ_IN_CALENDARS if name in part]
    return Page(content).texts if re.search("html|svg|xml", kind) else []


def names_kept() -> re.Pattern[str]:
    """What stays as it is in all languages."""
    return re.compile(r"\b(?:" + "|".join(map(re.escape, sorted(_names(), key=len, reverse=True))) + r")(?!\w)")


def left_in(texts: Iterable[str], names: re.Pattern[str]) -> Iterator[str]:
    """The texts with English in them, without names."""
    with override_settings(LANGUAGES=OFFERED), translation.override(LEFT_TO_RIGHT):
        named = {place for _, place in zone_choices()} | NAMED_ALONE
    for text in texts:
        plain = names.sub("", OURS.sub("", text))
        if WORD.search(plain) and text.strip() not in named:
            yield re.sub(r"\d+", "#", " ".join(plain.split()))
