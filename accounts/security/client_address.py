"""The address that a request comes from. Everything that counts, limits or shows a visitor's address asks here."""

import ipaddress
from collections.abc import Mapping
from io import BytesIO
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.core.exceptions import ImproperlyConfigured, PermissionDenied
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest

_HOUSEHOLD = 64
"""The IPv6 prefix length of one household. Its addresses count as one."""
_FORWARDED = ("X-Forwarded-For", "Forwarded")


def visitor_of(request: HttpRequest) -> str:
    """The visitor's address as reported by trusted proxies, or an empty string if unknown."""
    found: str | None = getattr(request, "visitor_address", None)
    if found is None:
        found = request.visitor_address = _visitor_of(request)  # type: ignore[attr-defined]
    return found


def _visitor_of(request: HttpRequest) -> str:
    try:
        given = ipaddress.ip_address(DefaultAccountAdapter(request).get_client_ip(request))
    except (ImproperlyConfigured, PermissionDenied, ValueError):
        return ""
    # A socket for both kinds of address writes IPv4 as IPv6, which would make one household of all IPv4.
    return str(given.ipv4_mapped or given) if given.version == 6 else str(given)


def address_of(request: HttpRequest) -> str:
    """The address that a visitor is counted by: for IPv6, their household. Empty if unknown."""
    address = visitor_of(request)
    return str(ipaddress.ip_network((address, _HOUSEHOLD), strict=False)) if ":" in address else address


def connected_from(request: HttpRequest) -> str:
    """The address that connected, or an empty string if it forwards for another."""
    forwards = any(name in request.headers for name in _FORWARDED)
    return "" if forwards else request.META.get("REMOTE_ADDR") or ""


def request_of(scope: Mapping[str, Any]) -> HttpRequest:
    """A socket's scope as a request, to read its address."""
    return ASGIRequest({**scope, "method": "GET"}, BytesIO())
