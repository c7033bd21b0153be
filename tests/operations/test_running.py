"""The embedded site as it runs: ready, looked over, and silent about each request."""

import json

import httpx

from tests.support.site import EmbeddedSite, eventually


def test_an_embedded_site_becomes_ready(embedded_site: EmbeddedSite):
    reply = eventually(lambda: _ready(embedded_site))
    assert reply == {"ready": True, "database": "ok", "migrations": "ok", "redis": "ok", "sweep": "ok"}


def _ready(site: EmbeddedSite) -> dict[str, object] | None:
    reply = httpx.get(f"{site.url}/readyz", trust_env=False)
    output: dict[str, object] = json.loads(reply.text)
    return output if reply.status_code == httpx.codes.OK else None


def test_the_doctor_asks_the_embedded_site(embedded_site: EmbeddedSite):
    eventually(lambda: _ready(embedded_site))
    output = embedded_site.manage("doctor")
    assert "ok    sweep      The site runs, and sweeps handle passed deadlines." in output
    assert "FAIL" not in output


def test_it_counts_its_own_requests_and_logs_none_that_went_well(embedded_site: EmbeddedSite):
    assert httpx.get(f"{embedded_site.url}/rules/", trust_env=False).status_code == 200
    figures = httpx.get(f"{embedded_site.url}/metrics", trust_env=False).text
    assert 'piecepack_request_seconds_count{method="GET",status="2xx",view="matches:rules_index"} 1.0' in figures
    assert "piecepack_scrape_failures 0.0" in figures
    assert "request" not in embedded_site.log
