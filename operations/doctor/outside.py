"""Whether the site can be used from outside: its address, the certificate, and what the proxy passes on."""

import http.client
import ssl
from collections.abc import Iterator
from dataclasses import dataclass
from http import HTTPStatus
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.http.request import validate_host

from operations import probes
from operations.doctor.findings import Finding, fail, ok, warn
from operations.tracing import HEADER

PATIENCE_SECONDS = 10
OWN_ID = "doctor-looks-from-outside"
UPGRADE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "ZG9jdG9yLWxvb2tzLWluMQ==",
}
TAKEN = (HTTPStatus.SWITCHING_PROTOCOLS, HTTPStatus.FORBIDDEN)
"""Who is not logged in is refused, but by the socket's own code: a page would not be found."""


@dataclass(frozen=True)
class Reply:
    """What came back."""

    status: int
    headers: dict[str, str]


def address_fits() -> Iterator[Finding]:
    """`SITE_URL` is one that readers of mails can follow and the site answers to."""
    address = urlsplit(settings.SITE_URL)
    host = address.hostname or ""
    if address.scheme not in ("http", "https") or not host:
        yield fail(f"SITE_URL is no address: {settings.SITE_URL!r}. Write it as https://play.example.org.")
        return
    if not validate_host(host, settings.ALLOWED_HOSTS):
        yield fail(f"The site refuses its own address: put {host} into ALLOWED_HOSTS.")
    elif settings.EMBEDDED and not settings.EMAIL_URL:
        yield ok(f"The site answers to {settings.SITE_URL}.")
    elif host in ("127.0.0.1", "localhost", "::1"):
        yield fail("Links in mails lead to the reader's own machine. Set SITE_URL to the address of the site.")
    elif address.scheme != "https" and not settings.EMBEDDED:
        yield fail("SITE_URL begins with http://, and sessions need https://. Set SITE_URL.")
    else:
        yield ok(f"Mails lead to {settings.SITE_URL}.")
    if address.path.strip("/"):
        yield fail("SITE_URL has a path. The site stands at the root of a host.")


def proxy_passes_everything() -> Iterator[Finding]:
    """Ask the site by its own address, as a visitor does."""
    if settings.EMBEDDED:
        yield ok("An embedded site needs no proxy.")
        return
    address = urlsplit(settings.SITE_URL)
    try:
        alive = asked(address, "/healthz")
    except ssl.SSLCertVerificationError as error:
        yield fail(f"The certificate of {address.netloc} is not valid: {error.verify_message}.")
        return
    except (OSError, http.client.HTTPException) as error:
        yield fail(
            f"{settings.SITE_URL} cannot be reached from here ({type(error).__name__}). See to the proxy and DNS."
        )
        return
    if alive.status != HTTPStatus.OK:
        yield fail(f"{settings.SITE_URL}/healthz gives {alive.status}. Does the proxy reach the site?")
        return
    yield ok(f"{settings.SITE_URL} answers{' with a valid certificate' if address.scheme == 'https' else ''}.")
    yield from _pages(address)
    yield from _sockets(address)
    if asked(address, "/metrics").status == HTTPStatus.OK:
        yield fail("Everyone can read /metrics. Have the proxy refuse it, and send X-Forwarded-For.")


def _pages(address: SplitResult) -> Iterator[Finding]:
    page = asked(address, "/accounts/login/", **{HEADER: OWN_ID})
    if page.status in (HTTPStatus.MOVED_PERMANENTLY, HTTPStatus.FOUND):
        yield fail("The site sends visitors of https:// to https://. Have the proxy send `X-Forwarded-Proto: https`.")
    elif page.status == HTTPStatus.BAD_REQUEST:
        yield fail("The site does not know the name it is asked for. Have the proxy pass `Host` on.")
    elif page.status != HTTPStatus.OK:
        yield fail(f"The page to log in gives {page.status}. Look into the log of the web processes.")
    else:
        yield ok("Pages arrive.")
        if address.scheme == "https" and "strict-transport-security" not in page.headers:
            yield warn("Browsers are not told to insist on https://. Set SECURE_HSTS_SECONDS.")
        if page.headers.get(HEADER.lower()) == OWN_ID:
            yield warn(f"Visitors choose the ids in your logs. Have the proxy overwrite {HEADER}.")


def _sockets(address: SplitResult) -> Iterator[Finding]:
    if asked(address, "/ws/turns/", **UPGRADE).status in TAKEN:
        yield ok("Sockets arrive.")
    elif probes.redis_server() != probes.OK:
        yield fail("Sockets do not open without Redis. See to it first.")
    else:
        yield fail(
            "Sockets do not arrive: pages would not move by themselves. Have the proxy pass upgrades of /ws/ on."
        )


def asked(address: SplitResult, path: str, **headers: str) -> Reply:
    """Ask for one path, following nothing."""
    kinds = {"https": http.client.HTTPSConnection, "http": http.client.HTTPConnection}
    connection = kinds[address.scheme](address.hostname or "", address.port, timeout=PATIENCE_SECONDS)
    try:
        connection.request("GET", path, headers=headers)
        reply = connection.getresponse()
        return Reply(reply.status, {name.lower(): value for name, value in reply.getheaders()})
    finally:
        connection.close()
