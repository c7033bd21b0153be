"""Endpoints for machines: liveness, readiness and metrics."""

import ipaddress
import secrets
from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from prometheus_client import CONTENT_TYPE_LATEST

from accounts.security.client_address import connected_from
from operations import gauges, probes
from operations import metrics as figures

KEEP_SECONDS = 30
"""How long the counts of the database are used again: two scrapes of the usual length."""


def healthz(request: HttpRequest) -> HttpResponse:
    """Answer 200 while the process runs, without checking anything."""
    return HttpResponse("ok", content_type="text/plain")


def readyz(request: HttpRequest) -> HttpResponse:
    """Answer with the results of all probes, and 503 if one failed."""
    found = probes.readiness()
    ready = all(word == probes.OK for word in found.values())
    status = HTTPStatus.OK if ready else HTTPStatus.SERVICE_UNAVAILABLE
    response = JsonResponse({"ready": ready, **found}, status=status)
    response["Cache-Control"] = "no-store"
    return response


def metrics(request: HttpRequest) -> HttpResponse:
    """Metrics for Prometheus, for callers who may read them."""
    if not may_read_metrics(request):
        words = "Metrics are open to addresses in METRICS_ADDRESSES, or with the token in METRICS_TOKEN.\n"
        return HttpResponse(words, status=HTTPStatus.FORBIDDEN, content_type="text/plain")
    return HttpResponse(
        figures.exposition(gauges.SiteGauges(keep_seconds=KEEP_SECONDS)), content_type=CONTENT_TYPE_LATEST
    )


def may_read_metrics(request: HttpRequest) -> bool:
    """True if a request has the token, or comes directly, without a proxy, from a listed address."""
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if settings.METRICS_TOKEN and secrets.compare_digest(given.encode(), settings.METRICS_TOKEN.encode()):
        return True
    try:
        asking = ipaddress.ip_address(connected_from(request))
    except ValueError:
        return False  # it came through a proxy or a Unix socket
    return any(asking in ipaddress.ip_network(listed, strict=False) for listed in settings.METRICS_ADDRESSES)
