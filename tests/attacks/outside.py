"""What attacks from outside are made of: their list, and the running site that they are tried against."""

import itertools
import re
import ssl
import weakref
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import httpx

from tests.support.players import TOKEN
from tests.support.processes import private_directory
from tests.support.site import EmbeddedSite, ServerSite, embedded, eventually

PASSWORD = "wax-and-paper-7"
LIMITED = {"WRITES_PER_MINUTE": "120", "BOT_WRITES_PER_MINUTE": "300", "ADDRESS_WRITES_PER_MINUTE": "600"}
"""The limits that people run a site with; other tests switch them off."""
TRUST = ssl.create_default_context()
"""Nothing is encrypted here, but each stranger would read all certificates, which takes longer than a page."""
_addresses = itertools.count(1)
_names = itertools.count(1)


class Attack(NamedTuple):
    """One attack from outside. It fails with `AssertionError` where the site does not hold."""

    name: str
    does: str
    tries: Callable[["Target"], None]
    on_server: bool
    """True if it is tried against a server of several processes, as it makes no difference in one."""


ATTACKS: dict[str, Attack] = {}


def attack(*, on_server: bool = False) -> Callable[[Callable[["Target"], None]], None]:
    """Add an attack to the list, under the name of its function; its docstring says what it does."""

    def add(tries: Callable[["Target"], None]) -> None:
        name = tries.__name__
        assert name not in ATTACKS and tries.__doc__, name
        ATTACKS[name] = Attack(name, tries.__doc__.strip().rstrip("."), tries, on_server)

    return add


class Stranger:
    """A browser that comes from an address of its own: every address of 127.0.0.0/8 is one of this machine."""

    def __init__(self, url: str, address: str = "") -> None:
        number = next(_addresses)
        self.address = address or f"127.{1 + number // 250 // 250}.{number // 250 % 250}.{1 + number % 250}"
        transport = httpx.HTTPTransport(local_address=self.address, verify=TRUST)
        self.client = httpx.Client(base_url=url, transport=transport, trust_env=False, timeout=60)
        weakref.finalize(self, self.client.close)

    def get(self, path: str, **headers: str) -> httpx.Response:
        """Ask for a page."""
        return self.client.get(path, headers=headers)

    def post(self, path: str, fields: Mapping[str, str | list[str]] | None = None, **headers: str) -> httpx.Response:
        """Send a form with the token that forms of the site have."""
        return self.client.post(path, data={**self._token(), **(fields or {})}, headers=headers)

    def send_file(self, data: bytes) -> httpx.Response:
        """Bring a file as a replay."""
        return self.client.post("/replays/", data=self._token(), files={"file": ("match.json", data)})

    def post_parts(self, path: str, fields: Mapping[str, str]) -> httpx.Response:
        """Send a form in parts, in which text takes less room."""
        parts = {**self._token(), **fields}
        return self.client.post(path, files={name: (None, value.encode()) for name, value in parts.items()})

    def call(self, path: str, data: bytes) -> httpx.Response:
        """Send JSON to the API as this browser."""
        token = self._token()["csrfmiddlewaretoken"]
        return self.client.post(path, content=data, headers={"X-CSRFToken": token, "Content-Type": "application/json"})

    def _token(self) -> dict[str, str]:
        found = TOKEN.search(self.client.get("/accounts/login/").text) or TOKEN.search(self.client.get("/rules/").text)
        token = found[1] if found else self.client.cookies.get("csrftoken") or ""
        assert token, "No page has a form."
        return {"csrfmiddlewaretoken": token}

    def log_in(self, login: str, password: str) -> httpx.Response:
        """Try a password."""
        return self.post("/accounts/login/", {"login": login, "password": password})

    def is_in(self) -> bool:
        """True if the browser has a session."""
        return self.get("/people/me/").status_code == httpx.codes.OK


@dataclass
class Target:
    """A running site, and what an attacker gets there in the usual ways."""

    site: EmbeddedSite | ServerSite
    place: Path
    """A folder for the attacker's own files."""

    @property
    def url(self) -> str:
        """The address of the site."""
        return self.site.url

    def stranger(self, address: str = "") -> Stranger:
        """Come from a new address, or from this one."""
        return Stranger(self.url, address)

    def guest(self, address: str = "") -> Stranger:
        """Play as a guest."""
        visitor = self.stranger(address)
        assert visitor.post("/people/guest/").status_code == httpx.codes.FOUND
        return visitor

    def member(self, confirmed: bool = True) -> tuple[Stranger, str]:
        """Sign up and confirm the address by the mail; return the browser and the name."""
        name, member = f"mem{_letters(next(_names))}", self.stranger()
        sign_up = {"username": name, "email": f"{name}@example.net", "password1": PASSWORD}
        assert member.post("/accounts/signup/", sign_up).status_code == httpx.codes.FOUND
        if confirmed:
            mail = self.mail_to(f"{name}@example.net", "/accounts/confirm-email/")
            link = re.search(r"https?://[^/]+(/accounts/confirm-email/[\w:%-]+/)", mail)
            assert link
            assert member.post(link[1]).status_code == httpx.codes.FOUND
            assert member.is_in()
        return member, name

    def mail_to(self, address: str, part: str) -> str:
        """Wait for a mail to an address that holds this part, and return the text of the newest."""
        reader = self.stranger()

        def found() -> str | None:
            items = [item for item in reader.get("/mailbox/").text.split("<li ") if f"to {address}," in item]
            paths = [found[0] for item in items if (found := re.search(r"/mailbox/\d+/", item))]
            return next((text for path in paths if part in (text := reader.get(path).text)), None)

        return str(eventually(found))

    def member_with_old_session(self) -> tuple[Stranger, str]:
        """A session whose holder showed the password long ago, as a thief finds one."""
        member, name = self.member()
        self.site.manage("shell", "--no-imports", "--command", AGE_SESSIONS.format(name=name))
        return member, name


AGE_SESSIONS = """
from allauth.usersessions.models import UserSession
from importlib import import_module
from django.conf import settings
for row in UserSession.objects.filter(user__username="{name}"):
    session = import_module(settings.SESSION_ENGINE).SessionStore(row.session_key)
    for method in session.get("account_authentication_methods", []):
        method["at"] -= 3600
    session.save()
"""


def _letters(number: int) -> str:
    """A number in letters, so that names differ by more than a digit."""
    return "".join(chr(ord("a") + int(digit)) for digit in str(number))


@contextmanager
def embedded_target() -> Iterator[Target]:
    """Start a site in one process, with the limits of a real one."""
    with embedded(SECURITY_CONTACT="mailto:security@example.org", **LIMITED) as site, private_directory() as place:
        yield Target(site, place)
