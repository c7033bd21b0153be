"""Posting to addresses that users give: to public addresses only, resolved once, within a time, without redirects."""

import socket
import threading
from contextlib import ExitStack
from contextvars import ContextVar
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Any
from urllib.parse import urlsplit

import requests
from django.conf import settings
from requests.adapters import HTTPAdapter
from urllib3 import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import HTTPError

ADDRESSES_TRIED = 2
"""Of a name with many that do not answer: a page may wait for it."""
SECONDS_TO_CONNECT = 5
SECONDS_TO_READ = 5
SECONDS_IN_ALL = 15
MOST_READ = 4096
"""Bytes of a reply that are looked at."""

NOT_PUBLIC = "This address does not lead to a public machine. Give another."
NOT_HTTPS = "The address must begin with https://. Correct it."
NO_NAME = "No machine has this name. Correct the address."

Address = IPv4Address | IPv6Address


_asking: ContextVar[ExitStack] = ContextVar("asking")
"""What is let go of when the request that is being sent has been answered."""


class NotAllowed(OSError):
    """An address that the site does not post to."""


def is_public(address: Address) -> bool:
    """Whether an address is one of the open internet, looking through the ways to write an IPv4 address as IPv6."""
    if isinstance(address, IPv6Address):
        teredo = address.teredo[1] if address.teredo else None
        for inner in (address.ipv4_mapped, address.sixtofour, teredo, _nat64(address)):
            if inner is not None:
                return is_public(inner)
    return address.is_global and not (address.is_multicast or address.is_reserved or address.is_unspecified)


def _nat64(address: IPv6Address) -> IPv4Address | None:
    prefix = int(IPv6Address("64:ff9b::")) >> 32
    return IPv4Address(int(address) & 0xFFFFFFFF) if int(address) >> 32 == prefix else None


def checked_addresses(host: str, port: int) -> list[str]:
    """Resolve a name; all its addresses, if every one is public. Raises `NotAllowed`."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise NotAllowed(NO_NAME) from error
    addresses = [str(row[4][0]).partition("%")[0] for row in found]
    if not settings.OUTGOING_TO_PRIVATE and not all(is_public(ip_address(address)) for address in addresses):
        raise NotAllowed(NOT_PUBLIC)
    return addresses


def check_url(url: str) -> None:
    """Refuse, in a sentence, an address that cannot be posted to. Raises `NotAllowed`."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise NotAllowed(NO_NAME) from error
    schemes = {"https", "http"} if settings.OUTGOING_TO_PRIVATE else {"https"}
    if parts.scheme not in schemes or parts.username or parts.password:
        raise NotAllowed(NOT_HTTPS)
    if not host:
        raise NotAllowed(NO_NAME)
    checked_addresses(host, port or 443)


class _Checked:
    """Connects to an address that has been checked: the name is not looked up a second time (no DNS rebinding)."""

    host: str
    port: int

    def _new_conn(self) -> socket.socket:
        failure: OSError = NotAllowed(NO_NAME)
        for address in checked_addresses(self.host, self.port)[:ADDRESSES_TRIED]:
            try:
                line = socket.create_connection((address, self.port), SECONDS_TO_CONNECT)
            except OSError as error:
                failure = error
            else:
                _end_in_time(line)
                return line
        raise failure


def _end_in_time(line: socket.socket) -> None:
    """Cut a connection that goes on too long: a byte now and then would keep it open for ever.

    TLS takes the socket's handle away, so the connection is held by one more, as long as it is asked.
    """
    held = line.dup()
    timer = threading.Timer(SECONDS_IN_ALL, _cut, [held])
    timer.daemon = True
    asking = _asking.get()
    asking.callback(held.close)
    asking.callback(timer.cancel)
    timer.start()


def _cut(line: socket.socket) -> None:
    try:
        line.shutdown(socket.SHUT_RDWR)
    except OSError:
        return  # it has ended by itself


class _PlainConnection(_Checked, HTTPConnection):
    pass


class _SafeConnection(_Checked, HTTPSConnection):
    pass


class _PlainPool(HTTPConnectionPool):
    ConnectionCls = _PlainConnection


class _SafePool(HTTPSConnectionPool):
    ConnectionCls = _SafeConnection


class _Adapter(HTTPAdapter):
    """An adapter of `requests` that connects in this way and reads little."""

    def init_poolmanager(self, *args: Any, **kwargs: Any) -> None:
        super().init_poolmanager(*args, **kwargs)
        self.poolmanager.pool_classes_by_scheme = {"http": _PlainPool, "https": _SafePool}

    def send(self, request: requests.PreparedRequest, *args: Any, **kwargs: Any) -> requests.Response:
        schemes = ("https://", "http://") if settings.OUTGOING_TO_PRIVATE else ("https://",)
        if not str(request.url).startswith(schemes):
            raise NotAllowed(NOT_HTTPS)
        with ExitStack() as asking:
            token = _asking.set(asking)
            asking.callback(_asking.reset, token)
            response = super().send(request, *args, **{**kwargs, "stream": True})
            response._content = _beginning(response)
            response.raw.close()
        return response


def _beginning(response: requests.Response) -> bytes:
    """What a reply begins with. Its status has come: that the rest does not keeps nobody from having been told."""
    try:
        return response.raw.read1(MOST_READ) or b""
    except (HTTPError, OSError):
        return b""


class GuardedSession(requests.Session):
    """A session of `requests` that posts to public addresses only; proxies of the environment are not used."""

    def __init__(self) -> None:
        super().__init__()
        self.trust_env = False
        self.mount("https://", _Adapter())
        self.mount("http://", _Adapter())

    def request(self, *args: Any, **kwargs: Any) -> requests.Response:
        """Ask once: no redirect is followed."""
        kwargs["allow_redirects"] = False
        kwargs["timeout"] = (SECONDS_TO_CONNECT, SECONDS_TO_READ)
        return super().request(*args, **kwargs)
