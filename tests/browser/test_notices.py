"""Notices in a real browser: the figures of the masthead, having looked, and the link of a mail."""

import random
import re
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browser.play import PATIENCE_MS, answer_by_list, join_table, listening, logged_in, open_table
from tests.support.site import EmbeddedSite, embedded

pytestmark = pytest.mark.long("the pages of notices in a browser; `make test` tries them without one")


@pytest.fixture(scope="module")
def site() -> Iterator[EmbeddedSite]:
    with embedded() as running:
        yield running


def shown(page: Page, which: str) -> str:
    """A figure of the masthead, as a phone shows it."""
    return page.locator(f".nav-phone > a [data-count={which}]").inner_text()


@pytest.mark.exhaustive("figures that follow on other pages")
def test_the_figures_of_the_masthead_follow_on_any_page(browser: Browser, site: EmbeddedSite) -> None:
    ana_context, ana = logged_in(browser, site.url, "ana")
    ben_context, ben = logged_in(browser, site.url, "ben")
    path = open_table(ana, "bid", bots=1, options={"target": "25"})
    ana.goto("/rules/")
    turns, unread = int(shown(ana, "turns") or 0), int(shown(ana, "unread") or 0)
    listening(ana)
    loads: list[str] = []
    ana.on("load", lambda _: loads.append("load"))
    join_table(ben, path)
    count = ana.locator(".nav-phone > a [data-count=turns]")
    expect(count).to_have_text(str(turns + 1), timeout=PATIENCE_MS)
    expect(ana.locator(".nav-phone > a [data-count=unread]")).to_have_text(str(unread + 1), timeout=PATIENCE_MS)
    assert loads == []
    ana_context.close()
    ben_context.close()


@pytest.mark.exhaustive("a hidden page in a browser; `make test` tries what it sends")
def test_a_table_that_is_looked_at_withholds_the_mail_and_a_hidden_one_does_not(
    browser: Browser, site: EmbeddedSite
) -> None:
    context, page = logged_in(browser, site.url, "cleo")
    page.add_init_script("document.hasFocus = () => !window.away; window.away = true;")
    seen: list[str] = []
    page.on("request", lambda request: seen.append(request.post_data or "") if "/seen/" in request.url else None)
    path = open_table(page, "bid", bots=1, options={"target": "25"})
    ben_context, ben = logged_in(browser, site.url, "ben")
    # Against bots alone no turn is told of.
    join_table(ben, path)
    # A loaded page has run its scripts, which look at once.
    page.goto(path)
    assert seen == []
    with page.expect_response("**/notices/seen/") as answered:
        page.evaluate("window.away = false; window.dispatchEvent(new Event('focus'))")
    assert answered.value.status == 204
    assert "topic=match%3A" in seen[0]
    page.goto("/notices/sent/")
    expect(page.locator("main")).to_contain_text("The user was looking at the table.")
    context.close()
    ben_context.close()


@pytest.mark.parametrize("scripts", [True, False])
def test_the_link_of_a_mail_plays_without_a_log_in(scripts: bool, browser: Browser, site: EmbeddedSite) -> None:
    context, page = logged_in(browser, site.url, "ben")
    page.set_viewport_size({"width": 1280, "height": 900})
    # Cleo has not answered, so the round does not close before the envelope was seen.
    path = open_table(page, "bid", bots=1, options={})
    other, cleo = logged_in(browser, site.url, "cleo")
    join_table(cleo, path)
    other.close()
    number = path.strip("/").split("/")[1]
    code = (
        "from accounts.models import User; from matches.models import Match;"
        "from notifications.mail_links import act_token;"
        f"m = Match.objects.get(pk={number}); u = User.objects.get(username='ben');"
        "print(f'/act/{act_token(user_id=u.pk, topic=f\"match:{m.pk}\", step=m.next_step)}/')"
    )
    link = re.search(r"/act/\S+", site.manage("shell", "-c", code))
    assert link
    fresh = browser.new_context(base_url=site.url, viewport={"width": 390, "height": 844}, java_script_enabled=scripts)
    visitor = fresh.new_page()
    errors: list[str] = []
    visitor.on("pageerror", lambda error: errors.append(str(error)))
    visitor.goto(link[0])
    expect(visitor.locator(".by-mail")).to_contain_text("at this table only")
    assert visitor.url.endswith(path)
    if scripts:
        assert Axe().run(visitor).violations_count == 0
        assert answer_by_list(visitor, path, random.Random(1))
    else:
        # The browser sends the form itself, and says where it comes from.
        visitor.locator("#answer form[data-step] label:has(input[type=radio])").first.click()
        visitor.click("#answer form[data-step] button[type=submit].button-primary")
        expect(visitor.locator("#answer .sealed").first).to_be_visible()
    visitor.goto("/people/me/")
    assert "/accounts/login/" in visitor.url
    assert errors == []
    fresh.close()
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.sampled(1, "each page of notices at each size, not one")
def test_the_pages_are_accessible_and_fit(browser: Browser, site: EmbeddedSite, scheme: str, width: int) -> None:
    context, page = logged_in(browser, site.url, "ana")
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.set_viewport_size({"width": width, "height": 844})
    for path in ("/notices/choose/", "/notices/", "/notices/sent/", "/table/1/notices/"):
        page.goto(path)
        result = Axe().run(page)
        assert result.violations_count == 0, f"{path}\n{result.generate_report()}"
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    context.close()
