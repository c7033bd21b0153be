"""No URL of the site writes without being counted; all URLs are tried."""

import re
from collections.abc import Iterator

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from tests.accounts.people import person
from tests.accounts.times import NOW
from tests.api.bots import caller

pytestmark = pytest.mark.django_db
FILLED = {"int": "1", "uuid": "00000000-0000-0000-0000-000000000000"}
OTHER = "ana"
"""A value for any part of a URL that is no number; it need not exist."""


@pytest.fixture(autouse=True)
def _one_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOW)


def paths(resolver: URLResolver | None = None, above: str = "/") -> Iterator[str]:
    """Every URL of the site and the admin, with values for its variable parts."""
    for part in (resolver or get_resolver()).url_patterns:
        whole = above + str(part.pattern).removeprefix("^").removesuffix("$")
        if isinstance(part, URLPattern):
            yield re.sub(r"<(?:(\w+):)?\w+>", lambda found: FILLED.get(found[1], OTHER), whole)
        else:
            yield from paths(part, whole)


def test_pages_count_whatever_is_sent_to_them(settings, monkeypatch: pytest.MonkeyPatch) -> None:
    # To draw the page that says so so many times would take long.
    monkeypatch.setattr("accounts.security.limits.respond_429", lambda request: HttpResponse(status=429))
    settings.ADDRESS_WRITES_PER_MINUTE = 1
    client = Client(raise_request_exception=False)
    client.post("/people/guest/")
    pages = [path for path in paths() if not path.startswith("/api/")]
    assert len(pages) > 200 and "/moderation/act/ana/" in pages and "/admin/login/" in pages
    found = {path: client.post(path).status_code for path in pages}
    assert {path: status for path, status in found.items() if status != 429} == {}


def test_programs_are_counted_at_every_operation(settings) -> None:
    """Other URLs below theirs, such as the schema, accept nothing."""
    settings.BOT_WRITES_PER_MINUTE = 1
    ana = caller(person("ana"))
    ana.post("notices/mark-read")
    operations = [path for path in paths() if path.startswith("/api/")]
    for method, least in (("post", 40), ("put", 10), ("delete", 18)):
        found = {path: ana.client.generic(method, path, headers=ana.headers).status_code for path in operations}
        assert {path: status for path, status in found.items() if status not in (429, 405)} == {}
        assert list(found.values()).count(429) >= least, method
