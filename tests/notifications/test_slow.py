"""Addresses that are slow to answer hold neither all threads of pages nor all workers."""

import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.test import Client

from notifications.channels import by_push
from notifications.enums import OF_USERS
from notifications.models import Channel, Device, Messenger, State, Webhook
from notifications.outgoing import BUSY, MOST_PAGES, NotAllowed, check_url, while_a_page_waits
from notifications.services import messengers, send_notice, slow
from notifications.services.devices import set_webhook
from notifications.services.sending import SLOW_NOW
from tests.accounts.people import person
from tests.accounts.times import NOW
from tests.api.bots import caller, problem
from tests.notifications.notices import scheduled
from tests.support.catcher import Catcher, catching

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nobody_was_slow_yet() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def end(settings: Any) -> Iterator[Catcher]:
    settings.OUTGOING_TO_PRIVATE = True
    with catching() as caught:
        caught.status = 204
        yield caught


@pytest.fixture
def all_places_held() -> Iterator[ExitStack]:
    """As many pages wait as may; they end with the stack."""
    with ExitStack() as stack:
        for _ in range(MOST_PAGES):
            stack.enter_context(while_a_page_waits())
        yield stack


def test_a_page_waits_for_no_name_while_others_wait_for_slow_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, answers = threading.Semaphore(0), threading.Event()

    def slowly(*args: object, **more: object) -> list[Any]:
        asked.release()
        answers.wait(60)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("93.184.216.34", 443))]

    monkeypatch.setattr(socket, "getaddrinfo", slowly)
    with ThreadPoolExecutor(MOST_PAGES) as pages:
        waiting = [pages.submit(check_url, "https://slow.example/") for _ in range(MOST_PAGES)]
        try:
            for _ in waiting:
                assert asked.acquire(timeout=60)
            with pytest.raises(NotAllowed, match="Try again in a minute"):
                check_url("https://other.example/")
        finally:
            answers.set()
        for one in waiting:
            one.result(60)
    check_url("https://other.example/")


def test_whatever_a_page_would_wait_for_waits_for_a_place(end: Catcher, all_places_held: ExitStack) -> None:
    ana, client = person("ana"), Client()
    client.force_login(ana)
    hook = Webhook.objects.create(user=ana, form="json", url=f"{end.url}/hook", key="k", made_at=NOW)
    linked = Messenger.objects.create(
        user=ana, channel=Channel.NTFY, target=f"{end.url}/topic", made_at=NOW, linked_at=NOW
    )
    keys = {"name": "mine", "endpoint": f"{end.url}/push", "p256dh": "x" * 87, "auth": "y" * 22}
    assert client.post("/notices/device/", keys).content.decode() == BUSY
    assert BUSY in client.post("/notices/webhook/", {"form": "json", "url": f"{end.url}/other"}).content.decode()
    client.post("/notices/webhook/test/")
    hook.refresh_from_db()
    assert hook.last_result == BUSY
    acts: list[Any] = [
        lambda: messengers.begin_with_code(user=ana, channel=Channel.NTFY, target=f"{end.url}/new", now=NOW),
        lambda: messengers.test_messenger(messenger=linked, now=NOW),
        lambda: messengers.look_for_telegram_code(now=NOW),
    ]
    for act in acts:
        with pytest.raises(ValidationError, match="Try again in a minute"):
            act()
    assert not end.posted
    assert Messenger.objects.get().target == linked.target
    all_places_held.close()
    client.post("/notices/webhook/test/")
    messengers.test_messenger(messenger=linked, now=NOW)
    assert len(end.posted) == 2


def test_a_program_is_told_when_to_try_its_webhook_again(end: Catcher, all_places_held: ExitStack) -> None:
    ana = caller(person("ana"))
    new, tried = {"url": f"{end.url}/hook"}, "notices/webhook/test"
    refused = ana.send("put", "notices/webhook", new)
    problem(refused, 503, "busy")
    assert refused.headers["Retry-After"] == "60"
    assert not Webhook.objects.exists()
    all_places_held.close()
    assert ana.send("put", "notices/webhook", new).status_code == 200
    with while_a_page_waits(), while_a_page_waits():
        problem(ana.post(tried), 503, "busy")
    assert not end.posted
    assert ana.post(tried).status_code == 200
    assert [posted.path for posted in end.posted] == ["/hook"]


def test_after_a_slow_answer_an_address_rests_and_longer_each_time(
    end: Catcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(slow, "SLOW", 0.0)
    monkeypatch.setattr(slow, "TIMES", 10**6)
    ana, ben = person("ana"), person("ben")
    for user in (ana, ben):
        set_webhook(user=user, form="json", url=f"{end.url}/{user.username}", now=NOW)
    first, second = (scheduled(ana, "turn", channel=Channel.WEBHOOK, step=step) for step in (1, 2))
    assert send_notice(notice_id=first.pk, now=NOW) == State.SENT
    assert send_notice(notice_id=second.pk, now=NOW) is None
    second.refresh_from_db()
    assert (second.state, second.reason, second.attempts) == (State.DUE, SLOW_NOW, 0)
    assert NOW < second.due_at <= NOW + slow.LONGEST
    others = scheduled(ben, "turn", channel=Channel.WEBHOOK, step=1)
    assert send_notice(notice_id=others.pk, now=NOW) == State.SENT
    assert len(end.posted) == 2
    assert send_notice(notice_id=second.pk, now=second.due_at) == State.SENT


def test_a_rest_doubles(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, 10.0] * 20)
    monkeypatch.setattr(slow, "monotonic", lambda: next(clock))
    rests = []
    for _ in range(12):
        with slow.note_wait(user_id=1, now=NOW):
            pass
        until = slow.rest_until(user_id=1, now=NOW)
        assert until
        rests.append(until - NOW)
    assert rests[:3] == [timedelta(seconds=200), timedelta(seconds=400), timedelta(seconds=800)]
    assert rests[-1] == slow.LONGEST
    assert slow.rest_until(user_id=1, now=NOW + slow.LONGEST) is None
    assert slow.rest_until(user_id=2, now=NOW) is None


def test_a_quick_answer_makes_nobody_wait(end: Catcher) -> None:
    with slow.note_wait(user_id=1, now=NOW):
        pass
    assert slow.rest_until(user_id=1, now=NOW) is None


def test_one_notice_is_pushed_to_no_further_browser_once_that_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    ana, tried = person("ana"), list[Device]()
    clock = iter([0.0, 0.0, 100.0, 200.0])
    monkeypatch.setattr(by_push, "monotonic", lambda: next(clock))

    def push(device: Device, *rest: object) -> bool:
        tried.append(device)
        return True

    monkeypatch.setattr(by_push, "_push", push)
    for number in range(3):
        Device.objects.create(user=ana, endpoint=f"https://a.example/{number}", p256dh="x", auth="y", made_at=NOW)
    assert send_notice(notice_id=scheduled(ana, "turn", channel=Channel.PUSH).pk, now=NOW) == State.SENT
    assert len(tried) == 1


def test_what_leads_to_the_mail_server_or_the_page_never_rests() -> None:
    assert set(Channel) - set(OF_USERS) == {Channel.PAGE, Channel.MAIL, Channel.DIGEST}
