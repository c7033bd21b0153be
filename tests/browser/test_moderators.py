"""Every action of moderators, done and undone in a real browser by the forms that they have; the way of a report."""

import json
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from moderation.action import ACTIONS
from tests.browser.desk import at_desk
from tests.browser.moderated_tables import WAYS
from tests.browser.play import join_table, logged_in, open_table
from tests.support.site import EmbeddedSite

WORDS = "Mind your words from now on."
MAKE = """
from django.contrib.auth.models import Group
from accounts.models import User
from tests.support.people import create_person
for name in ("ben", "mona", "otto", "emil"):
    if not User.objects.filter(username=name).exists():
        create_person(name=name, address=f"{name}@example.org", password="piecepack", confirmed=True)
from django.utils import timezone
from clubs.services.chat import write_club_message
from clubs.services.founding import found_club
from moderation.action import Target
from moderation.services.reports import make_report
ben, emil, now = User.objects.get(username="ben"), User.objects.get(username="emil"), timezone.now()
club = found_club(user=ben, title="The den", about="", joining="open", now=now)
said = write_club_message(number=club.pk, user=ben, text="You fools", now=now)
target = Target(club=club, club_message=said)
report = make_report(reporter=emil, target=target, category="abuse", words="He insults us.", now=now)
print(f"made {club.pk} {report.pk}")
for name in ("mona", "otto"):
    User.objects.get(username=name).groups.add(Group.objects.get(name="senior moderators"))
"""


class Case(NamedTuple):
    """Where an action's button is, and what its form asks for besides the reason."""

    at: str
    fields: dict[str, str]


PLAYER = "/moderation/player/emil/"
CASES = {
    "warn": Case(PLAYER, {"words": WORDS}),
    "mute": Case(PLAYER, {"days": "3", "words": WORDS}),
    "suspend": Case(PLAYER, {"days": "7", "words": WORDS}),
    "suspend-for-good": Case(PLAYER, {"words": WORDS}),
    "rename": Case(PLAYER, {}),
    "hide-message": Case("/moderation/report/{report}/", {}),
    "close-club": Case("/moderation/club/{club}/", {}),
    "hide-club-message": Case("/moderation/report/{of_club}/", {}),
}


IN_CLUB: dict[str, str] = {}
"""The numbers of the club and of the report of its message."""


@pytest.fixture(scope="module")
def site(embedded_site: EmbeddedSite) -> EmbeddedSite:
    """The site with two senior moderators, and a user and a club to act on."""
    IN_CLUB["club"], IN_CLUB["of_club"] = embedded_site.manage("shell", "-c", MAKE).split("made ")[1].split()[:2]
    return embedded_site


@pytest.fixture(scope="module")
def reported(browser: Browser, site: EmbeddedSite) -> tuple[str, str]:
    """The path of a table at which a message was reported, and the number of the report."""
    ana_context, ana = logged_in(browser, site.url, "ana")
    ben_context, ben = logged_in(browser, site.url, "ben")
    path = open_table(ana, "bid", bots=1, options={})
    join_table(ben, path)
    ben.goto(f"{path}chat/")
    ben.fill("#say-players", "You fool")
    ben.click("#room-players button:has-text('Send')")
    expect(ben.locator("#messages-players")).to_contain_text("You fool")
    ana.goto(f"{path}chat/")
    # Chat is redrawn when someone has read it, which would close an open menu during the click.
    ana.goto(str(ana.get_by_role("link", name="Report this", include_hidden=True).get_attribute("href")))
    ana.select_option("[name=category]", "abuse")
    ana.fill("[name=words]", "He insults me.")
    ana.click("text=Send to the moderators")
    expect(ana.locator(".notices")).to_contain_text("Thank you")
    ana.goto("/moderation/mine/")
    number = ana.locator("text=/Report \\d+/").inner_text().split("Report ")[1].split(".")[0]
    ana_context.close()
    ben_context.close()
    return path, number


@pytest.fixture(scope="module")
def mona(browser: Browser, site: EmbeddedSite) -> Page:
    """A senior moderator on a phone."""
    return at_desk(browser, site.url, "mona")[1]


@pytest.fixture(scope="module")
def otto(browser: Browser, site: EmbeddedSite) -> Page:
    """Another senior moderator."""
    return at_desk(browser, site.url, "otto")[1]


def test_every_action_is_tried() -> None:
    assert set(CASES) | set(WAYS) == set(ACTIONS)


@pytest.mark.parametrize("slug", CASES)
@pytest.mark.exhaustive("each action at the desk in a browser; `make test` breaks a seal there")
def test_an_action_is_done_and_undone(slug: str, mona: Page, reported: tuple[str, str]) -> None:
    case, action = CASES[slug], ACTIONS[slug]
    mona.goto(case.at.format(report=reported[1], **IN_CLUB))
    mona.evaluate("document.querySelectorAll('main details').forEach(part => part.open = true)")
    mona.get_by_role("link", name=str(action.title), exact=True).click()
    for name, value in case.fields.items():
        field = mona.locator(f"main [name={name}]")
        if field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    mona.select_option("[name=category]", "abuse")
    mona.fill("[name=reason]", f"Seen by mona: {slug}")
    mona.locator("main").get_by_role("button", name=str(action.title)).click()
    expect(mona.locator(".notices")).to_contain_text("Done: “")
    row = mona.locator("li", has_text=f"Seen by mona: {slug}").last
    expect(row).to_contain_text(str(action.past))
    row.get_by_role("link", name="Undo").click()
    mona.fill("[name=reason]", "It was a mistake.")
    mona.get_by_role("button", name="Undo it").click()
    expect(mona.locator(".notices")).to_contain_text("Undone: “")


@pytest.mark.exhaustive("a report at the desk in a browser; `make test` settles reports without")
def test_a_report_is_claimed_and_settled_and_its_reporter_told(
    mona: Page, browser: Browser, site: EmbeddedSite, reported: tuple[str, str]
) -> None:
    mona.goto("/moderation/")
    # Other tests report on this site too.
    mona.click(f"a.match-title[href$='/{reported[1]}/']")
    expect(mona.locator("main")).to_contain_text("You fool")
    # It is hers already if she acted on it before.
    if (claim := mona.get_by_role("button", name="Claim it")).count():
        claim.click()
    mona.check("[name=outcome][value=acted]")
    mona.fill("[name=note]", "Warned.")
    mona.click("text=Settle and tell the reporter")
    expect(mona.locator(".notices")).to_contain_text("Settled")
    context, ana = logged_in(browser, site.url, "ana")
    ana.goto("/moderation/mine/")
    expect(ana.locator("main")).to_contain_text("We acted.")
    context.close()


@pytest.mark.exhaustive("a signal at the desk in a browser")
def test_a_signal_is_looked_into_and_becomes_a_report(mona: Page, otto: Page, site: EmbeddedSite) -> None:
    output = site.manage("shell", "-c", "from tests.browser.moderated_tables import make_signal; make_signal()")
    table = json.loads(next(line for line in output.splitlines() if line.startswith("{")))["table"]
    mona.goto("/moderation/")
    mona.get_by_role("link", name="Signals").click()
    expect(mona.locator("main")).to_contain_text("They answer at the same hours: petra and quido")
    expect(mona.locator("main")).to_contain_text("It is not a verdict")
    mona.click("text=Where to look")
    mona.get_by_role("link", name="2", exact=True).click()
    expect(mona).to_have_url(f"{site.url}/moderation/table/{table}/board/?step=2")
    mona.go_back()
    mona.get_by_role("button", name="Open a report about petra and quido").click()
    expect(mona.locator(".notices")).to_be_visible()
    otto.goto("/moderation/")
    otto.locator("a.match-title", has_text="Several accounts of one person").first.click()
    expect(otto.locator("main")).to_contain_text("A signal, not a verdict")
    expect(otto.locator("main")).to_contain_text("They answer at the same hours: petra and quido")


@pytest.mark.exhaustive("a seal at the desk in a browser; `make test` breaks seals without")
def test_a_seal_is_broken_by_two(mona: Page, otto: Page, reported: tuple[str, str]) -> None:
    number = reported[0].strip("/").split("/")[1]
    mona.goto(f"/moderation/table/{number}/")
    mona.click("text=Ask to break the seal")
    mona.select_option("[name=category]", "collusion")
    mona.fill("[name=reason]", "They share hands.")
    mona.click("main button[type=submit]")
    otto.goto("/moderation/seals/")
    otto.fill("main [name=reason]", "I see why.")
    otto.click("button:has-text('Agree')")
    expect(otto.locator(".notices")).to_contain_text("You have agreed.")
    mona.goto("/moderation/seals/")
    mona.click("text=Break the seal and look once")
    expect(mona.locator("main")).to_contain_text("Sealed answer")
    mona.goto("/moderation/seals/")
    expect(mona.locator("main")).to_contain_text("Used")
