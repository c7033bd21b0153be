"""Answers for machines: is the process alive, is the site of use, how does it fare."""

import ipaddress
import secrets
from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from prometheus_client import CONTENT_TYPE_LATEST

from operations import gauges, probes
from operations import metrics as figures

FORWARDED = ("X-Forwarded-For", "Forwarded")


def healthz(request: HttpRequest) -> HttpResponse:
    """Say that the process answers; nothing else is looked at."""
    return HttpResponse("ok", content_type="text/plain")


def readyz(request: HttpRequest) -> HttpResponse:
    """Say whether everything that the site needs is there, and what is not."""
    found = probes.readiness()
    ready = all(word == probes.OK for word in found.values())
    status = HTTPStatus.OK if ready else HTTPStatus.SERVICE_UNAVAILABLE
    response = JsonResponse({"ready": ready, **found}, status=status)
    response["Cache-Control"] = "no-store"
    return response


def metrics(request: HttpRequest) -> HttpResponse:
    """Figures for Prometheus, to those who may read them."""
    if not may_read_metrics(request):
        words = "Figures are given to addresses in METRICS_ADDRESSES, or for the token in METRICS_TOKEN.\n"
        return HttpResponse(words, status=HTTPStatus.FORBIDDEN, content_type="text/plain")
    return HttpResponse(figures.exposition(gauges.SiteGauges()), content_type=CONTENT_TYPE_LATEST)


def may_read_metrics(request: HttpRequest) -> bool:
    """Whether a request has the token, or comes straight, by no proxy, from an address that may read."""
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if settings.METRICS_TOKEN and secrets.compare_digest(given.encode(), settings.METRICS_TOKEN.encode()):
        return True
    by_proxy = any(name in request.headers for name in FORWARDED)
    return not by_proxy and _is_listed(request.META.get("REMOTE_ADDR", ""))


def _is_listed(address: str) -> bool:
    try:
        asking = ipaddress.ip_address(address)
    except ValueError:
        return False  # it came by a file, not from an address
    return any(asking in ipaddress.ip_network(listed, strict=False) for listed in settings.METRICS_ADDRESSES)
