"""A report between two people who share no language: each reads what the other did in their own."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.desk import at_desk
from tests.browser.play import logged_in
from tests.support.site import embedded

PEOPLE = """
from django.contrib.auth.models import Group
from accounts.models import User
from tests.support.people import create_person
for name, language in (("berta", "en-gb"), ("mona", "de"), ("sara", "es")):
    create_person(name=name, address=f"{name}@example.org", password="piecepack", confirmed=True)
    User.objects.filter(username=name).update(language=language)
User.objects.get(username="mona").groups.add(Group.objects.get(name="moderators"))
"""
NOTICES = ".notices"


def report(page: Page, name: str) -> None:
    """Report a player by the form, and wait for the thanks."""
    page.goto(f"/report/?player={name}")
    page.select_option("[name=category]", "abuse")
    page.fill("[name=words]", "Me insulta.")
    page.click("main form button[type=submit]")


def settle(page: Page) -> None:
    """Take the only report of the queue, and settle it as one on which we acted."""
    page.goto("/moderation/")
    page.click("main a[href*='/moderation/report/']")
    expect(page.locator("main")).to_contain_text("Me insulta.")
    page.click("form[action$='/claim/'] button")
    page.check("[name=outcome][value=acted]")
    page.fill("[name=note]", "Verwarnt.")
    page.click("form[action$='/close/'] button[type=submit]")


@pytest.mark.exhaustive("a report at the desk in a browser; `make test` settles reports without")
def test_a_german_moderator_settles_the_report_of_a_spanish_player(browser: Browser) -> None:
    with embedded(LANGUAGES="en-gb,de,es") as site:
        site.manage("shell", "-c", PEOPLE)
        of_sara, sara = logged_in(browser, site.url, "sara")
        report(sara, "berta")
        expect(sara.locator(NOTICES)).to_contain_text("Gracias.")
        of_mona, mona = at_desk(browser, site.url, "mona")
        settle(mona)
        expect(mona.locator(NOTICES)).to_contain_text("Erledigt. Die meldende Person weiß Bescheid.")
        expect(mona.locator("html")).to_have_attribute("lang", "de")
        sara.goto("/moderation/mine/")
        expect(sara.locator("html")).to_have_attribute("lang", "es")
        expect(sara.locator("main")).to_contain_text("Actuamos.")
        sara.goto("/notices/")
        expect(sara.locator("main")).to_contain_text("Revisamos tu denuncia y actuamos. Gracias.")
        expect(sara.locator("main")).not_to_contain_text("We looked")
        of_mona.close()
        of_sara.close()
