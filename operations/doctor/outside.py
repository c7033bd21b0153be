"""Checks from outside: the site's address, its certificate and the proxy."""

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
from operations.request_ids import HEADER

PATIENCE_SECONDS = 10
OWN_ID = "doctor-looks-from-outside"
UPGRADE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "ZG9jdG9yLWxvb2tzLWluMQ==",
}
TAKEN = (HTTPStatus.SWITCHING_PROTOCOLS, HTTPStatus.FORBIDDEN)
"""Both mean that the socket was reached: it rejects anonymous visitors with 403, not 404."""


@dataclass(frozen=True)
class Reply:
    """An HTTP response."""

    status: int
    headers: dict[str, str]


def address_fits() -> Iterator[Finding]:
    """Check that `SITE_URL` works in mails and that the site answers to it."""
    address = urlsplit(settings.SITE_URL)
    host = address.hostname or ""
    if address.scheme not in ("http", "https") or not host:
        yield fail(f"SITE_URL is not a URL: {settings.SITE_URL!r}. Write it as https://play.example.org.")
        return
    if not validate_host(host, settings.ALLOWED_HOSTS):
        yield fail(f"The site rejects its own address: add {host} to ALLOWED_HOSTS.")
    elif settings.EMBEDDED and not settings.EMAIL_URL:
        yield ok(f"The site answers to {settings.SITE_URL}.")
    elif host in ("127.0.0.1", "localhost", "::1"):
        yield fail("Links in mails lead to the reader's own machine. Set SITE_URL to the site's address.")
    elif address.scheme != "https" and not settings.EMBEDDED:
        yield fail("SITE_URL begins with http://, and sessions need https://. Set SITE_URL.")
    else:
        yield ok(f"Mails lead to {settings.SITE_URL}.")
    if address.path.strip("/"):
        yield fail("SITE_URL has a path. The site must be at the root of a host.")


def proxy_passes_everything() -> Iterator[Finding]:
    """Request the site at its own address, as a visitor does."""
    if settings.EMBEDDED:
        yield ok("An embedded site needs no proxy.")
        return
    address = urlsplit(settings.SITE_URL)
    try:
        alive = reply_of(address, "/healthz")
    except ssl.SSLCertVerificationError as error:
        yield fail(f"The certificate of {address.netloc} is not valid: {error.verify_message}.")
        return
    except (OSError, http.client.HTTPException) as error:
        yield fail(
            f"{settings.SITE_URL} cannot be reached from here ({type(error).__name__}). Check the proxy and DNS."
        )
        return
    if alive.status != HTTPStatus.OK:
        yield fail(f"{settings.SITE_URL}/healthz returns {alive.status}. Does the proxy reach the site?")
        return
    yield ok(f"{settings.SITE_URL} answers{' with a valid certificate' if address.scheme == 'https' else ''}.")
    yield from _pages(address)
    yield from _sockets(address)
    if reply_of(address, "/metrics").status == HTTPStatus.OK:
        yield fail("Everyone can read /metrics. Block it in the proxy, and send X-Forwarded-For.")


def _pages(address: SplitResult) -> Iterator[Finding]:
    page = reply_of(address, "/accounts/login/", **{HEADER: OWN_ID})
    if page.status in (HTTPStatus.MOVED_PERMANENTLY, HTTPStatus.FOUND):
        yield fail("The site redirects https:// to https://. Have the proxy send `X-Forwarded-Proto: https`.")
    elif page.status == HTTPStatus.BAD_REQUEST:
        yield fail("The site does not recognise its host name. Have the proxy pass `Host` on.")
    elif page.status != HTTPStatus.OK:
        yield fail(f"The log-in page returns {page.status}. Check the log of the web processes.")
    else:
        yield ok("Pages arrive.")
        if address.scheme == "https" and "strict-transport-security" not in page.headers:
            yield warn("HSTS is off: browsers may use http://. Set SECURE_HSTS_SECONDS.")
        if page.headers.get(HEADER.lower()) == OWN_ID:
            yield warn(f"Visitors can set the request ids in your logs. Have the proxy overwrite {HEADER}.")


def _sockets(address: SplitResult) -> Iterator[Finding]:
    if reply_of(address, "/ws/turns/", **UPGRADE).status in TAKEN:
        yield ok("Sockets arrive.")
    elif probes.redis_server() != probes.OK:
        yield fail("Sockets need Redis. Fix that first.")
    else:
        yield fail(
            "Sockets do not arrive, so pages do not update by themselves. Have the proxy pass upgrades of /ws/ on."
        )


def reply_of(address: SplitResult, path: str, **headers: str) -> Reply:
    """Request one path without following redirects."""
    kinds = {"https": http.client.HTTPSConnection, "http": http.client.HTTPConnection}
    connection = kinds[address.scheme](address.hostname or "", address.port, timeout=PATIENCE_SECONDS)
    try:
        connection.request("GET", path, headers=headers)
        reply = connection.getresponse()
        return Reply(reply.status, {name.lower(): value for name, value in reply.getheaders()})
    finally:
        connection.close()
