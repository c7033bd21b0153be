"""No URL of the site writes without being counted; all URLs are tried."""

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.accounts.addresses import paths
from tests.accounts.people import person
from tests.accounts.times import NOW
from tests.api.bots import caller

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _one_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOW)


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
