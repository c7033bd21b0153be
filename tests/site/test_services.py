"""The site starts, answers, survives a kill and stops, in both its forms, on real services."""

import contextlib
import sqlite3

import httpx
import psycopg
import pytest

from tests.support.postgres import Postgres
from tests.support.processes import DidNotStart
from tests.support.redis import Redis
from tests.support.site import EmbeddedSite, ServerSite, embedded, eventually

LOG_IN = "/accounts/login/"


def test_a_database_is_dropped_after_use(postgres: Postgres):
    with postgres.database() as url, psycopg.connect(url) as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)
    with pytest.raises(psycopg.OperationalError, match="does not exist"):
        psycopg.connect(url)


def test_postgresql_wants_its_password(postgres: Postgres):
    with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
        psycopg.connect(postgres.url().replace(postgres.password, "guess"))


def test_embedded_is_ready(embedded_site: EmbeddedSite):
    assert httpx.get(embedded_site.url + LOG_IN).status_code == 200
    assert (embedded_site.var_dir / "piecepack.sqlite3").exists()
    assert f"is at {embedded_site.url}/" in embedded_site.log


def test_a_browser_shows_the_site(embedded_site: EmbeddedSite, page):
    page.goto(embedded_site.url + LOG_IN)
    assert page.locator("input[name=password]").is_visible()


@pytest.mark.exhaustive("a report of a broken rule of the page's content")
def test_a_complaint_of_the_page_is_kept(embedded_site: EmbeddedSite, page, page_errors: list[str]):
    page.goto(embedded_site.url + LOG_IN)
    with page.expect_console_message(lambda message: message.type == "error"):
        page.evaluate("document.body.insertAdjacentHTML('beforeend', '<img src=\"http://elsewhere.example/a.png\">')")
    assert "elsewhere.example" in page_errors.pop()


def test_embedded_keeps_its_data_over_a_kill(embedded_site: EmbeddedSite):
    people = people_in(embedded_site)
    embedded_site.kill()
    with pytest.raises(httpx.ConnectError):
        httpx.get(embedded_site.url)
    embedded_site.start()
    assert httpx.get(embedded_site.url + LOG_IN).status_code == 200
    assert people_in(embedded_site) == people > 0


def people_in(site: EmbeddedSite) -> int:
    with contextlib.closing(sqlite3.connect(site.var_dir / "piecepack.sqlite3")) as database:
        count: int = database.execute("SELECT count(*) FROM accounts_user").fetchone()[0]
    return count


def test_embedded_stops_in_order(embedded_site: EmbeddedSite):
    """The last test of this site, so that it need not start again."""
    service = embedded_site.service
    assert service
    embedded_site.stop()
    assert service.process.returncode == 0, service.tail()
    assert "Traceback" not in service.output()


def test_a_site_that_cannot_start_says_why():
    with (
        pytest.raises(DidNotStart, match=r"(?s)embedded site ended with code 1:.*SWEEP_SECONDS"),
        embedded(SWEEP_SECONDS="often"),
    ):
        pass


@pytest.mark.exhaustive("the server's services one by one; `make test` plays a match on them")
def test_server_is_ready(server_site: ServerSite, redis_server: Redis):
    assert [httpx.get(url + LOG_IN).status_code for url in server_site.urls] == [200, 200]
    assert {name for name, service in server_site.services.items() if service.is_running} == {
        "web-0", "web-1", "worker-0", "worker-1", "beat",
    }  # fmt: skip


@pytest.mark.exhaustive("the server's services one by one; `make test` plays a match on them")
def test_server_works_on_postgresql_and_redis(server_site: ServerSite):
    with psycopg.connect(server_site.database_url) as connection:
        assert len(connection.execute("SELECT name FROM django_migrations").fetchall()) > 1
    # Beat sends a sweep to Redis, and a worker takes it from there.
    eventually(lambda: server_site.tasks_done()["matches.sweep"])


@pytest.mark.exhaustive("any process of a server; `make test` kills a worker while people play")
def test_one_killed_process_comes_back(server_site: ServerSite):
    server_site.services["web-1"].kill()
    assert httpx.get(server_site.urls[0] + LOG_IN).status_code == 200
    with pytest.raises(httpx.ConnectError):
        httpx.get(server_site.urls[1])
    server_site.start_one("web-1")
    server_site.wait_until_ready()
    assert httpx.get(server_site.urls[1] + LOG_IN).status_code == 200
