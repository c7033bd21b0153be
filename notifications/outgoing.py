"""Posts to URLs given by users: public addresses only, resolved once, with a time limit and without redirects."""

import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

import requests
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_noop
from requests.adapters import HTTPAdapter
from urllib3 import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import HTTPError

from foundation.language import reword
from notifications.public_addresses import is_public

ADDRESSES_TRIED = 2
"""The number of a host's addresses to try. A page may be waiting."""
SECONDS_TO_CONNECT = 5
SECONDS_TO_READ = 5
SECONDS_IN_ALL = 15
PORTS = frozenset({443, 8443})
"""The ports of web services. On any other, a post could reach something that is not a web server."""
LONGEST_URL = 700
"""No column holds a longer URL, and Python can take minutes to normalise a long host name."""
MOST_READ = 4096
"""Bytes of a reply to read."""

MOST_PAGES = 2
"""How many requests of a process may wait for machines of others at a time: few threads answer all pages."""

BUSY = gettext_noop("Other addresses are being tried just now. Try again in a minute.")
NOT_PUBLIC = gettext_noop("This address does not lead to a public machine. Give another.")
TOO_LONG = gettext_noop("This address is too long. Give another.")
NOT_HTTPS = gettext_noop("The address must begin with https://. Correct it.")
NOT_A_PORT = gettext_noop("The address must name the port 443 or 8443, or none. Correct it.")
NO_NAME = gettext_noop("No machine has this name. Correct the address.")

_asking: ContextVar[ExitStack] = ContextVar("asking")
"""Cleanups to run when the current request has been answered."""
_pages = threading.BoundedSemaphore(MOST_PAGES)


class NotAllowed(OSError):
    """An address that the site does not post to."""


class OthersTried(NotAllowed):
    """An address that is not tried now, since others are."""


def refusal_of(error: NotAllowed, code: str) -> ValidationError:
    """Return the refusal of an address that somebody gave. Its code is "busy" if it can be tried again later."""
    return ValidationError(reword(str(error)), code="busy" if isinstance(error, OthersTried) else code)


@contextmanager
def while_a_page_waits() -> Iterator[None]:
    """Hold one of a few places while a page waits for a machine that somebody chose. Raises `OthersTried`."""
    if not _pages.acquire(blocking=False):
        raise OthersTried(BUSY)
    try:
        yield
    finally:
        _pages.release()


def checked_addresses(host: str, port: int) -> list[str]:
    """Resolve a host. Return its addresses if all are public, for a port that is allowed. Raises `NotAllowed`."""
    if not settings.OUTGOING_TO_PRIVATE and port not in PORTS:
        raise NotAllowed(NOT_A_PORT)
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise NotAllowed(NO_NAME) from error
    addresses = [str(row[4][0]).partition("%")[0] for row in found]
    if not settings.OUTGOING_TO_PRIVATE and not all(is_public(ip_address(address)) for address in addresses):
        raise NotAllowed(NOT_PUBLIC)
    return addresses


def check_url(url: str) -> None:
    """Reject a URL that the site cannot post to, as a page waits for it. Raises `NotAllowed`."""
    if len(url) > LONGEST_URL:
        raise NotAllowed(TOO_LONG)
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
    # The owner of a name decides how long the answer takes.
    with while_a_page_waits():
        checked_addresses(host, 443 if port is None else port)


class _Checked:
    """Connects to an address that was checked, without resolving the name again (no DNS rebinding)."""

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
    """Cut a connection that takes too long. Otherwise a slow trickle of bytes could keep it open forever.

    TLS detaches the socket's handle, so a duplicate holds the connection during the request.
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
        return  # it has already ended


class _PlainConnection(_Checked, HTTPConnection):
    pass


class _SafeConnection(_Checked, HTTPSConnection):
    pass


class _PlainPool(HTTPConnectionPool):
    ConnectionCls = _PlainConnection


class _SafePool(HTTPSConnectionPool):
    ConnectionCls = _SafeConnection


class _Adapter(HTTPAdapter):
    """An adapter of `requests` that connects to checked addresses and reads little."""

    def __init__(self, read_most: int = 0) -> None:
        self.read_most = read_most
        super().__init__()

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
            response._content = _beginning(response, self.read_most)
            response.raw.close()
        return response


def _beginning(response: requests.Response, read_most: int) -> bytes:
    """The start of a reply. The status has arrived, so a broken body does not matter."""
    try:
        return (response.raw.read(read_most) if read_most else response.raw.read1(MOST_READ)) or b""
    except (HTTPError, OSError):
        return b""


class GuardedSession(requests.Session):
    """A session of `requests` that posts to public addresses only and ignores proxy settings.

    `read_most`: wait for so many bytes of a reply, where its words count; otherwise for its first ones only.
    """

    def __init__(self, read_most: int = 0) -> None:
        super().__init__()
        self.trust_env = False
        self.mount("https://", _Adapter(read_most))
        self.mount("http://", _Adapter(read_most))

    def request(self, *args: Any, **kwargs: Any) -> requests.Response:
        """Send one request without following redirects."""
        kwargs["allow_redirects"] = False
        kwargs["timeout"] = (SECONDS_TO_CONNECT, SECONDS_TO_READ)
        return super().request(*args, **kwargs)
