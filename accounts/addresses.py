"""From where a request comes."""

import ipaddress

from allauth.account.adapter import get_adapter
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

_HOUSEHOLD = 64
"""A household has so many bits of IPv6 addresses for itself: they count as one."""


def address_of(request: HttpRequest) -> str:
    """The visitor's address, as far as the proxies before the site are believed; empty if unknown."""
    try:
        given = ipaddress.ip_address(get_adapter().get_client_ip(request))
    except (PermissionDenied, ValueError):
        return ""
    return str(ipaddress.ip_network((given, _HOUSEHOLD), strict=False) if given.version == 6 else given)
