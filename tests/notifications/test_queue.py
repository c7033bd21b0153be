"""Hints: given once a transaction holds, by name, and lost without harm."""

from threading import Thread

import pytest
from celery import current_app
from django.db import transaction

from notifications import tasks
from notifications.models import Kind, Notice, State
from tests.accounts.people import person
from tests.accounts.times import NOW
from tests.notifications.notices import scheduled, state, without


@pytest.fixture
def given(monkeypatch) -> list[tuple[str, list[int]]]:
    """The tasks sent."""
    sent: list[tuple[str, list[int]]] = []
    monkeypatch.setattr(current_app, "send_task", lambda name, args: sent.append((name, args)))
    return sent


@pytest.mark.django_db(transaction=True)
def test_a_due_notice_is_asked_for_once_it_holds(given):
    ana = person("ana")
    with transaction.atomic():
        notice = scheduled(ana)
        assert given == []
    assert given == [("notifications.send", [notice.pk])]
    scheduled(ana)
    assert len(given) == 1, "planned again is asked for no more"


@pytest.mark.django_db(transaction=True)
def test_what_is_undone_or_unwanted_or_for_later_is_not_asked_for(given):
    ana = without(person("ana"), Kind.OVER)
    with transaction.atomic():
        scheduled(ana)
        transaction.set_rollback(True)
    scheduled(ana, Kind.OVER)
    scheduled(ana, step=2, due_at=NOW.replace(hour=23))
    assert given == []
    assert Notice.objects.filter(channel="mail").count() == 2


@pytest.mark.django_db(transaction=True)
def test_a_queue_that_is_down_undoes_nothing(monkeypatch, caplog):
    def down(*args: object, **kwargs: object) -> None:
        raise ConnectionError("no queue")

    monkeypatch.setattr(current_app, "send_task", down)
    notice = scheduled(person("ana"))
    assert state(notice)[0] == State.DUE
    assert "no queue" in caplog.text


def test_every_request_names_a_task_in_every_thread():
    names: list[str] = []
    current_app.loader.import_default_modules()
    thread = Thread(target=lambda: names.extend([str(current_app.main), *current_app.tasks]))
    thread.start()
    thread.join()
    assert names[0] == "piecepack_site"
    assert tasks.send.name == "notifications.send"
    assert {"notifications.send", "notifications.sweep", "accounts.send_lock_mail"} <= set(names)


@pytest.mark.django_db
def test_the_tasks_call_the_services(mailoutbox):
    notice = scheduled(person("ana"), deadline="")
    tasks.send(notice.pk)
    assert state(notice)[0] == State.SENT
    scheduled(person("ben"), deadline="")
    assert tasks.sweep() == 1
    assert len(mailoutbox) == 2
