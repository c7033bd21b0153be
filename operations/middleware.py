"""Middleware around every request: health endpoints, a request id, a log line and a metric."""

import logging
import time
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

import structlog
from django.conf import settings
from django.core.signals import got_request_exception
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

from operations import metrics, request_ids, views
from operations.csp_reports import take_csp_report

requests_log = logging.getLogger("operations.requests")
work_log = logging.getLogger("operations.work")

Answerer = Callable[[HttpRequest], HttpResponse]

REPORTS = "/csp-reports"
FOR_MACHINES: dict[str, Answerer] = {
    "/healthz": views.healthz,
    "/readyz": views.readyz,
    "/metrics": views.metrics,
    REPORTS: take_csp_report,
}


def for_machines(get_response: Answerer) -> Answerer:
    """Answer endpoints for machines first. Their callers need neither the site's name nor HTTPS nor a session."""

    def answering(request: HttpRequest) -> HttpResponse:
        return FOR_MACHINES.get(request.path_info, get_response)(request)

    return answering


class Traced:
    """Gives each request an id for its log lines and response, and measures it."""

    def __init__(self, get_response: Answerer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a request with its id bound to the log."""
        # Trust the header only from a proxy: visitors could confuse the log.
        given = request.headers.get(request_ids.HEADER) if settings.ALLAUTH_TRUSTED_PROXY_COUNT else None
        request.request_id = request_ids.request_id(given)  # type: ignore[attr-defined]
        structlog.contextvars.clear_contextvars()
        began = time.perf_counter()
        with structlog.contextvars.bound_contextvars(request_id=request.request_id):  # type: ignore[attr-defined]
            response = self.get_response(request)
            _tell(request, response, time.perf_counter() - began)
        structlog.contextvars.clear_contextvars()
        response[request_ids.HEADER] = request.request_id  # type: ignore[attr-defined]
        return response

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: dict[str, Any]) -> None:
        """Bind the number of the match to the log once the URL is resolved."""
        match = request.resolver_match
        number = request_ids.table_of_route(match.route or "", kwargs) if match else None
        if number is not None:
            structlog.contextvars.bind_contextvars(match=number)


class CompressPages(GZipMiddleware):
    """Compresses pages and static files, but not the API, whose clients compare ETags byte by byte."""

    def process_request(self, request: HttpRequest) -> None:
        """Show WhiteNoise its own ETag again, which compression has made a weak one."""
        if known := request.META.get("HTTP_IF_NONE_MATCH"):
            request.META["HTTP_IF_NONE_MATCH"] = known.removeprefix("W/")

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Compress what is text."""
        kind = response.get("Content-Type", "").split(";")[0]
        is_text = kind.startswith("text/") or kind in ("application/javascript", "image/svg+xml")
        return super().process_response(request, response) if is_text else response


def _tell(request: HttpRequest, response: HttpResponse, seconds: float) -> None:
    view = view_name(request)
    metrics.record_request(request.method or "", view, response.status_code, seconds)
    failed = response.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR
    fields = {"view": view, "method": request.method, "status": response.status_code, "ms": round(seconds * 1000, 1)}
    work_log.log(logging.WARNING if failed else logging.INFO, "request", extra=fields)


def view_name(request: HttpRequest) -> str:
    """The name of the view. The URL itself may hold the key of a link in a mail."""
    return request.resolver_match.view_name if request.resolver_match else "unmatched"


def _broke(sender: Any, request: HttpRequest | None = None, **kwargs: Any) -> None:
    view = view_name(request) if request is not None else "unmatched"
    requests_log.error("A request failed", exc_info=True, extra={"view": view})


got_request_exception.connect(_broke, dispatch_uid="operations.requests")
