"""A pushed notice in a browser with windows: one without shows no notifications."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.play import logged_in
from tests.support import browser as browsers
from tests.support.site import EmbeddedSite, eventually


@pytest.fixture
def windowed(monkeypatch: pytest.MonkeyPatch) -> Iterator[Browser]:
    """A Chromium that shows notifications."""
    # Playwright keeps an event loop in this thread, which makes Django refuse the database.
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
    with browsers.launched(browsers.chromium(with_windows=True)) as launched:
        yield launched


def test_the_service_worker_shows_what_is_pushed(windowed: Browser, embedded_site: EmbeddedSite) -> None:
    context, page = logged_in(windowed, embedded_site.url, "ana")
    context.grant_permissions(["notifications"], origin=embedded_site.url)
    devtools = context.new_cdp_session(page)
    registrations: list[dict[str, str]] = []
    devtools.on("ServiceWorker.workerRegistrationUpdated", lambda event: registrations.extend(event["registrations"]))
    devtools.send("ServiceWorker.enable")
    page.goto("/notices/choose/")
    page.evaluate("navigator.serviceWorker.ready.then((found) => found.scope)")
    assert page.evaluate("navigator.serviceWorker.ready.then((found) => new URL(found.scope).pathname)") == "/"
    worker = eventually(
        lambda: next((one for one in registrations if one["scopeURL"].startswith(embedded_site.url)), None)
    )
    assert worker is not None
    payload = '{"title": "Your turn: Bid!, table 5", "path": "/table/5/", "tag": "match:5"}'
    pushed = {"origin": embedded_site.url, "registrationId": worker["registrationId"], "data": payload}
    ask = (
        "navigator.serviceWorker.ready.then((worker) => worker.getNotifications()).then((all) =>"
        " all.map((one) => [one.title, one.tag, one.data.path]))"
    )

    def shown_notices() -> list[list[str]]:
        # A push may be lost while the worker starts; the tag keeps a second one from showing twice.
        devtools.send("ServiceWorker.deliverPushMessage", pushed)
        return list(page.evaluate(ask))

    # Each message of the devtools is heard while the page is asked.
    found = eventually(shown_notices)
    assert found == [["Your turn: Bid!, table 5", "match:5", "/table/5/"]]
    context.close()
