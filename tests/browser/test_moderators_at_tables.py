"""Every action of moderators on tables and seats, done and undone in a real browser by the forms that they have."""

import pytest
from playwright.sync_api import Browser, Page, expect

from moderation.action import ACTIONS
from tests.browser.desk import at_desk
from tests.browser.moderated_tables import WAYS
from tests.browser.play import made_by
from tests.support.site import EmbeddedSite

MAKE = """
from django.contrib.auth.models import Group
from tests.support.people import create_person
from tests.browser.moderated_tables import make
mona = create_person(name="mona", address="mona@example.org", password="piecepack", confirmed=True)
mona.groups.add(Group.objects.get(name="moderators"))
make()
"""


@pytest.fixture(scope="module")
def tables(embedded_site: EmbeddedSite) -> dict[str, int]:
    """The number of a table for each action."""
    return made_by(embedded_site, MAKE)


@pytest.fixture(scope="module")
def mona(browser: Browser, embedded_site: EmbeddedSite, tables: dict[str, int]) -> Page:
    """A moderator on a phone."""
    return at_desk(browser, embedded_site.url, "mona")[1]


@pytest.mark.parametrize("slug", WAYS)
@pytest.mark.exhaustive("each action at a table in a browser; `make test` tries them without")
def test_an_action_is_done_and_undone(slug: str, mona: Page, tables: dict[str, int]) -> None:
    way, action, desk = WAYS[slug], ACTIONS[slug], f"/moderation/table/{tables[slug]}/"
    mona.goto(desk)
    mona.evaluate("document.querySelectorAll('main details').forEach(part => part.open = true)")
    seat = "" if way.seat is None else f"&seat={way.seat}"
    mona.click(f"a[href='/moderation/act/{slug}/?table={tables[slug]}{seat}']")
    for name, value in way.fill.items():
        mona.fill(f"main [name={name}]", value)
    mona.select_option("main [name=category]", "stalling")
    mona.fill("main [name=reason]", f"Seen by mona: {slug}")
    mona.locator("main").get_by_role("button", name=str(action.title)).click()
    expect(mona.locator(".notices")).to_contain_text("Done: “")
    expect(mona.locator(".desk-log")).to_contain_text(way.says)
    expect(mona.locator(".desk-log")).to_contain_text("(stalling).")
    row = mona.locator("li", has_text=f"Seen by mona: {slug}").last
    expect(row).to_contain_text(str(action.past))
    if not way.undoable:
        expect(row.get_by_role("link", name="Undo")).to_have_count(0)
        return
    row.get_by_role("link", name="Undo").click()
    mona.fill("[name=reason]", "It was a mistake.")
    mona.get_by_role("button", name="Undo it").click()
    expect(mona.locator(".notices")).to_contain_text("Undone: “")
