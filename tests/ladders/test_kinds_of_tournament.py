"""A new tournament has the fields of its kind; what was filled in for another kind does no harm."""

import re
from datetime import timedelta

import msgspec
import pytest
from django.http import HttpResponse
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from games.registry import GAMES
from ladders.forms import TournamentForm
from ladders.models import Tournament
from tests.browser.play import PATIENCE_MS, logged_in_before
from tests.ladders.play import SLUG, ladder_of, organiser
from tests.support.clients import client_of
from tests.support.html import squeezed
from tests.support.site import EmbeddedSite

PATH = f"/tournaments/new/{SLUG}/"
PARTS = {
    "For Swiss and round robin": {"rounds", "late_rounds"},
    "For knock-outs and finals": {"go_on"},
    "For the final of a ladder": {"ladder"},
}
SHOWN = """() => [...document.querySelectorAll("[data-kinds]")]
  .filter((part) => part.checkVisibility() && !part.disabled)
  .flatMap((part) => [...part.elements].map((field) => field.name))"""


def announced(**fields: object) -> HttpResponse:
    """Send the form of a tournament as the organiser, with these fields."""
    begins = (timezone.now() + timedelta(days=2)).strftime("%Y-%m-%dT%H:%M")
    usual: dict[str, object] = {
        "title": "Cup",
        "kind": "swiss",
        "seats": 3,
        "time_control": "hard",
        "round_seconds": 28 * 24 * 3600,
    }
    options = {f"option_{name}": value for name, value in msgspec.structs.asdict(GAMES[SLUG].Options()).items()}
    usual |= {"starts_at": begins, "most_entries": 20, "repeat_days": 0}
    usual |= {name: value for name, value in options.items() if value not in (None, False)}
    return client_of(organiser()).post(PATH, usual | fields)  # type: ignore[return-value]


def wrong_fields(reply: HttpResponse) -> set[str]:
    """The fields that a page of the form calls wrong."""
    return set(re.findall(r'name="(\w+)"[^>]*aria-invalid="true"', reply.content.decode()))


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("kind", "foreign", "kept"),
    [
        ("swiss", {"go_on": 7}, {"go_on": 1, "rounds": 0}),
        ("swiss", {"go_on": "many", "ladder": "99", "rounds": 3}, {"go_on": 1, "ladder": None, "rounds": 3}),
        ("robin", {"go_on": "", "late_rounds": 2}, {"go_on": 1, "late_rounds": 2}),
        ("knockout", {"go_on": 1, "rounds": -1, "late_rounds": 99}, {"rounds": 0, "late_rounds": 0}),
        ("knockout", {"go_on": 1, "rounds": 3, "late_rounds": 2}, {"rounds": 0, "late_rounds": 0}),
    ],
)
def test_what_was_filled_in_for_another_kind_is_dropped(
    kind: str, foreign: dict[str, object], kept: dict[str, object]
) -> None:
    ladder_of([])
    reply = announced(kind=kind, **foreign)
    assert reply.status_code == 302, reply.content.decode()
    assert {name: getattr(Tournament.objects.get(), name) for name in kept} == kept


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("kind", "wrong"), [("knockout", {"go_on": ""}), ("knockout", {"go_on": 0}), ("swiss", {"rounds": -1})]
)
def test_what_is_wrong_for_the_chosen_kind_is_named(kind: str, wrong: dict[str, object]) -> None:
    reply = announced(kind=kind, **wrong)
    assert (reply.status_code, wrong_fields(reply)) == (400, set(wrong))


@pytest.mark.django_db
def test_a_refused_form_keeps_what_other_kinds_begin_with() -> None:
    reply = announced(title="")
    assert 'name="go_on" value="1"' in squeezed(reply.content.decode())


@pytest.mark.django_db
def test_without_scripts_all_fields_stand_below_the_name_of_their_kind() -> None:
    ladder_of([])
    form = TournamentForm(GAMES[SLUG], None)
    assert {part.heading: {field.name for field in part.fields} for part in form.kind_parts()} == PARTS
    assert not {field.name for field in form.common_fields()} & set().union(*PARTS.values())
    shown = squeezed(client_of(organiser()).get(PATH).content.decode())
    assert all(f"<h2>{heading}</h2>" in shown for heading in PARTS)


@pytest.fixture
def ana(browser: Browser, embedded_site: EmbeddedSite) -> Page:
    """The demo's organiser, on the page of a new tournament of a game that has a ladder."""
    _, page = logged_in_before(browser, embedded_site.url, "ana")
    page.goto(PATH)
    if not page.locator("[name=ladder]").count():
        page.goto(f"/ladders/new/{SLUG}/")
        page.fill("[name=title]", "Fridays")
        page.click("main form:has([name=title]) button[type=submit]")
        page.wait_for_url("**/ladder/*/")
        page.goto(PATH)
    return page


def test_a_page_shows_the_fields_of_the_chosen_kind_alone(ana: Page) -> None:
    assert ana.evaluate(SHOWN) == ["rounds", "late_rounds"]
    ana.locator("[name=kind]").focus()
    ana.keyboard.press("End")
    assert ana.evaluate(SHOWN) == ["go_on", "ladder"]
    assert not ana.get_by_role("spinbutton", name="Late entry").count()
    ana.select_option("[name=kind]", "knockout")
    assert ana.evaluate(SHOWN) == ["go_on"]
    ana.fill("[name=go_on]", "0")
    ana.select_option("[name=kind]", "robin")
    assert ana.evaluate(SHOWN) == ["rounds", "late_rounds"]
    ana.fill("[name=title]", "The lantern cup")
    ana.fill("[name=starts_at]", "2090-01-01T12:00")
    ana.click("main form:has([name=title]) button[type=submit]")
    expect(ana.get_by_role("heading", level=1)).to_have_text("The lantern cup")
    ana.go_back()
    expect(ana.locator("[name=kind]")).to_have_value("robin")
    assert ana.evaluate(SHOWN) == ["rounds", "late_rounds"]
    ana.context.close()


def test_a_browser_without_scripts_shows_all_of_them(ana: Page, browser: Browser, embedded_site: EmbeddedSite) -> None:
    context = browser.new_context(java_script_enabled=False, base_url=embedded_site.url)
    context.set_default_timeout(PATIENCE_MS)
    context.add_cookies(list(ana.context.cookies()))  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(PATH)
    for name in set().union(*PARTS.values()):
        expect(page.locator(f"[name={name}]")).to_be_visible()
    context.close()
    ana.context.close()


@pytest.mark.django_db
def test_a_final_is_of_one_of_the_ladders() -> None:
    ladder = ladder_of([])
    page = client_of(organiser()).get(PATH).content.decode()
    field = re.search(r'<select name="ladder".*?</select>', page, re.DOTALL)
    assert field is not None
    assert re.findall(r'<option value="(.*?)"', field[0]) == [str(ladder.pk)]
