"""What aces do is whole on the first screen of a phone, in every language, also with all hands open beside them."""

import pytest
from playwright.sync_api import Browser

from bench.fold import open_decision
from games.bid.rules.dice import PRIZES
from piecepack_site.languages import LANGUAGE_COOKIE_NAME, OFFERED_LANGUAGES
from tests.browser.play import logged_in, made_by
from tests.browser.tables_under_way import Scene
from tests.support.site import EmbeddedSite

WINDOWS = ((390, 844), (360, 740))
ACES = {
    f"{count} aces to {phase}": Scene(
        "bid",
        lambda state, count=count, phase=phase: (  # type: ignore[misc]
            state.phase == phase
            and sum(face.endswith("a") for face in state.dice) == count
            and PRIZES[state.dice].crowns
        ),
        seats=3,
        steps=3,
        names=("ana", "ben", "cleo"),
    )
    for count, phase in ((1, "reroll"), (2, "bid"), (2, "reroll"), (3, "bid"))
}
MAKE = (
    "from tests.browser.tables_under_way import make;from tests.games.bid.test_aces_on_a_phone import ACES;make(ACES)"
)
CUT = """() => {
  const edge = document.querySelector(".mat-board").getBoundingClientRect();
  const parts = [...document.querySelectorAll(".auction-table :is(.die, .prize, .ace-whole, .ace-short)")];
  const isOut = ({ top, bottom }) => top < edge.top || bottom > edge.bottom;
  const cut = parts.filter((part) => part.checkVisibility() && isOut(part.getBoundingClientRect()));
  return cut.map((part) => part.textContent);
}"""
"""What the board cuts off."""


@pytest.mark.long("the words of several aces in each language; `make test` looks at one decision")
def test_what_aces_do_is_not_cut(browser: Browser, embedded_site: EmbeddedSite) -> None:
    tables = made_by(embedded_site, MAKE)
    context, page = logged_in(browser, embedded_site.url, "ana")
    found = []
    for language in OFFERED_LANGUAGES:
        context.add_cookies([{"name": LANGUAGE_COOKIE_NAME, "value": language, "url": embedded_site.url}])
        for name, number in tables.items():
            open_decision(page, number)
            # What a newcomer is told goes at a tap, and takes room until then.
            page.locator("[data-coach]").evaluate_all("all => { for (const one of all) one.hidden = true; }")
            for width, height in WINDOWS:
                page.set_viewport_size({"width": width, "height": height})
                found += [f"{language}, {name}, {width} wide: {words}" for words in page.evaluate(CUT)]
    context.close()
    assert not found, "\n".join(found)
