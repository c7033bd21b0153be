"""A notice is sent in the second in which it falls due. If nobody looks then, the sweep sends it."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from celery import current_app
from django.core.cache import cache
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from foundation.queue import ASKED_AGAIN_SECONDS
from notifications import tasks
from notifications.models import Channel, Kind, Notice
from notifications.policy import BY_SWEEP, HANDED_ON, LOOKED_FOR_WITHIN
from notifications.queue import enqueue_send_due
from notifications.services import About, ScheduledNotice, schedule_for_topics, sweep_notices
from tests.accounts.people import person
from tests.accounts.times import NOW

LOOK = "notifications.send_due"
Asked = list[tuple[str, dict[str, Any]]]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    """The tasks sent, each with its options."""
    cache.clear()
    sent: Asked = []
    monkeypatch.setattr(current_app, "send_task", lambda name, args, **options: sent.append((name, options)))
    return sent


@pytest.fixture
def at_noon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a second after noon."""
    monkeypatch.setattr("foundation.queue.time.time", lambda: NOW.timestamp() + 0.5)


def turns(*users: User, due_in: timedelta = timedelta(), topic: str = "match:214") -> None:
    """Plan the turns of these users as a round does."""
    now = timezone.now()
    about = About(title="Bid!", path="/table/214/")
    planned = [ScheduledNotice(user, Kind.TURN, about, now + due_in) for user in users]
    with transaction.atomic():
        schedule_for_topics([(topic, 1, planned), (f"{topic}1", 1, planned)], now=now)


@pytest.mark.django_db(transaction=True)
def test_what_is_due_is_sent_without_a_sweep_and_once(asked: Asked, mailoutbox: list[Any]) -> None:
    turns(person("ana"), person("ben"))
    assert [name for name, _ in asked] == [LOOK], "one look for all that one transaction plans"
    assert asked[0][1]["eta"] <= datetime.now(UTC) + timedelta(seconds=1)
    tasks.send_due()
    assert len(mailoutbox) == 2
    tasks.sweep()
    assert len(mailoutbox) == 2


@pytest.mark.django_db(transaction=True)
def test_the_sweep_sends_it_if_that_look_is_lost(asked: Asked, mailoutbox: list[Any]) -> None:
    turns(person("ana"))
    tasks.sweep()
    assert len(mailoutbox) == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("at_noon")
def test_what_falls_due_in_one_second_is_looked_for_once(asked: Asked) -> None:
    for number in range(5):
        turns(person(f"reader{number}"), due_in=timedelta(seconds=60), topic=f"match:{number}")
    assert [name for name, _ in asked] == [LOOK]
    assert asked[0][1] == {"eta": NOW + timedelta(seconds=61), "expires": 60 + ASKED_AGAIN_SECONDS}
    turns(person("ana"), due_in=timedelta(seconds=62))
    assert len(asked) == 2


@pytest.mark.django_db(transaction=True)
def test_what_is_due_much_later_is_left_to_the_sweep(asked: Asked) -> None:
    turns(person("ana"), due_in=LOOKED_FOR_WITHIN + timedelta(seconds=1))
    assert asked == []


@pytest.mark.django_db
def test_a_sweep_hands_on_many_pushes_and_asks_again_only_for_what_was_lost(
    asked: Asked, django_capture_on_commit_callbacks: Any
) -> None:
    ana = person("ana")
    rows = [Notice(user=ana, kind=Kind.TURN, channel=Channel.PUSH, topic=f"match:{number}", step=1, context={},
                   due_at=NOW, made_at=NOW) for number in range(HANDED_ON + 1)]  # fmt: skip
    Notice.objects.bulk_create(rows)

    def swept(now: datetime) -> int:
        asked.clear()
        with django_capture_on_commit_callbacks(execute=True):
            sweep_notices(now=now)
        return len(asked)

    assert swept(NOW) == HANDED_ON > 5 * BY_SWEEP
    assert swept(NOW + timedelta(seconds=5)) == 0, "workers are behind, and have all of these"
    Notice.objects.earliest("pk").delete()
    assert swept(NOW + timedelta(seconds=10)) == 1, "the one after them"
    assert swept(NOW + timedelta(seconds=ASKED_AGAIN_SECONDS)) == HANDED_ON - 1, "lost by now"


@pytest.mark.django_db(transaction=True)
def test_a_look_that_cannot_be_asked_for_undoes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object, **options: object) -> None:
        raise RuntimeError

    monkeypatch.setattr("foundation.queue._send", fail)
    with transaction.atomic():
        ana = person("ana")
        enqueue_send_due(timedelta())
    assert User.objects.filter(pk=ana.pk).exists()
