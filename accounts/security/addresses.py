"""The address that a request comes from."""

import ipaddress
from collections.abc import Mapping
from io import BytesIO
from typing import Any

from allauth.account.adapter import get_adapter
from django.core.exceptions import PermissionDenied
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest

_HOUSEHOLD = 64
"""The IPv6 prefix length of one household. Its addresses count as one."""


def address_of(request: HttpRequest) -> str:
    """The visitor's address as reported by trusted proxies, or an empty string if unknown."""
    try:
        given = ipaddress.ip_address(get_adapter().get_client_ip(request))
    except (PermissionDenied, ValueError):
        return ""
    return str(ipaddress.ip_network((given, _HOUSEHOLD), strict=False) if given.version == 6 else given)


def request_of(scope: Mapping[str, Any]) -> HttpRequest:
    """A socket's scope as a request, to read its address."""
    return ASGIRequest({**scope, "method": "GET"}, BytesIO())
