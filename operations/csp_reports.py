"""Reports of browsers about what a page tried to load against its policy: counted and logged for the operator.

A report may quote a page's address, which can hold a key, and its content. Only the rule that was broken and the host
that was asked for are kept.
"""

import json
import logging
import re
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.utils import timezone

from accounts.security.client_address import address_of
from api.limits import count_request, key_of_minute
from operations.metrics import csp_reports

LARGEST = 16 * 1024
KEYWORDS = frozenset({"inline", "eval", "wasm-eval", "data", "blob", "self"})
HOST = re.compile(r"[a-z0-9.-]{1,100}")
log = logging.getLogger(__name__)


def take_csp_report(request: HttpRequest) -> HttpResponse:
    """Count and log one report, up to so many a minute from one address."""
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    if _count_report(request):
        return HttpResponse(status=HTTPStatus.TOO_MANY_REQUESTS)
    report = _report(request)
    if report is None:
        return HttpResponse(status=HTTPStatus.BAD_REQUEST)
    directive, blocked = _directive(report), _blocked(report)
    csp_reports.labels(directive=directive).inc()
    log.warning("A page tried to load what its policy refuses: %s, from %s", directive, blocked)
    return HttpResponse(status=HTTPStatus.NO_CONTENT)


def _count_report(request: HttpRequest) -> bool:
    key = key_of_minute(f"csp:{address_of(request) or 'unknown'}", timezone.now().timestamp())
    most: int = settings.CSP_REPORTS_PER_MINUTE
    return bool(most) and count_request(key) > most


def _report(request: HttpRequest) -> dict[str, Any] | None:
    """The report of a body, or None if there is none."""
    try:
        raw = request.read(LARGEST + 1)
        report = json.loads(raw if len(raw) <= LARGEST else b"")["csp-report"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    return report if isinstance(report, dict) else None


def _directive(report: dict[str, Any]) -> str:
    """The rule that was broken, if it is one of ours."""
    words = str(report.get("effective-directive") or report.get("violated-directive") or "").split()
    named = words[0].removesuffix("-elem").removesuffix("-attr") if words else ""
    return named if named in settings.CONTENT_SECURITY_POLICY["DIRECTIVES"] else "other"


def _blocked(report: dict[str, Any]) -> str:
    """The host that was asked for, or the kind of script or style."""
    given = str(report.get("blocked-uri", ""))
    if not given.isascii():
        # Browsers write hosts in ASCII, and to look at a long one in Unicode takes minutes.
        return "other"
    try:
        host = urlsplit(given).hostname or ""
    except ValueError:
        return "other"
    return given if given in KEYWORDS else host if HOST.fullmatch(host) else "other"
