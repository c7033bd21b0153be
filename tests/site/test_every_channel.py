"""A turn comes at a site of separate processes: every channel tells it, each once, and a dead mailbox costs no turn."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit
from xml.etree import ElementTree as ET

import psycopg
import pytest
from icalendar import Calendar
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from notifications.vapid import new_private_key
from tests.notifications.test_push import AUTH, P256DH, letters, opened
from tests.support import smtp
from tests.support.catcher import Catcher, catching
from tests.support.players import Player
from tests.support.postgres import Postgres
from tests.support.redis import Redis
from tests.support.site import ServerSite, eventually, server

MAKE_PEOPLE = """
from allauth.account.models import EmailAddress
from django.utils import timezone
from accounts.models import User
from notifications.services.devices import add_device, renew_feed, set_webhook
now = timezone.now()
for name in ("ana", "ben"):
    user = User.objects.create_user(username=name, email=f"{{name}}@example.org", password="piecepack")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
ana = User.objects.get(username="ana")
add_device(user=ana, name="A browser", endpoint="{end}/push", p256dh="{p256dh}", auth="{auth}", now=now)
set_webhook(user=ana, form="json", url="{end}/hook", now=now)
print("FEED", renew_feed(user=ana, now=now))
"""
ATOM = "{http://www.w3.org/2005/Atom}"
PATIENCE = 60.0
OPTIONS = {"option_reroll": "coins", "option_target": "30", "option_round_limit": "100"}
BENS_TIME_IS_UP = """
UPDATE matches_seat SET deadline = now()
WHERE awaited AND user_id = (SELECT id FROM accounts_user WHERE username = 'ben')
"""


def only_ana(recipient: str) -> str:
    return smtp.ACCEPTED if recipient.startswith("ana@") else "550 5.1.1 No such user"


@pytest.fixture
def end() -> Iterator[Catcher]:
    with catching() as caught:
        yield caught


@pytest.fixture
def site(postgres: Postgres, redis_server: Redis, mail_server: smtp.MailServer, end: Catcher) -> Iterator[ServerSite]:
    redis_server.empty()
    mail_server.answer = only_ana
    reached = {"EMAIL_URL": mail_server.url, "OUTGOING_TO_PRIVATE": "1", "VAPID_PRIVATE_KEY": new_private_key()}
    with server(postgres, redis_server.url, webs=1, workers=1, **reached) as running:
        yield running


@contextmanager
def open_page(site: ServerSite, player: Player) -> Iterator[ClientConnection]:
    """The socket of an open page."""
    cookies = "; ".join(f"{name}={value}" for name, value in player.client.cookies.items())
    address = f"ws://{urlsplit(site.url).netloc}/ws/turns/"
    with connect(address, origin=Origin(site.url), additional_headers={"Cookie": cookies}, proxy=None) as socket:
        yield socket


def feeds(player: Player, token: str) -> tuple[int, int]:
    """How many deadlines the calendar has, and turns the feed."""
    calendar = Calendar.from_ical(player.client.get(f"/feeds/{token}/deadlines.ics").content)
    turns = ET.fromstring(player.client.get(f"/feeds/{token}/turns.atom").content)
    return len(calendar.walk("VEVENT")), len(turns.findall(f"{ATOM}entry"))


def unread(player: Player) -> str:
    found = re.search(r'data-count="unread">(\d*)<', player.client.get("/turns/").text)
    assert found
    return found[1]


def now(site: ServerSite, statement: str) -> None:
    """Bring forward what would come in some minutes."""
    with psycopg.connect(site.database_url) as connection:
        connection.execute(statement)


@pytest.mark.exhaustive("all channels at once; `make test` tries each")
def test_a_turn_is_told_once_by_every_channel_and_a_dead_mailbox_gives_more_time(
    site: ServerSite, mail_server: smtp.MailServer, end: Catcher
) -> None:
    made = site.manage("shell", "-v0", "-c", MAKE_PEOPLE.format(end=end.url, p256dh=P256DH, auth=letters(AUTH)))
    token = made.partition("FEED ")[2].strip()
    with Player(site.url, "ana") as ana, Player(site.url, "ben") as ben:
        ana.log_in()
        ben.log_in()
        path = ben.open_table("bid", seat_1="open", seat_2="bot:random", **OPTIONS)
        with open_page(site, ana) as socket:
            ana.join(path)
            assert socket.recv(timeout=PATIENCE)
        now(site, "UPDATE notifications_notice SET due_at = now() WHERE state = 'due' AND kind = 'turn'")
        eventually(lambda: len(end.posted) >= 2 and mail_server.to("ana@example.org"), PATIENCE)
        assert feeds(ana, token) == (1, 1)
        assert unread(ana) == "1"
        eventually(lambda: "Mails do not reach you." in ben.client.get("/turns/").text, PATIENCE)
        now(site, BENS_TIME_IS_UP)
        eventually(lambda: more_time(ben, path), PATIENCE)
        # Sweeps have run since, and no one was notified twice.
        sent = {posted.path: posted for posted in end.posted}
        assert sorted(posted.path for posted in end.posted) == ["/hook", "/push"]
        assert opened(sent["/push"])["title"].startswith("Your turn: Bid!")
        assert b'"kind": "turn"' in sent["/hook"].body
        (delivery,) = mail_server.to("ana@example.org")
        assert "/act/" in delivery.text


def more_time(player: Player, path: str) -> str:
    page = player.client.get(path).text
    return page if "No notice reached you, so the deadline moved by" in page else ""
