"""What a session gives away, and what ends it."""

import re
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from threading import Event

from tests.attacks.outside import PASSWORD, Stranger, Target, attack
from tests.attacks.passkeys import add_key, log_in_with

AGAIN = "/accounts/reauthenticate/"
TOKEN = {"name": "mine", "scopes": "read", "days": "90"}
TAKES_OVER = {
    "/accounts/email/": {"email": "thief@example.com", "action_add": ""},
    "/people/me/tokens/new/": TOKEN,
    "/accounts/2fa/totp/activate/": {"code": "123456"},
    "/accounts/2fa/webauthn/add/": {"name": "mine", "credential": "{}"},
    "/accounts/2fa/recovery-codes/generate/": {},
    "/people/me/data/archive/ask/": {},
    "/people/me/data/erase/": {},
}
NEW = "ink-and-seal-9"
WAYS_IN = ("tokens", "bot_tokens", "devices", "messengers", "webhooks", "feeds", "addresses")


@attack()
def a_stolen_session(target: Target) -> None:
    """Take an account over, or its data away, with an old session alone."""
    thief, _ = target.member_with_old_session()
    assert thief.is_in()
    club = thief.post("/clubs/new/", {"title": "The den", "about": "", "joining": "open"}).headers["Location"]
    for path, fields in (TAKES_OVER | {f"{club}close/": {}, f"{club}leave/": {}}).items():
        reply = thief.post(path, fields)
        assert reply.headers.get("Location", "").startswith(AGAIN), (path, reply.status_code)
    for headers in ({"HX-Request": "true"}, {"X-Requested-With": "XMLHttpRequest"}, {"Accept": "application/json"}):
        reply = thief.post("/people/me/tokens/new/", TOKEN, **headers)
        assert "pbp_" not in reply.text, headers
    token = thief.client.cookies["csrftoken"]
    reply = thief.client.post("/api/v1/me/archive", json={}, headers={"X-CSRFToken": token})
    assert (reply.status_code, reply.json()["code"]) == (HTTPStatus.FORBIDDEN, "password_needed")
    reply = thief.client.delete(f"/api/v1/clubs/{club.strip('/').rpartition('/')[2]}", headers={"X-CSRFToken": token})
    assert (reply.status_code, reply.json()["code"]) == (HTTPStatus.FORBIDDEN, "password_needed")


@attack()
def a_copied_session(target: Target) -> None:
    """Have the owner's password send on a form of the thief's, or open the minutes after it to the thief."""
    owner, _ = target.member_with_old_session()
    thief = target.stranger()
    thief.client.cookies.set("sessionid", owner.client.cookies["sessionid"])
    assert thief.is_in()
    waits = thief.post("/people/me/tokens/new/", TOKEN).headers["Location"]
    owner.post(waits, {"password": PASSWORD, "next": "/people/me/tokens/new/"})
    assert "mine" not in re.findall(r"<td>([^<]*)</td>|<strong>([^<]*)</strong>", owner.get("/people/me/tokens/").text)
    assert owner.is_in() and not thief.is_in()
    assert thief.post("/people/me/tokens/new/", TOKEN).headers["Location"].startswith("/accounts/login/")


@attack()
def what_a_thief_leaves_behind(target: Target) -> None:
    """Keep a token, a webhook, a feed and a session after the owner has chosen a new password."""
    owner, name = target.member()
    thief = target.stranger()
    thief.log_in(name, PASSWORD)
    thief.post(AGAIN, {"password": PASSWORD})
    token, feed = _token(thief), _feed(thief)
    thief.post("/notices/webhook/", {"form": "json", "url": "https://hook.example.com/", "save": ""})
    bearer = {"Authorization": f"Bearer {token}"}
    assert target.stranger().get("/api/v1/me", **bearer).status_code == HTTPStatus.OK
    assert target.stranger().get(feed).status_code == HTTPStatus.OK
    ways = "&".join(f"ways_in={way}" for way in WAYS_IN)
    _choose_password(owner, ways)
    assert owner.is_in() and not thief.is_in()
    assert target.stranger().get("/api/v1/me", **bearer).status_code == HTTPStatus.UNAUTHORIZED
    assert target.stranger().get(feed).status_code == HTTPStatus.NOT_FOUND
    assert "hook.example.com" not in owner.get("/notices/choose/").text


@attack()
def passkeys_left_behind(target: Target) -> None:
    """Add a passkey, and log in with it after the owner has chosen a new password."""
    thief, name = target.member()
    thief.post(AGAIN, {"password": PASSWORD})
    device = add_key(thief, target.url)
    owner = target.stranger()
    assert log_in_with(device, owner), "a key opens its account"
    ticked = re.findall(r'name="ways_in" value="([\w-]+)"[^>]* checked', owner.get("/accounts/password/change/").text)
    _choose_password(owner, "&".join(f"ways_in={way}" for way in ticked))
    assert not log_in_with(device, target.stranger()), name


@attack()
def made_while_shut_out(target: Target) -> None:
    """Make tokens from several connections while the owner chooses a new password."""
    owner, name = target.member()
    thief = target.stranger()
    thief.log_in(name, PASSWORD)
    thief.post(AGAIN, {"password": PASSWORD})
    made: set[str] = set()
    csrf, over = thief.client.cookies["csrftoken"], Event()

    def make() -> None:
        while not over.is_set():
            reply = thief.client.post("/people/me/tokens/new/", data={**TOKEN, "csrfmiddlewaretoken": csrf})
            made.update(re.findall(r"pbp_[\w-]{40,}", reply.text))

    with ThreadPoolExecutor() as pool:
        for _ in range(3):
            pool.submit(make)
        try:
            _choose_password(owner, "&".join(f"ways_in={way}" for way in WAYS_IN))
        finally:
            over.set()
    assert made and owner.is_in(), "Nothing was tried."
    for token in made:
        reply = target.stranger().get("/api/v1/me", Authorization=f"Bearer {token}")
        assert reply.status_code == HTTPStatus.UNAUTHORIZED, "A token is still alive."


def _token(member: Stranger) -> str:
    found = re.search(r"pbp_[\w-]{40,}", member.post("/people/me/tokens/new/", TOKEN).text)
    assert found, "No token was made."
    return found[0]


def _feed(member: Stranger) -> str:
    found = re.search(r"/feeds/[\w-]+/turns\.atom", member.post("/notices/feed/").text)
    assert found, "No feed was made."
    return found[0]


def _choose_password(owner: Stranger, ways: str) -> None:
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', owner.get("/accounts/password/change/").text)
    assert token
    body = f"csrfmiddlewaretoken={token[1]}&oldpassword={PASSWORD}&password1={NEW}&password2={NEW}&{ways}"
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    owner.client.post("/accounts/password/change/", content=body, headers=headers)


@attack()
def guests_who_want_more(target: Target) -> None:
    """Get a token, a second factor or a password with nothing but a guest's session."""
    guest = target.guest()
    for path in ("/people/me/tokens/new/", "/accounts/2fa/totp/activate/", "/accounts/2fa/webauthn/add/"):
        reply = guest.post(path, TAKES_OVER[path])
        assert "pbp_" not in reply.text and reply.status_code != HTTPStatus.OK, (path, reply.status_code)
    guest.post("/accounts/password/set/", {"password1": NEW, "password2": NEW})
    assert guest.get("/accounts/password/change/").status_code != HTTPStatus.OK


@attack()
def addresses_that_nobody_confirmed(target: Target) -> None:
    """Keep a guest's account with a made-up address, and use it as if it were confirmed."""
    guest, name = target.guest(), "keeper-of-none"
    fields = {"username": name, "email": "nobody@example.com", "password": PASSWORD}
    assert guest.post("/people/keep/", fields).status_code == HTTPStatus.FOUND
    assert "pbp_" not in guest.post("/people/me/tokens/new/", TOKEN).text
    assert "Confirm your mail address to chat" in guest.get("/table/1/chat/").text
    reply = guest.post("/table/1/chat/say/", {"room": "spectators", "text": "I see"})
    assert reply.status_code == HTTPStatus.FORBIDDEN, reply.status_code


@attack()
def links_in_old_mails(target: Target) -> None:
    """Open a link of a mail when its owner has a new password, and one that stops mails of an erased account."""
    owner, name = target.member()
    table = owner.post("/tables/new/bid/bots/").headers["Location"]
    number = table.strip("/").rpartition("/")[2]
    links = target.site.manage("shell", "--no-imports", "--command", LINKS.format(name=name, number=number)).split()
    act, stop = links[-2:]
    thief = target.stranger()
    assert thief.get(act).status_code == HTTPStatus.FOUND, "The link opens nothing even while it should."
    owner.post(AGAIN, {"password": PASSWORD})
    owner.post("/accounts/password/change/", {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW})
    assert "at this table only" not in thief.get(table).text, "The seat is still open to who has the link."
    assert target.stranger().get(act).status_code == HTTPStatus.NOT_FOUND
    assert thief.get(stop).status_code == HTTPStatus.OK
    target.site.manage("shell", "--no-imports", "--command", ERASE.format(name=name))
    assert thief.client.post(stop).status_code == HTTPStatus.NOT_FOUND, "Something is kept of who was erased."


@attack()
def links_after_logging_out(target: Target) -> None:
    """Open a link of a mail when its owner has logged out everywhere, with the same password."""
    owner, name = target.member()
    table = owner.post("/tables/new/bid/bots/").headers["Location"]
    number = table.strip("/").rpartition("/")[2]
    act = target.site.manage("shell", "--no-imports", "--command", LINKS.format(name=name, number=number)).split()[-2]
    thief = target.stranger()
    assert thief.get(act).status_code == HTTPStatus.FOUND, "The link opens nothing even while it should."
    owner.post("/people/me/safety/log-ins/end/", {"where": "elsewhere"})
    assert owner.is_in()
    assert "at this table only" not in thief.get(table).text, "The seat is still open to who has the link."
    assert target.stranger().get(act).status_code == HTTPStatus.NOT_FOUND


@attack()
def addresses_that_wait(target: Target) -> None:
    """Ask for another address with a stolen password, and confirm it when the owner has a new password."""
    owner, name = target.member()
    thief = target.stranger()
    thief.log_in(name, PASSWORD)
    thief.post(AGAIN, {"password": PASSWORD})
    thiefs = f"{name}@example.com"
    thief.post("/accounts/email/", {"email": thiefs, "action_add": ""})
    link = re.search(r"/accounts/confirm-email/[\w:%-]+/", target.mail_to(thiefs, "/accounts/confirm-email/"))
    assert link
    _choose_password(owner, "&".join(f"ways_in={way}" for way in WAYS_IN))
    thief.post(link[0])
    assert owner.is_in() and thiefs not in owner.get("/accounts/email/").text


LINKS = """
from accounts.models import User
from matches.models import Match
from notifications.enums import Channel
from notifications.mail_links import act_token
from notifications.stopping import stop_token
user, match = User.objects.get(username="{name}"), Match.objects.get(pk={number})
print("/act/" + act_token(user_id=user.pk, topic="match:{number}", step=match.next_step) + "/")
print("/mail/stop/" + stop_token(user=user, kind="turn", channel=Channel.MAIL) + "/")
"""
ERASE = """
from datetime import timedelta
from django.utils import timezone
from accounts.models import User
from rights.services.erasure import ask_for_erasure, erase_account
user, now = User.objects.get(username="{name}"), timezone.now()
ask_for_erasure(user=user, now=now)
assert erase_account(user_id=user.pk, now=now + timedelta(days=60))
"""


@attack()
def other_peoples_things(target: Target) -> None:
    """Open, end or change what belongs to somebody else, by its number or its name."""
    other, guest = target.guest(), target.guest()
    for path in (
        "/table/1/answer/",
        "/table/1/resign/",
        "/table/1/note/",
        "/table/1/vote/",
        "/table/1/chat/say/",
        "/table/1/conditional-moves/",
        "/people/me/safety/log-ins/1/end/",
        "/people/me/tokens/1/revoke/",
        "/people/me/bots/ana/token/",
        "/people/me/bots/ana/close/",
    ):
        reply = guest.post(path, {"step": "1", "action": "{}", "kind": "pause", "text": "mine", "room": "players"})
        assert reply.status_code in (400, 403, 404, 409), (path, reply.status_code, reply.headers.get("Location"))
    for path in ("/admin/", "/moderation/", "/table/1/receipt.json", "/table/1/match.json", "/metrics/", "/status/"):
        assert guest.get(path).status_code != HTTPStatus.OK, path
    assert other.get("/turns/").status_code == HTTPStatus.OK
