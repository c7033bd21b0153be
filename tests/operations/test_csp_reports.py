"""Browsers report what a page tried to load; the operator sees how often and what, and nothing of a match."""

import json
from io import StringIO
from typing import Any
from urllib.parse import SplitResult, urlsplit

import pytest
from django.core.cache import cache
from django.test import Client, RequestFactory
from prometheus_client.registry import REGISTRY

from operations.csp_reports import LARGEST, take_csp_report
from tests.matches.tables import NOON
from tests.operations.logged import lines_of, logged

EVENT = "A page tried to load what its policy refuses: {}, from {}"


@pytest.fixture(autouse=True)
def _one_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    cache.clear()
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON)


def report(**fields: Any) -> bytes:
    """A report as browsers send it, with secrets where they are sent too."""
    told = {
        "document-uri": "https://play.example.org/table/214/?key=hidden",
        "referrer": "https://play.example.org/act/secret/",
        "script-sample": "my hand: 3 of crowns",
        "effective-directive": "script-src-elem",
        "blocked-uri": "https://evil.example/steal.js?hand=3-of-crowns",
    }
    return json.dumps({"csp-report": told | fields}).encode()


def send(body: bytes, address: str = "192.0.2.1") -> int:
    client = Client(REMOTE_ADDR=address, enforce_csrf_checks=True)
    return client.post("/csp-reports", body, content_type="application/csp-report").status_code


def counted(directive: str) -> float:
    return REGISTRY.get_sample_value("piecepack_csp_reports_total", {"directive": directive}) or 0


def heard(body: bytes, status: int = 204) -> StringIO:
    with logged("INFO") as output:
        assert send(body) == status
    return output


def test_a_report_is_counted_and_logged_without_anything_of_the_page():
    before = counted("script-src")
    output = heard(report())
    assert counted("script-src") == before + 1
    assert lines_of(output, EVENT.format("script-src", "evil.example"))
    assert not any(word in output.getvalue() for word in ("214", "hidden", "secret", "crowns", "steal"))


@pytest.mark.parametrize(
    ("fields", "directive", "blocked"),
    [
        ({"blocked-uri": "inline"}, "script-src", "inline"),
        ({"blocked-uri": "eval", "effective-directive": "style-src-attr"}, "style-src", "eval"),
        ({"effective-directive": "", "violated-directive": "img-src 'self'"}, "img-src", "evil.example"),
        ({"effective-directive": "my hand\n3 of crowns"}, "other", "evil.example"),
        ({"blocked-uri": "https://3 of crowns\nevil/"}, "script-src", "other"),
        ({"blocked-uri": "https://[::1"}, "script-src", "other"),
        ({"blocked-uri": ["crowns"], "effective-directive": {"hand": 3}}, "other", "other"),
    ],
)
def test_only_what_is_known_to_be_harmless_is_kept(fields: dict[str, Any], directive: str, blocked: str):
    output = heard(report(**fields))
    assert lines_of(output, EVENT.format(directive, blocked))
    assert "crowns" not in output.getvalue()


@pytest.mark.parametrize(
    "body",
    [b"", b"crowns", b"[]", b"{}", b'{"csp-report": 3}', b"\xff", b"[" * 10_000, report(more="x" * LARGEST)],
    ids=["empty", "text", "list", "nothing", "number", "bytes", "deep", "long"],
)
def test_what_is_no_report_is_refused(body: bytes):
    assert lines_of(heard(body, 400)) == []


def test_an_address_reports_so_often_and_no_more(settings):
    settings.CSP_REPORTS_PER_MINUTE = 3
    assert [send(report()) for _ in range(4)] == [204, 204, 204, 429]
    assert send(report(), "192.0.2.2") == 204
    settings.CSP_REPORTS_PER_MINUTE = 0
    assert send(report()) == 204


def test_of_a_report_that_does_not_say_its_length_no_more_is_read_either():
    request = RequestFactory().post("/csp-reports", report(more="x" * LARGEST), content_type="application/csp-report")
    del request.META["CONTENT_LENGTH"]
    assert take_csp_report(request).status_code == 400


def test_no_marks_that_take_long_to_sort_are_taken_for_a_host(monkeypatch: pytest.MonkeyPatch):
    """Unicode sorts marks in a time that grows with the square of their number, while the whole process waits."""
    looked: list[str] = []

    def look(text: str) -> SplitResult:
        looked.append(text)
        return urlsplit(text)

    monkeypatch.setattr("operations.csp_reports.urlsplit", look)
    output = heard(report(**{"blocked-uri": "https://a" + "\u0300\u0316" * 900}))
    assert lines_of(output, EVENT.format("script-src", "other"))
    assert not looked


def test_nothing_is_to_be_seen_there():
    assert Client().get("/csp-reports").status_code == 405
