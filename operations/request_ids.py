"""The request and match that a log line belongs to."""

import re
import uuid
from typing import Any

import structlog

HEADER = "X-Request-ID"
WELL_FORMED = re.compile(r"[A-Za-z0-9_-]{8,64}")
TABLE_IN_ROUTE = re.compile(r"(?:table|match|matches)/(?:<int:(\w+)>|\(\?P<(\w+)>)")


def request_id(given: str | None) -> str:
    """The id from the proxy if it is well formed, else a new one."""
    return given if given and WELL_FORMED.fullmatch(given) else uuid.uuid4().hex


def current_request_id() -> str | None:
    """The id of the current request, or None."""
    found: str | None = structlog.contextvars.get_contextvars().get("request_id")
    return found


def table_of_route(route: str, kwargs: dict[str, Any]) -> int | None:
    """The number of the match in a URL, or None."""
    found = TABLE_IN_ROUTE.search(route)
    number = str(kwargs.get(found[1] or found[2], "")) if found else ""
    return int(number) if number.isdecimal() else None
