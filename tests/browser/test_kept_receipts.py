"""A browser keeps the first receipt of its reader's seat by itself, and forgets it with the reader."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.play import join_table, listening, logged_in, made_by
from tests.support.site import EmbeddedSite

pytestmark = pytest.mark.long("receipts that a browser keeps; `make test` tries what is handed out and checked")

FINISHED = """
import json
from django.utils import timezone
from accounts.models import User
from matches.models import Match
from tests.matches.test_exports import played
match, people = played("bid", now=timezone.now())
match.seats.filter(number=0).update(user=User.objects.get(username="ana"))
print(json.dumps({"over": match.pk}))
"""
KEPT = "JSON.parse(localStorage.getItem('receipts') ?? 'null')"
COUNT = f"() => ({KEPT}?.receipts.length ?? 0)"


def opened(page: Page) -> str:
    """Open a table of bots, and return its address once its receipt is kept."""
    page.goto("/tables/new/bid/?company=bots")
    page.click("main button[type=submit]")
    page.wait_for_url("**/table/*/")
    page.wait_for_function(f"{COUNT} > 0")
    return page.url


def test_the_first_receipt_is_kept_once_and_forgotten(browser: Browser, embedded_site: EmbeddedSite) -> None:
    context, page = logged_in(browser, embedded_site.url, "ana")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    table = opened(page)
    receipt = page.evaluate(KEPT)["receipts"][0]
    statement = json.loads(receipt["text"])["statement"]
    assert (statement["about"], statement["number"]) == ("receipt", int(table.split("/")[-2]))
    page.reload()
    page.goto(f"{table}check/")
    assert sum(url.endswith("/receipt.json") for url in asked) == 1

    site_says = page.request.get(f"{table}receipt.json").json()["statement"]
    assert statement["seed_hash"] == site_says["seed_hash"]

    page.evaluate("localStorage.setItem('receipts', JSON.stringify({reader: 'somebody else', receipts: [{}]}))")
    page.goto("/rules/")
    assert page.evaluate(KEPT) is None, "another reader's are forgotten"
    page.goto(table)
    page.wait_for_function(f"{COUNT} > 0")
    page.goto("/accounts/logout/")
    page.click("main form[action$='/logout/'] button")
    page.wait_for_function(f"{COUNT} === 0")
    context.close()


def test_the_receipt_of_a_new_seat_is_kept_beside_that_of_one_that_was_given_up(
    browser: Browser, embedded_site: EmbeddedSite
) -> None:
    context, ana = logged_in(browser, embedded_site.url, "ana")
    ana.goto("/tables/new/bid/?company=seats")
    for seat in (1, 2):
        ana.select_option(f"[name=seat_{seat}]", "open")
    ana.click("main button[type=submit]")
    ana.wait_for_url("**/table/*/")
    path = ana.url.removeprefix(embedded_site.url)
    ben_context, ben = logged_in(browser, embedded_site.url, "ben")
    words: list[str] = []
    for _ in range(2):
        join_table(ben, path)
        ben.wait_for_function(f"{COUNT} === {len(words) + 1}")
        kept = ben.evaluate(KEPT)["receipts"][-1]["text"]
        assert json.loads(kept)["statement"] == ben.request.get(f"{path}receipt.json").json()["statement"]
        words.append(json.loads(kept)["statement"]["contribution"])
        with ben.expect_navigation():
            ben.click("form[action$='/leave/'] button")
    assert words[0] != words[1]
    # Its place is kept while the zone changes, which writes times otherwise.
    join_table(ben, path)
    ben.wait_for_function(f"{COUNT} === 3")
    ben.context.add_cookies([{"name": "tz", "value": "Asia/Tokyo", "url": embedded_site.url}])
    with ben.expect_event("load"):
        ben.reload()
    listening(ben)
    assert ben.evaluate(COUNT) == 3
    context.close()
    ben_context.close()


def test_the_page_that_checks_a_match_offers_what_was_kept(
    browser: Browser, embedded_site: EmbeddedSite, tmp_path: Path
) -> None:
    number = made_by(embedded_site, FINISHED)["over"]
    context, page = logged_in(browser, embedded_site.url, "ana")
    page.goto(f"/table/{number}/check/")
    part = page.locator("[data-kept-receipt]")
    expect(part).to_be_hidden()
    page.goto(f"/table/{number}/")
    page.wait_for_function(f"{COUNT} > 0")
    page.goto(f"/table/{number}/check/")
    expect(part).to_be_visible()
    expect(part.locator("[data-same]")).to_be_visible()
    expect(part.locator("[data-other]")).to_be_hidden()
    with page.expect_download() as saving:
        part.get_by_text("Save the kept receipt as a file").click()
    file = tmp_path / saving.value.suggested_filename
    saving.value.save_as(file)
    assert file.name == f"kept-receipt-bid-{number}.json"
    expect(page.locator("pre")).to_contain_text(f"--receipt {file.name}")
    expect(page.locator("pre")).not_to_contain_text(f"--receipt receipt-bid-{number}.json")
    assert json.loads(file.read_text()) == json.loads(page.evaluate(KEPT)["receipts"][-1]["text"])
    expect(part.locator("[data-earlier]")).to_be_hidden()
    page.evaluate(
        f"""() => {{
            const all = {KEPT};
            all.receipts.push({{...all.receipts.at(-1), seated: 'later'}});
            for (const one of all.receipts)
                one.text = JSON.stringify({{statement: {{seed_hash: 'another'}}}});
            localStorage.setItem('receipts', JSON.stringify(all));
        }}"""
    )
    page.reload()
    expect(part.locator("[data-other]")).to_be_visible()
    expect(part.locator("[data-same]")).to_be_hidden()
    expect(part.get_by_text("Save the first one")).to_be_visible()
    context.close()
