"""Guessing passwords, and finding out who has an account."""

import re
import time
from http import HTTPStatus

from tests.attacks.outside import PASSWORD, Stranger, Target, attack

TRIES = 12
MAILS = 3
"""How often a mail for a new password may be asked for with one address."""
LOOSE = 0.5
"""The share by which the two shortest times may differ. Other work on the machine only makes times longer."""
CHANGING = re.compile(
    r'csrfmiddlewaretoken" value="[^"]+"|nonce="[^"]+"|value="[^"]*@[^"]*"|<time .*?</time>', re.DOTALL
)


@attack()
def owners_locked_out(target: Target) -> None:
    """Try wrong passwords at a name until its owner cannot log in any more."""
    owner, name = target.member()
    thief = target.stranger()
    for number in range(8):
        thief.log_in(name, f"wrong-{number}")
    assert thief.log_in(name, PASSWORD).status_code == HTTPStatus.OK, "The right password is an exception."
    owner.post("/accounts/logout/")
    assert owner.log_in(name, PASSWORD).status_code == HTTPStatus.FOUND, "The owner is locked out of a known browser."
    elsewhere = target.stranger()
    assert elsewhere.log_in(name, PASSWORD).status_code == HTTPStatus.FOUND, "The owner is locked out elsewhere."


@attack()
def many_addresses(target: Target) -> None:
    """Try passwords from many addresses, a few from each."""
    owner, name = target.member()
    for _ in range(11):
        thief = target.stranger()
        for number in range(5):
            thief.log_in(name, f"wrong-{number}")
    assert target.stranger().log_in(name, PASSWORD).status_code == HTTPStatus.OK, "Tries are not counted together."
    owner.post("/accounts/logout/")
    assert owner.log_in(name, PASSWORD).status_code == HTTPStatus.FOUND, "The owner's own browser is locked."


@attack()
def who_has_an_account(target: Target) -> None:
    """Compare answers and times of names and addresses that have an account with those that have none."""
    names = [target.member()[1] for _ in range(TRIES // MAILS)]
    forms = ("/accounts/login/", "login", ""), ("/accounts/password/reset/", "email", "@example.net")
    for path, field, suffix in forms:
        times: dict[str, list[float]] = {"known": [], "unknown": []}
        pages = set()
        for name in names * MAILS:
            for kind, typed in (("known", name), ("unknown", f"x{name}")):
                fields = {field: f"{typed}{suffix}"} | ({"password": "wrong"} if field == "login" else {})
                seconds, page = _answer(target.stranger(), path, fields)
                times[kind].append(seconds)
                pages.add(page)
        assert len(pages) == 1, f"{path} answers in {len(pages)} ways"
        slow, fast = sorted(map(min, times.values()), reverse=True)
        assert slow - fast <= LOOSE * slow, f"{path} takes {fast:.3f} s or {slow:.3f} s"


def _answer(visitor: Stranger, path: str, fields: dict[str, str]) -> tuple[float, str]:
    visitor.get(path)
    token = visitor.client.cookies["csrftoken"]
    begun = time.perf_counter()
    reply = visitor.client.post(path, data=fields, headers={"X-CSRFToken": token})
    seconds = time.perf_counter() - begun
    text = reply.text
    for typed in fields.values():
        text = text.replace(typed, "")
    return seconds, f"{reply.status_code} {reply.headers.get('Location')} {CHANGING.sub('', text)}"


@attack()
def names_that_look_alike(target: Target) -> None:
    """Sign up with a name that looks like another's, or like one of the site."""
    real = {"username": "paco", "email": "paco@example.com", "password1": PASSWORD}
    target.stranger().post("/accounts/signup/", real)
    for name in (
        "ana.",
        "an-a",
        "\u0430na",
        "\u0440\u0430\u0441\u043e",
        "АNA",
        "moderator1",
        "m0derator",
        "admin",
        "guest-12",
        "bеn",
        "cIeo",
    ):
        reply = target.stranger().post(
            "/accounts/signup/", {"username": name, "email": "look@example.com", "password1": PASSWORD}
        )
        assert reply.status_code == HTTPStatus.OK, f"{name!r} is taken"


@attack()
def names_that_were_taken_away(target: Target) -> None:
    """Sign up with a name that moderators took away, or one that looks like it."""
    _, name = target.member()
    target.site.manage("shell", "--no-imports", "--command", TAKE_AWAY.format(name=name))
    for number, taken in enumerate(
        (name, name.upper(), f"{name}.", f"{name[:3]}-{name[3:]}", name.replace("e", "\u0435"))
    ):
        fields = {"username": taken, "email": f"taken{number}@example.com", "password1": PASSWORD}
        assert target.stranger().post("/accounts/signup/", fields).status_code == HTTPStatus.OK, f"{taken!r} is free"


TAKE_AWAY = """
from django.utils import timezone
from accounts.identity.services import take_name
from accounts.models import User
take_name(user=User.objects.get(username="{name}"), now=timezone.now())
"""


@attack()
def stolen_passwords(target: Target) -> None:
    """Sign up with a password of known breaches."""
    for number, password in enumerate(("password1", "qwertyuiop", "1q2w3e4r5t", "iloveyou1", "Password123")):
        fields = {"username": f"breach{'abcde'[number]}", "email": f"b{number}@example.com", "password1": password}
        assert target.stranger().post("/accounts/signup/", fields).status_code == HTTPStatus.OK, password


@attack()
def names_that_take_long(target: Target) -> None:
    """Type a name whose marks take a minute to sort, while all other pages wait."""
    visitor = target.stranger()
    visitor.client.timeout = 20
    name = "a" + "\u0300\u0316" * 60_000
    for path, fields in (
        ("/accounts/login/", {"login": name, "password": PASSWORD}),
        ("/accounts/password/reset/", {"email": name}),
        ("/accounts/signup/", {"username": name, "email": "marks@example.net", "password1": PASSWORD}),
    ):
        reply = visitor.post_parts(path, fields)
        assert reply.status_code < HTTPStatus.INTERNAL_SERVER_ERROR, (path, reply.status_code)


@attack()
def mails_without_end(target: Target) -> None:
    """Fill a stranger's mailbox by guests who keep their accounts with its address."""
    for number in range(4):
        given = {"username": f"flood{'abcd'[number]}", "email": "flooded@example.net", "password": PASSWORD}
        assert target.guest().post("/people/keep/", given).status_code == HTTPStatus.FOUND
    sent = target.stranger().get("/mailbox/").text.count("to flooded@example.net,")
    assert sent == 1, f"{sent} mails"
