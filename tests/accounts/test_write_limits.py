"""Every write is counted by user and IP address, on pages and in the API."""

import pytest
from django.core.cache import cache
from django.test import Client
from redis.exceptions import ConnectionError as NoRedis

from accounts.models import User
from accounts.security import limit_table
from tests.accounts.people import person
from tests.accounts.times import NOW
from tests.api.bots import caller, problem
from tests.support.processes import ROOT

pytestmark = pytest.mark.django_db
FORM = {"time_zone": "UTC", "date_language": "en-gb"}
PERIODS = {"m": "a minute", "3m": "in 3 minutes", "5m": "in 5 minutes", "h": "an hour"}
BY = {"ip": "address", "user": "user"}


@pytest.fixture(autouse=True)
def _one_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOW)


def browser(user: User, address: str = "192.0.2.1") -> Client:
    client = Client(REMOTE_ADDR=address)
    client.force_login(user)
    return client


def refused(page) -> bool:
    return page.status_code == 429 and "Wait a while, then try again" in page.content.decode()


def test_a_user_may_write_so_often_from_wherever(settings):
    settings.WRITES_PER_MINUTE = 3
    ana, ben = person("ana"), person("ben")
    for number in range(3):
        assert browser(ana, f"192.0.2.{number}").post("/people/me/", FORM).status_code == 302
    page = browser(ana).post("/people/me/", FORM)
    assert refused(page) and 1 <= int(page["Retry-After"]) <= 60
    assert browser(ana).get("/people/me/").status_code == 200, "looking is free"
    assert browser(ben).post("/people/me/", FORM).status_code == 302


def test_an_address_may_write_so_often_as_whomever(settings):
    settings.ADDRESS_WRITES_PER_MINUTE = 3
    for name in ("ana", "ben", "cleo"):
        assert browser(person(name)).post("/people/me/", FORM).status_code == 302
    dora = person("dora")
    assert refused(browser(dora).post("/people/me/", FORM))
    assert refused(Client(REMOTE_ADDR="192.0.2.1").post("/people/guest/"))
    assert browser(dora, "192.0.2.2").post("/people/me/", FORM).status_code == 302


def test_what_is_refused_is_not_done(settings):
    settings.WRITES_PER_MINUTE = 1
    ana = person("ana")
    client = browser(ana)
    client.post("/people/me/", FORM)
    client.post("/people/me/", {**FORM, "time_zone": "Europe/Berlin"})
    ana.refresh_from_db()
    assert ana.time_zone == "UTC"


def test_a_household_of_new_addresses_is_one(settings):
    settings.ADDRESS_WRITES_PER_MINUTE = 2
    for last in ("1", "2"):
        browser(person(f"ana{last}"), f"2001:db8:1:1::{last}").post("/people/me/", FORM)
    assert refused(Client(REMOTE_ADDR="2001:db8:1:1::3").post("/people/guest/"))
    assert not refused(Client(REMOTE_ADDR="2001:db8:1:2::3").post("/people/guest/"))


@pytest.mark.parametrize(("proxies", "status"), [(0, 429), (1, 302)])
def test_what_a_proxy_forwards_counts_if_there_is_one(settings, proxies: int, status: int):
    settings.ALLAUTH_TRUSTED_PROXY_COUNT, settings.ADDRESS_WRITES_PER_MINUTE = proxies, 1
    ana = person("ana")
    for number in (1, 2):
        client = browser(ana)
        page = client.post("/people/me/", FORM, headers={"X-Forwarded-For": f"198.51.100.{number}"})
    assert page.status_code == status


def test_programs_count_together_for_their_user(settings):
    settings.BOT_WRITES_PER_MINUTE = 2
    ana = person("ana")
    first, second, other = caller(ana), caller(ana), caller(person("ben"))
    assert [first.post("notices/mark-read").status_code, second.post("notices/mark-read").status_code] == [200, 200]
    reply = second.post("notices/mark-read")
    problem(reply, 429, "too_many_requests")
    assert 1 <= int(reply.headers["Retry-After"]) <= 60
    assert first.get("me").status_code == 200
    assert other.post("notices/mark-read").status_code == 200


def test_pages_and_programs_are_counted_apart(settings):
    settings.WRITES_PER_MINUTE = settings.BOT_WRITES_PER_MINUTE = settings.ADDRESS_WRITES_PER_MINUTE = 2
    ana = person("ana")
    program, page = caller(ana), browser(ana, "127.0.0.1")
    assert [program.post("notices/mark-read").status_code for _ in range(3)] == [200, 200, 429]
    assert [page.post("/people/me/", FORM).status_code for _ in range(3)] == [302, 302, 429]


def test_what_a_page_asks_of_the_api_is_counted_as_a_page(settings):
    settings.WRITES_PER_MINUTE = 2
    page = browser(person("ana"))
    assert page.post("/people/me/", FORM).status_code == 302
    path = "/api/v1/notices/mark-read"
    replies = [page.post(path, {}, content_type="application/json").status_code for _ in range(2)]
    assert replies == [200, 429]


def test_without_a_cache_play_goes_on(settings, monkeypatch: pytest.MonkeyPatch):
    settings.WRITES_PER_MINUTE = 1
    client = browser(person("ana"))

    def gone(*_: object) -> None:
        raise NoRedis

    monkeypatch.setattr(cache, "add", gone, raising=False)
    assert [client.post("/people/me/", FORM).status_code for _ in range(3)] == [302] * 3


def as_markdown() -> str:
    """The table as it stands in the manual."""
    rows = [
        f"| {one.what} | {'; '.join(words_of(one, rate) for rate in one.rates.split(','))} |"
        for one in limit_table.LIMITS
    ]
    writes = (
        f"| API requests | {limit_table.API_REQUESTS_PER_MINUTE} a minute for each token |",
        f"| all that writes, on pages | {limit_table.WRITES_PER_MINUTE} a minute for each user |",
        f"| all that writes with API tokens | {limit_table.BOT_WRITES_PER_MINUTE} a minute for each user |",
        "| all that writes on pages, and all with API tokens | "
        f"{limit_table.ADDRESS_WRITES_PER_MINUTE} a minute for each address |",
        "| pictures and files of matches, checks, and the whole log of a match; a long log counts up to six times | "
        f"{limit_table.COSTLY_PER_MINUTE} a minute for each user, or address without one |",
        "| steps of matches and replays on pages, and pictures of those of replays; once more for each 1000 steps | "
        f"{limit_table.STEPS_PER_MINUTE} a minute for each user, or address without one |",
        f"| API requests without a valid token | {limit_table.STRANGERS_PER_MINUTE} a minute for each address |",
        f"| reports of what a page may not load | {limit_table.CSP_REPORTS_PER_MINUTE} a minute for each address |",
        f"| open sockets of pages | {limit_table.SOCKETS_PER_USER} for each user, "
        f"{limit_table.SOCKETS_PER_ADDRESS} for each address without one, in each web process |",
        f"| open sockets of programs | {limit_table.SOCKETS_PER_TOKEN} for each token, "
        f"{limit_table.SOCKETS_PER_USER} for each owner, in each web process |",
    )
    return "\n".join(["| What | How often |", "| --- | --- |", *rows, *writes])


def words_of(limit: limit_table.Limit, rate: str) -> str:
    times, period, by = rate.split("/")
    return f"{times} {PERIODS[period]} for each {BY.get(by, limit.key)}"


def test_the_manual_has_the_table():
    page = (ROOT / "docs/operators/safety.md").read_text()
    assert as_markdown() in page
