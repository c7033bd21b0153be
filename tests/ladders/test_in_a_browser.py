"""An organiser runs a ladder, a season and a tournament to their end in a real browser, and nowhere else."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.support.site import EmbeddedSite, eventually


@pytest.fixture
def ana(embedded_site: EmbeddedSite, page: Page) -> Page:
    """The demo's organiser, logged in."""
    return logged_in(page, embedded_site, "ana")


def logged_in(page: Page, site: EmbeddedSite, name: str) -> Page:
    page.goto(f"{site.url}/accounts/login/")
    page.fill("input[name=login]", name)
    page.fill("input[name=password]", "piecepack")
    page.click("main button[type=submit]")
    page.wait_for_url("**/turns/")
    return page


def page_of_another(page: Page) -> Page:
    """A page in its own browser, without a log-in."""
    browser = page.context.browser
    assert browser is not None
    return browser.new_context().new_page()


def page_of_a_visitor(page: Page, url: str) -> Page:
    """The same page without a log-in, never reloaded."""
    visitor = page_of_another(page)
    visitor.goto(url)
    return visitor


def count_news(page: Page) -> None:
    """Count from now on what rings the bell of this page."""
    page.evaluate("window.rung = 0; document.body.addEventListener('news', () => { window.rung += 1; })")


def submit(page: Page, words: str) -> None:
    """Press the button with these words and wait for the page that comes."""
    with page.expect_navigation():
        page.get_by_role("button", name=words).first.click()


def submit_surely(page: Page, asked: str, words: str) -> None:
    """Open what is closed at first, and press its button."""
    page.locator("summary", has_text=asked).click()
    submit(page, words)


def accessible(page: Page) -> None:
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        result = Axe().run(page)
        assert result.violations_count == 0, f"{scheme}\n{result.generate_report()}"


def shows(page: Page, words: str) -> Callable[[], Any]:
    def check() -> bool:
        page.reload()
        return words in page.inner_text("main")

    return check


def announce(ana: Page, site: EmbeddedSite, title: str, kind: str, **wanted: str) -> None:
    """Announce a quick tournament of tables of two, and stay on its page."""
    ana.goto(f"{site.url}/ladders/")
    ana.get_by_role("link", name="Announce one").first.click()
    ana.get_by_role("link", name="A tournament of Plaque Auction").click()
    ana.fill("[name=title]", title)
    ana.select_option("[name=kind]", kind)
    ana.select_option("[name=seats]", "2")
    ana.fill("[name=starts_at]", "2090-01-01T12:00")
    for name, value in {"option_hands": "1", "option_tokens": "10", **wanted}.items():
        ana.fill(f"[name={name}]", value)
    if kind == "final":
        ana.select_option("[name=ladder]", label="Plaques on Friday")
    submit(ana, "Announce the tournament")
    expect(ana.get_by_role("heading", level=1)).to_have_text(title)


def enter(ana: Page, *names: str) -> None:
    for name in names:
        ana.fill("[name=name]", name)
        submit(ana, "Enter this player")
        expect(ana.locator("body")).to_contain_text(f"{name} is entered.")


def ladder_of_bots(ana: Page, site: EmbeddedSite) -> None:
    """Open a ladder whose final can be held."""
    ana.goto(f"{site.url}/ladders/new/plaque-auction/")
    ana.fill("[name=title]", "Plaques on Friday")
    submit(ana, "Open the ladder")
    ana.get_by_role("link", name="Import a list of players").click()
    ana.fill("textarea", "Steady-1\nRandom-1")
    submit(ana, "Check the list")
    submit(ana, "Enter 2 players")


@pytest.mark.exhaustive("organisers in a browser; `make test` tries their pages without")
def test_a_tournament_with_a_list_a_late_entry_and_its_calling_off(ana: Page, embedded_site: EmbeddedSite) -> None:
    ana.goto(f"{embedded_site.url}/ladders/apart/")
    ana.fill("[name=one]", "ben")
    ana.fill("[name=other]", "cleo")
    submit(ana, "Keep them apart")
    expect(ana.locator("main")).to_contain_text("and cleo by ana")
    announce(ana, embedded_site, "The open cup", "swiss", rounds="2", late_rounds="1")
    onlooker = page_of_a_visitor(ana, ana.url)
    ana.get_by_role("link", name="Import a list of players").click()
    lines = b"name;club\nben;North\ncleo;North\n;South\nnobody;South\nSteady-1;\nRandom-1;\nben;North\n"
    ana.set_input_files("[name=file]", {"name": "club.csv", "mimeType": "text/csv", "buffer": lines})
    submit(ana, "Check the list")
    wrong = ana.locator("tr.line-wrong")
    expect(wrong.locator("td.num")).to_have_text(["4", "5", "8"])
    expect(wrong.nth(0)).to_contain_text("This line has no name.")
    expect(wrong.nth(1)).to_contain_text("Nobody here is called “nobody”.")
    expect(wrong.nth(2)).to_contain_text("ben has entered this tournament already.")
    accessible(ana)
    submit(ana, "Enter 4 players")
    expect(ana.locator("body")).to_contain_text("4 of 7 lines were entered.")
    expect(onlooker.locator("ul.entries")).to_contain_text("cleo", timeout=60_000)
    submit_surely(ana, "Start now", "Start the tournament")
    expect(onlooker.locator("table.standings")).to_contain_text("cleo", timeout=60_000)
    expect(onlooker.locator("main")).to_contain_text("Round 1 of 2 ends", timeout=60_000)
    eventually(shows(ana, "Round 1 of 2 ends"), 60)
    # Ben and Cleo never answer here, so the first round goes on.
    tables = ana.locator(".round-table:not(.round-to-come)").all_inner_texts()
    assert len(tables) == 2 and not any("ben" in words and "cleo" in words for words in tables)
    cup = ana.url
    ana.goto(f"{embedded_site.url}/ladders/apart/")
    submit(ana, "Let them meet again")
    expect(ana.locator("main")).to_contain_text("Nobody is kept apart.")
    ana.goto(cup)
    expect(ana.locator("main")).to_contain_text("An organiser started this tournament before its hour")
    before = ana.locator("table.standings tbody tr").count()
    submit(ana, "Enter a bot")
    expect(ana.locator("table.standings tbody tr")).to_have_count(before + 1)
    announce(ana, embedded_site, "The cup that nobody wants", "knockout")
    submit_surely(ana, "Call it off", "Call it off for good")
    expect(ana.locator("main")).to_contain_text("This tournament was called off.")


@pytest.mark.exhaustive("a season in a browser; `make test` plays one without")
def test_a_ladder_with_a_season(ana: Page, embedded_site: EmbeddedSite) -> None:
    ana.goto(f"{embedded_site.url}/ladders/")
    ana.get_by_role("link", name="Open a ladder").first.click()
    ana.get_by_role("link", name="A ladder of Hex Auction").click()
    ana.fill("[name=title]", "Hexes on Tuesday")
    ana.select_option("[name=seats_to]", "3")
    ana.fill("[name=divisions]", "Upper, Lower")
    submit(ana, "Open the ladder")
    ana.get_by_role("link", name="Import a list of players").click()
    ana.fill("textarea", "ben, Upper\ncleo, Upper\nnobody\nRandom-1, Lower\nSteady-1, Lower")
    submit(ana, "Check the list")
    assert "4 of 5 lines can be entered" in ana.inner_text("main")
    accessible(ana)
    submit(ana, "Enter 4 players")
    # Before joining: players on a ladder cannot end its season early.
    ana.get_by_role("link", name="Announce a season").click()
    ana.fill("[name=title]", "Spring")
    ana.fill("[name=starts_at]", "2026-01-01T00:00")
    ana.fill("[name=ends_at]", "2090-01-01T00:00")
    submit(ana, "Announce the season")
    submit_surely(ana, "End Spring now", "End the season")
    assert "The final table, as it stood" in ana.inner_text("main")
    moved = {row.split()[1]: row.split()[-1] for row in ana.locator("tbody tr").all_inner_texts()}
    assert {name: word for name, word in moved.items() if word in ("promoted", "relegated")} == {
        "cleo": "relegated",
        "Random-1": "promoted",
    }
    ana.goto(f"{embedded_site.url}/ladder/hexes-on-tuesday/")
    submit(ana, "Join this ladder")
    assert "You are 3rd of 3 in Lower" in ana.inner_text("main")
    ana.get_by_label("Invite Steady-1").check()
    accessible(ana)
    ana.get_by_role("button", name="Challenge these").click()
    # The notice goes when the page follows what becomes of the challenge.
    expect(ana.locator("body")).to_contain_text("The challenge is out.")
    expect(ana.locator("main")).to_contain_text("is being played")
    accessible(ana)
    ana.goto(f"{embedded_site.url}/ladder/hexes-on-tuesday/")
    expect(ana.locator("section.organise")).to_contain_text("Ask an organiser who does not to close it")


@pytest.mark.exhaustive("a choice that stays while standings move; `make test` tries it at a table")
def test_what_a_reader_has_chosen_stays_while_standings_move(ana: Page, embedded_site: EmbeddedSite) -> None:
    ben = logged_in(page_of_another(ana), embedded_site, "ben")
    ana.goto(f"{embedded_site.url}/ladders/new/plaque-auction/")
    ana.fill("[name=title]", "Plaques on Monday")
    ana.select_option("[name=seats_from]", "3")
    ana.select_option("[name=seats_to]", "3")
    submit(ana, "Open the ladder")
    ladder = ana.url
    ana.get_by_role("link", name="Import a list of players").click()
    ana.fill("textarea", "ben\ncleo\nSteady-1")
    submit(ana, "Check the list")
    submit(ana, "Enter 3 players")
    submit(ana, "Join this ladder")
    expect(ana.locator("tr.rung-mine")).to_contain_text("4")
    count_news(ana)
    chosen = ana.get_by_label("Invite cleo")
    chosen.check()
    ben.goto(ladder)
    submit_surely(ben, "Leave this ladder", "Give up my place")
    expect(ana.locator("tr.rung-mine")).to_contain_text("3", timeout=60_000)
    expect(ana.locator("table.rungs")).not_to_contain_text("ben")
    expect(chosen).to_be_checked()
    expect(chosen).to_be_focused()
    assert ana.evaluate("window.rung") == 0, "what moves on a ladder is no news of the reader's own"

    announce(ana, embedded_site, "The cup to look at", "swiss", rounds="2")
    enter(ana, "ben", "cleo", "Steady-1", "Random-1")
    submit_surely(ana, "Start now", "Start the tournament")
    cup, chance = ana.url, ana.locator("details#chance")
    # Cleo never answers, so the first round goes on.
    expect(ana.locator(".round-playing").first).to_be_visible(timeout=60_000)
    count_news(ana)
    chance.locator("summary").click()
    expect(chance).to_have_attribute("open", "")
    ben.goto(cup)
    submit_surely(ben, "Withdraw", "Withdraw for good")
    expect(ana.locator("table.standings")).to_contain_text("withdrawn", timeout=60_000)
    expect(chance).to_have_attribute("open", "")
    expect(chance.locator("summary")).to_be_focused()
    assert ana.evaluate("window.rung") == 0


@pytest.mark.exhaustive("tournaments of each kind in a browser; `make test` plays them without")
def test_a_tournament_of_each_kind_that_the_site_plays_to_its_end(ana: Page, embedded_site: EmbeddedSite) -> None:
    ladder_of_bots(ana, embedded_site)
    pages = {}
    for kind in ("swiss", "robin", "knockout", "final"):
        announce(ana, embedded_site, f"The bots' {kind}", kind)
        if kind != "final":
            enter(ana, "Random-1", "Steady-1")
        submit_surely(ana, "Start now", "Start the tournament")
        pages[kind] = ana.url
    for kind, url in pages.items():
        ana.goto(url)
        eventually(shows(ana, "Ended"), 60)
        picture = "svg.bracket" if kind in ("knockout", "final") else ".round-columns"
        expect(ana.locator(picture)).to_have_count(1)
        expect(ana.locator("main")).to_contain_text("wins")
        if kind in ("robin", "final"):
            accessible(ana)
    ana.goto(f"{embedded_site.url}/ladder/plaques-on-friday/")
    submit_surely(ana, "Close this ladder", "Close it for good")
    expect(ana.locator("main")).to_contain_text("This ladder is closed")
    ana.get_by_role("link", name="Random-1").first.click()
    # One of each kind at least: other tests of this site may have let it play too.
    expect(ana.locator("main")).to_contain_text(re.compile(r"[4-9]\s+rated\s+matches"))
    expect(ana.locator("#trophies")).to_have_count(1)
    accessible(ana)
    ana.goto(f"{embedded_site.url}/ladders/hall/")
    expect(ana.locator("main")).to_contain_text("The bots' final")
