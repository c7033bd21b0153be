"""What pages tell browsers, and what caches may keep."""

import re
from http import HTTPStatus

from tests.attacks.outside import Target, attack

WITH_A_HAND = ("", "live/", "log/", "view.json", "view.ppn", "check/", "step/0/", "receipt.json", "chat/")
OF_AN_ACCOUNT = ("/people/me/", "/turns/", "/notices/", "/people/me/safety/", "/people/me/data/", "/replays/")
KEEP_NOTHING = {"private", "no-store"}


@attack()
def caches_with_hands(target: Target) -> None:
    """Look for hands and accounts in the cache of a browser or a proxy."""
    guest = target.guest()
    table = guest.post("/tables/new/bid/bots/").headers["Location"]
    for path in (*(f"{table}{part}" for part in WITH_A_HAND), *OF_AN_ACCOUNT):
        reply = guest.get(path)
        kept = {word.strip() for word in reply.headers.get("Cache-Control", "").split(",")}
        assert reply.status_code == HTTPStatus.OK and kept >= KEEP_NOTHING, (path, reply.status_code, kept)
        assert "ETag" not in reply.headers or "no-store" in kept, path


@attack()
def pages_without_a_policy(target: Target) -> None:
    """Look for a page, an error or a file that a browser may run or frame freely."""
    visitor = target.stranger()
    for path in ("/", "/accounts/login/", "/nowhere/", "/table/1/", "/api/v1/version", "/table/1/step/0.svg", "/docs/"):
        headers = visitor.get(path).headers
        policy = headers["Content-Security-Policy"]
        assert "unsafe" not in re.sub(r"style-src[^;]*", "", policy), (path, policy)
        assert "default-src" in policy, (path, policy)
        assert "camera=()" in headers["Permissions-Policy"], path
        assert headers["X-Content-Type-Options"] == "nosniff", path
    assert "frame-ancestors 'none'" in visitor.get("/").headers["Content-Security-Policy"]


@attack()
def well_known(target: Target) -> None:
    """Look for whom to tell, and for the page that changes a password."""
    visitor = target.stranger()
    assert "Contact: mailto:security@example.org" in visitor.get("/.well-known/security.txt").text
    page = visitor.get("/.well-known/change-password")
    assert page.headers["Location"].startswith("/accounts/"), page.headers
    assert visitor.get("/.well-known/piecepack-keys.json").json()["keys"]


@attack()
def forms_of_other_sites(target: Target) -> None:
    """Send a form from another site, with the session but without the token."""
    guest = target.guest()
    for path in ("/tables/new/bid/bots/", "/people/me/safety/log-ins/end/", "/accounts/logout/", "/notices/webhook/"):
        for headers in ({}, {"HX-Request": "true"}, {"Origin": "https://evil.example"}, {"X-CSRFToken": "x" * 32}):
            reply = guest.client.post(path, headers=headers)
            assert reply.status_code == HTTPStatus.FORBIDDEN, (path, headers, reply.status_code)
    reply = guest.client.post("/api/v1/blocks", json={"name": "ana"})
    assert reply.status_code == HTTPStatus.FORBIDDEN, reply.text
    assert guest.is_in()


@attack()
def links_that_lead_away(target: Target) -> None:
    """Lead somebody elsewhere by a link of the site."""
    for next_page in ("https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:alert(1)", "\t//evil"):
        visitor = target.stranger()
        reply = visitor.post("/accounts/login/", {"login": "ben", "password": "piecepack", "next": next_page})
        assert reply.headers["Location"].startswith("/turns"), (next_page, reply.headers["Location"])
        assert "evil" not in visitor.post("/accounts/logout/", {"next": next_page}).headers.get("Location", "")


@attack(on_server=True)
def headers_under_https(target: Target) -> None:
    """Read over plain HTTP what was meant for HTTPS, or set cookies from a neighbouring host."""
    visitor = target.stranger()
    reply = visitor.get("/accounts/login/", **{"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.8"})
    assert "max-age=31536000" in reply.headers["Strict-Transport-Security"], reply.headers
    assert "preload" not in reply.headers["Strict-Transport-Security"]
    cookies = reply.headers.get_list("Set-Cookie")
    assert cookies and all(cookie.startswith("__Host-") and "Secure" in cookie for cookie in cookies), cookies
