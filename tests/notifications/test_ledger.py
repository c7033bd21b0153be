"""The ledger: planned once, withdrawn in time, and never against a user's preferences."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from notifications.kinds import specs_to_choose
from notifications.models import Channel, Kind, Notice, State
from notifications.selectors import notices_due
from notifications.services import send_notice, withdraw_notices
from tests.accounts.people import guest, person
from tests.accounts.times import NOW
from tests.notifications.notices import scheduled, state, without

pytestmark = pytest.mark.django_db


def test_planning_twice_is_planning_once():
    ana = person("ana")
    first = scheduled(ana)
    second = scheduled(ana, title="Another title", due_at=NOW + timedelta(hours=1))
    assert first.pk == second.pk
    assert Notice.objects.get(channel="mail").due_at == NOW
    with pytest.raises(IntegrityError), transaction.atomic():
        Notice.objects.create(user=ana, kind="turn", topic="match:214", step=1, due_at=NOW, made_at=NOW)  # by mail


def test_what_was_sent_is_not_planned_again():
    ana = person("ana")
    notice = scheduled(ana)
    assert send_notice(notice_id=notice.pk, now=NOW) == State.SENT
    assert scheduled(ana).state == State.SENT
    assert send_notice(notice_id=notice.pk, now=NOW + timedelta(hours=1)) is None


def test_each_step_kind_topic_and_user_has_a_notice_of_its_own():
    ana, ben = person("ana"), person("ben")
    (
        scheduled(ana),
        scheduled(ana, step=2),
        scheduled(ana, Kind.REMINDER),
        scheduled(ana, topic="match:215"),
        scheduled(ben),
    )
    assert Notice.objects.filter(channel="mail").count() == 5
    assert Notice.objects.filter(channel="page").count() == 4, "reminders do not stand on the page"


@pytest.mark.parametrize(
    ("preferences", "kind", "reason"),
    [
        ({"confirmed": False}, Kind.TURN, "The mail address is not confirmed."),
        ({"is_active": False}, Kind.TURN, "The account is closed."),
        ({"kind": "house"}, Kind.TURN, "A player of the house gets no mail."),
        ({"kind": "bot"}, Kind.TURN, "A bot account gets no mail."),
    ],
)
def test_what_is_not_wanted_is_written_down_with_the_reason(preferences, kind, reason, mailoutbox):
    notice = scheduled(person("ana", **preferences), kind)
    assert state(notice) == (State.UNWANTED, reason)
    assert send_notice(notice_id=notice.pk, now=NOW) is None
    assert mailoutbox == []


@pytest.mark.parametrize("kind", [spec.slug for spec in specs_to_choose()])
def test_a_kind_that_was_turned_off_is_not_sent_and_the_ledger_says_so(kind, mailoutbox):
    notice = scheduled(without(person("ana"), kind), kind)
    assert state(notice) == (State.UNWANTED, "The user has turned these mails off.")
    assert send_notice(notice_id=notice.pk, now=NOW) is None
    assert mailoutbox == []


def test_nothing_is_written_down_of_mails_that_nobody_asked_for():
    ana = person("ana")
    scheduled(ana, Kind.CHAT, channel=Channel.PAGE)
    assert not Notice.objects.exclude(channel=Channel.PAGE).exists()


def test_guests_get_no_mail():
    assert state(scheduled(guest())) == (State.UNWANTED, "A guest gets no mail.")


def test_turning_one_kind_off_leaves_the_others():
    assert state(scheduled(without(person("ana"), Kind.TURN), Kind.REMINDER))[0] == State.DUE


def test_a_preference_changed_meanwhile_counts(mailoutbox):
    ana = person("ana")
    notice = scheduled(ana)
    without(ana, Kind.TURN)
    assert send_notice(notice_id=notice.pk, now=NOW) == State.UNWANTED
    assert state(notice) == (State.UNWANTED, "The user has turned these mails off.")
    assert mailoutbox == []


def test_withdrawn_notices_are_not_sent(mailoutbox):
    notice = scheduled(person("ana"))
    withdraw_notices(topic="match:214", now=NOW)
    assert send_notice(notice_id=notice.pk, now=NOW) is None
    assert state(notice) == (State.STALE, "It was no longer true.")
    assert mailoutbox == []


@pytest.mark.parametrize(
    ("which", "left"),
    [
        ({}, {"other topic"}),
        ({"before_step": 2}, {"other topic", "ana later"}),
        ({"user": "ben"}, {"other topic", "ana", "ana later", "ana over"}),
        ({"kinds": (Kind.TURN,)}, {"other topic", "ana over"}),
    ],
)
def test_what_is_withdrawn_can_be_narrowed(which, left):
    ana, ben = person("ana"), person("ben")
    notices = {
        "ana": scheduled(ana),
        "ana later": scheduled(ana, step=2),
        "ana over": scheduled(ana, Kind.OVER),
        "ben": scheduled(ben),
        "other topic": scheduled(ana, topic="match:2"),
    }
    if "user" in which:
        which = {"user": ben}
    withdraw_notices(topic="match:214", now=NOW, **which)
    assert {name for name, notice in notices.items() if state(notice)[0] == State.DUE} == left


def test_what_was_sent_cannot_be_withdrawn():
    notice = scheduled(person("ana"))
    send_notice(notice_id=notice.pk, now=NOW)
    withdraw_notices(topic="match:214", now=NOW)
    assert state(notice)[0] == State.SENT


def test_nothing_is_sent_before_it_is_due(mailoutbox):
    notice = scheduled(person("ana"), due_at=NOW + timedelta(seconds=1))
    assert send_notice(notice_id=notice.pk, now=NOW) is None
    assert notices_due(now=NOW, limit=9) == []
    assert notices_due(now=NOW + timedelta(seconds=1), limit=9) == [notice.pk]
    assert send_notice(notice_id=notice.pk, now=NOW + timedelta(seconds=1)) == State.SENT
    assert len(mailoutbox) == 1


def test_the_longest_due_come_first_and_no_more_than_asked():
    late = scheduled(person("ana"), due_at=NOW)
    early = scheduled(person("ben"), due_at=NOW - timedelta(hours=1))
    scheduled(person("cleo"), due_at=NOW)
    assert notices_due(now=NOW, limit=2) == [early.pk, late.pk]


@pytest.mark.parametrize(
    ("kind", "after"), [(Kind.TURN, State.STALE), (Kind.REMINDER, State.STALE), (Kind.OVER, State.SENT)]
)
def test_no_turn_is_announced_after_its_deadline(kind, after):
    notice = scheduled(person("ana"), kind)
    assert send_notice(notice_id=notice.pk, now=NOW + timedelta(days=1)) == after
    assert state(notice)[0] == after


def test_a_broken_notice_does_not_stay_half_sent():
    notice = scheduled(person("ana"))
    Notice.objects.update(context={"title": "Bid!", "deadline": "tomorrow"})
    assert send_notice(notice_id=notice.pk, now=NOW) == State.DUE
    assert "tomorrow" in state(notice)[1]
