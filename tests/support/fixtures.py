"""The fixtures that all tests may ask for. Each thing is started when a test first asks for it."""

from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import caches
from django.template import Template
from playwright.sync_api import Browser, BrowserContext, Page, expect

from foundation import file_checks
from notifications.enums import Channel
from notifications.services.sweep import HANDED
from tests.support import browser as browsers
from tests.support import postgres as postgres_server
from tests.support import redis as redis_servers
from tests.support import site, smtp
from tests.support.processes import Service, running
from tests.support.pseudo import write_pseudo_languages

# Two tests share two cores with all the servers they started.
BROWSER_PATIENCE_MS = 30_000
_said_to_have_ended: list[Service] = []
"""Services that ended by themselves, once a failing test has said so."""


@pytest.fixture(scope="session", autouse=True)
def unwatched_templates(django_test_environment: None) -> Iterator[Any]:
    """Django copies what each part of each page is made of for tests to look at, which few do and all wait for.

    Yields how it does that.
    """
    watched = vars(Template)["_render"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Template, "_render", lambda template, context: template.nodelist.render(context))
        yield watched


@pytest.fixture
def watched_templates(unwatched_templates: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Replies have a `context`: what their pages were made of."""
    monkeypatch.setattr(Template, "_render", unwatched_templates)


@pytest.fixture(autouse=True)
def _nothing_remembered() -> None:
    """The process caches facts about users and notices of an earlier test, which had the same numbers."""
    caches["near"].clear()
    caches["default"].delete_many([f"{HANDED}{channel}" for channel in Channel])


@pytest.fixture(autouse=True)
def _patient_with_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """A request waits for the check of a file as long as it takes: tests share two cores."""
    monkeypatch.setattr(file_checks, "WAIT", 120.0)


@pytest.fixture(scope="session")
def postgres() -> Iterator[postgres_server.Postgres]:
    """A real PostgreSQL server."""
    with postgres_server.started() as server:
        yield server


@pytest.fixture(scope="session")
def redis_server() -> Iterator[redis_servers.Redis]:
    """A real Redis server."""
    with redis_servers.started() as server:
        yield server


@pytest.fixture
def mail_server() -> Iterator[smtp.MailServer]:
    """A mail server that collects what it is sent."""
    with smtp.started() as server:
        yield server


@pytest.fixture(scope="module")
def embedded_site() -> Iterator[site.EmbeddedSite]:
    """The site in one process, with its demo; shared by the tests of one file."""
    with site.embedded() as running_site:
        yield running_site


@pytest.fixture(autouse=True)
def _site_still_runs(request: pytest.FixtureRequest) -> None:
    """Start a shared site again that has ended, so that other tests do not fail with the one that found it so."""
    shared = request.getfixturevalue("embedded_site") if "embedded_site" in request.fixturenames else None
    if not isinstance(shared, site.EmbeddedSite) or shared.service is None or shared.service.is_running:
        return
    ended = shared.service
    shared.kill()
    shared.start()
    if ended not in _said_to_have_ended:
        pytest.fail(f"The site ended with code {ended.process.returncode} before this test:\n{ended.tail()}")


@pytest.fixture(scope="module")
def server_site(postgres: postgres_server.Postgres, redis_server: redis_servers.Redis) -> Iterator[site.ServerSite]:
    """The site as a server of two web processes, two workers and a beat; shared by the tests of one file."""
    redis_server.empty()
    with site.server(postgres, redis_server.url) as running_site:
        yield running_site


@pytest.fixture(scope="session")
def chromium() -> Path | None:
    """Where Chromium is."""
    return browsers.chromium()


@pytest.fixture(scope="module")
def browser(chromium: Path | None) -> Iterator[Browser]:
    """A real browser, shared by the tests of one file, as asynchronous tests cannot run alongside it."""
    with pytest.MonkeyPatch.context() as patch:
        # Playwright keeps an event loop in this thread, which makes Django refuse the database.
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
        expect.set_options(timeout=BROWSER_PATIENCE_MS)
        with browsers.launched(chromium) as launched:
            yield launched


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """One reader's browser, with cookies of its own."""
    fresh = browser.new_context(locale="en-GB", timezone_id="Europe/Berlin")
    fresh.set_default_timeout(BROWSER_PATIENCE_MS)
    yield fresh
    # A handler that still serves a page while its browser closes waits forever.
    fresh.unroute_all(behavior="wait")
    fresh.close()


@pytest.fixture
def page_errors() -> list[str]:
    """What the pages of `page` complained about; a test that expects a complaint removes it."""
    return []


@pytest.fixture
def page(context: BrowserContext, page_errors: list[str]) -> Iterator[Page]:
    """One page. The test fails if the page has an error, on its console too (a refused script, a missing file)."""
    fresh = context.new_page()
    fresh.on("pageerror", lambda error: page_errors.append(str(error)))
    fresh.on("console", lambda message: page_errors.append(message.text) if message.type == "error" else None)
    yield fresh
    assert page_errors == [], "The page complained."


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Show the end of each running service's log with a test that failed, and in its summary which have ended."""
    report = yield
    if report.failed:
        report.sections += [(f"log of {service.name}", service.tail()) for service in running]
        ended = [service for service in running if not service.is_running]
        _said_to_have_ended.extend(ended)
        crash = getattr(report.longrepr, "reprcrash", None)
        if crash is not None:
            said = [f"[{service.name} ended with code {service.process.returncode}] " for service in ended]
            crash.message = "".join(said) + crash.message
    return report


@pytest.fixture(scope="session")
def pseudo_languages() -> None:
    """The languages for tests, which no page shows unless a test offers them."""
    write_pseudo_languages(Path(settings.LOCALE_PATHS[0]))
