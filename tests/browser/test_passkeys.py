"""Passkeys in a real browser, by an authenticator that Chromium plays; and what is left without scripts or a name."""

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.accounts.factors import code_of
from tests.support.site import EmbeddedSite, embedded

HELD = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
WILLING = {"isUserVerified": True, "automaticPresenceSimulation": True}
MAKE = """
from tests.support.people import create_person
create_person(name="dora", address="dora@example.org", password="piecepack", confirmed=True)
"""
PAGES = ("/people/me/safety/", "/accounts/2fa/", "/accounts/2fa/webauthn/", "/people/me/data/", "/privacy/")


@pytest.fixture(scope="module")
def site() -> Iterator[EmbeddedSite]:
    with embedded() as running:
        yield running


def named(site: EmbeddedSite) -> str:
    """The site by its name, to which passkeys belong."""
    return site.url.replace("127.0.0.1", "localhost")


def opened(browser: Browser, url: str, **more: Any) -> tuple[BrowserContext, Page]:
    context = browser.new_context(base_url=url, viewport={"width": 390, "height": 844}, **more)
    context.set_default_timeout(15_000)
    return context, context.new_page()


def with_password(page: Page, name: str) -> None:
    page.goto("/accounts/login/")
    page.fill("input[name=login]", name)
    page.fill("input[name=password]", "piecepack")
    send(page)


def log_out(page: Page) -> None:
    page.goto("/accounts/logout/")
    send(page)


def confirm_password(page: Page) -> None:
    page.fill("input[name=password]", "piecepack")
    send(page)


def send(page: Page) -> None:
    # A page asked for before the answer comes would end the request.
    with page.expect_navigation():
        page.click("main button[type=submit]")


def test_a_passkey_is_made_and_opens_the_account_alone(browser: Browser, site: EmbeddedSite) -> None:
    context, page = opened(browser, named(site))
    devices = context.new_cdp_session(page)
    devices.send("WebAuthn.enable")
    devices.send("WebAuthn.addVirtualAuthenticator", {"options": HELD | WILLING})
    with_password(page, "ana")
    page.wait_for_url("**/turns/")
    page.goto("/accounts/2fa/webauthn/add/")
    confirm_password(page)
    page.check("input[name=passwordless]")
    page.click("#passkey")
    page.wait_for_url("**/recovery-codes/")
    assert page.locator(".codes li").count() == 10
    for path in PAGES:
        page.goto(path)
        assert Axe().run(page).violations_count == 0, path
    log_out(page)
    page.goto("/accounts/login/")
    page.click("#passkey")
    page.wait_for_url("**/turns/")
    log_out(page)
    with_password(page, "ana")
    page.wait_for_url("**/2fa/authenticate/")
    page.click("#passkey")
    page.wait_for_url("**/turns/")
    context.close()


@pytest.mark.exhaustive("a copied passkey in a browser; `make test` tries it without")
def test_a_copied_passkey_opens_nothing_once_its_owner_has_used_theirs(browser: Browser, site: EmbeddedSite) -> None:
    context, page = opened(browser, named(site))
    devices = context.new_cdp_session(page)
    devices.send("WebAuthn.enable")
    held = devices.send("WebAuthn.addVirtualAuthenticator", {"options": HELD | WILLING})
    site.manage("shell", "--no-imports", "--command", MAKE)
    with_password(page, "dora")
    page.wait_for_url("**/turns/")
    page.goto("/accounts/2fa/webauthn/add/")
    confirm_password(page)
    page.check("input[name=passwordless]")
    page.click("#passkey")
    page.wait_for_url("**/recovery-codes/")
    copied = devices.send("WebAuthn.getCredentials", held)["credentials"][0]
    log_out(page)
    page.goto("/accounts/login/")
    page.click("#passkey")
    page.wait_for_url("**/turns/")
    elsewhere, thief = opened(browser, named(site))
    devices = elsewhere.new_cdp_session(thief)
    devices.send("WebAuthn.enable")
    held = devices.send("WebAuthn.addVirtualAuthenticator", {"options": HELD | WILLING})
    devices.send("WebAuthn.addCredential", held | {"credential": copied})
    thief.goto("/accounts/login/")
    thief.click("#passkey")
    expect(thief.get_by_text("The code is not right")).to_be_visible()
    for opener in (context, elsewhere):
        opener.close()


@pytest.mark.exhaustive("a site without a name")
def test_a_site_that_is_opened_by_a_number_says_why_there_are_no_passkeys(browser: Browser, site: EmbeddedSite) -> None:
    context, page = opened(browser, site.url)
    with_password(page, "cleo")
    page.goto("/accounts/2fa/webauthn/add/")
    confirm_password(page)
    expect(page.locator("[data-passkey-address]")).to_be_visible()
    expect(page.locator("#passkey")).to_be_hidden()
    context.close()


@pytest.mark.exhaustive("an app as second factor in a browser; `make test` tries it without")
def test_an_app_is_set_up_and_asked_for_without_scripts(browser: Browser, site: EmbeddedSite) -> None:
    context, page = opened(browser, site.url, java_script_enabled=False)
    with_password(page, "ben")
    page.goto("/accounts/2fa/totp/activate/")
    confirm_password(page)
    key = page.inner_text(".key")
    page.fill("input[name=code]", code_of(key))
    page.click("main button[type=submit]")
    codes = page.locator(".codes code").all_inner_texts()
    log_out(page)
    with_password(page, "ben")
    assert "Passkeys need JavaScript" in page.content()
    page.fill("input[name=code]", codes[0])
    page.click("main button[type=submit]")
    page.wait_for_url("**/turns/")
    context.close()
