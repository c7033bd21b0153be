"""No page is empty without what to do next."""

import re

import pytest

from tests.support.processes import ROOT

EMPTY = re.compile(r'<(p|div|li|td)\b[^>]*class="[^"]*\bempty\b[^"]*"[^>]*>(.*?)</\1>', re.DOTALL)
ACT = re.compile(r"<a |<button|<form|{% include")
THE_FORM_IS_BESIDE = {
    "clubs/chat.html",
    "friends/friends.html",
    "matches/_room.html",
}
NOTHING_TO_DO = {"moderation/queue.html", "moderation/seals.html", "moderation/signals.html"}
"""A moderator with nothing to do is done."""


def empties() -> list[tuple[str, str]]:
    """What templates show in place of a list without entries."""
    folder = ROOT / "templates"
    return [
        (path.relative_to(folder).as_posix(), found[2])
        for path in sorted(folder.rglob("*.html"))
        for found in EMPTY.finditer(path.read_text(encoding="utf-8"))
    ]


def test_an_empty_list_leads_on():
    without = {name for name, words in empties() if not ACT.search(words)}
    assert without == THE_FORM_IS_BESIDE | NOTHING_TO_DO
    assert len(empties()) > 20


@pytest.mark.parametrize(("text", "is_act"), [("Nothing yet.", False), ('Nothing. <a href="/">Go on</a>', True)])
def test_what_leads_on(text: str, is_act: bool):
    found = EMPTY.search(f'<p class="empty small">{text}</p>')
    assert found and bool(ACT.search(found[2])) == is_act
