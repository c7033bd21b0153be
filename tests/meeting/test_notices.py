"""Who is told of a quick table, by every channel that they have, each against a real server of its protocol."""

import json
from collections.abc import Callable
from datetime import timedelta

import pytest

from accounts.models import User
from matches.models import Match
from meeting.services.pool import ask_table
from meeting.services.seating import sweep
from notifications.enums import MESSENGERS, OF_USERS
from notifications.models import Channel, Notice, State
from notifications.services import send_notice
from notifications.services.devices import set_webhook
from tests.matches.tables import NOON, person
from tests.meeting.test_pool import DUEL
from tests.notifications.test_messengers import linked, said
from tests.notifications.test_push import opened, subscribed
from tests.support.catcher import Catcher, catching
from tests.support.messengers import Messengers, messengers_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def messengers(settings):
    with messengers_of(settings) as state:
        yield state


@pytest.fixture
def end(settings):
    settings.OUTGOING_TO_PRIVATE, settings.SITE_URL = True, "https://post.example"
    with catching() as caught:
        yield caught


def reached(user: User, end: Catcher, messengers: Messengers) -> None:
    """Let a person set up every channel."""
    subscribed(user, end)
    set_webhook(user=user, form="json", url=f"{end.url}/hook", now=NOON)
    for channel in MESSENGERS:
        linked(user, channel, messengers)


def found(ana: User) -> str:
    """Ana waits, and someone comes; returns the address of their table."""
    ask_table(user=ana, criteria=DUEL, now=NOON)
    ask_table(user=person("ben"), criteria=DUEL, now=NOON)
    return f"/table/{Match.objects.get().pk}/"


def nobody_came(ana: User) -> str:
    """Ana waits, and nobody comes; returns the address where she may try again."""
    ask_table(user=ana, criteria=DUEL, now=NOON - timedelta(days=7))
    assert sweep(now=NOON) == 1
    return "/quick/"


@pytest.mark.parametrize(
    ("come_of_it", "sentence"),
    [(found, "Your table has begun, with ben."), (nobody_came, "Nobody came in time, so the search has ended.")],
)
def test_the_end_of_waiting_is_told_by_push_webhook_and_messengers(
    come_of_it: Callable[[User], str], sentence: str, end: Catcher, messengers: Messengers
) -> None:
    ana = person("ana")
    reached(ana, end, messengers)
    before = {channel: len(said(messengers, channel)) for channel in MESSENGERS}
    path = come_of_it(ana)
    notices = Notice.objects.filter(user=ana, kind="quick_table")
    assert set(notices.values_list("channel", flat=True)) == {Channel.PAGE, Channel.MAIL, *OF_USERS}
    for notice in notices.filter(channel__in=OF_USERS):
        assert send_notice(notice_id=notice.pk, now=NOON) == State.SENT
    posted = {one.path: one for one in end.posted}
    assert opened(posted["/push/1"])["path"] == path
    hooked = json.loads(posted["/hook"].body)
    assert (hooked["kind"], hooked["url"]) == ("quick_table", f"https://post.example{path}")
    assert hooked["text"].startswith(sentence)
    for channel in MESSENGERS:
        (text,) = said(messengers, channel)[before[channel] :]
        assert sentence in text and path in text
