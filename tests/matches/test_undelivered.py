"""A turn whose notices all failed is extended once, and not forever."""

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client, override_settings

from accounts.models import User
from engine.conditional_moves import ConditionalMove
from matches.clocks.pauses import pause_match, resume_match
from matches.models import Match
from matches.play.answers import submit_answer
from matches.play.conditional_moves import save_conditional_move
from matches.policy import HOUR, POLICY
from matches.rounds.locking import lock_match
from matches.rounds.resolve import resolve_round
from matches.sweep import sweep
from matches.timeouts.undelivered import extend_undelivered
from matches.view.match_view import match_view, matches
from notifications.enums import UNCERTAIN
from notifications.models import Channel, Kind, Notice, State
from notifications.services import send_notice, sweep_notices
from notifications.services.preferences import turn_off
from tests.matches.conditional import STAND
from tests.matches.tables import DAY, NOON, person, table_of
from tests.matches.test_seat_clocks import default

pytestmark = pytest.mark.django_db
LATE = NOON + timedelta(seconds=DAY)
LET_STAND = {"act": "let_stand"}


def a_table() -> Match:
    for name in ("ana", "ben", "cleo"):
        user = person(name)
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
        turn_off(user=user, kind=Kind.PAUSED, channel=Channel.MAIL)
    return table_of("ana", "ben", "cleo")[0]


def fail(name: str, state: State = State.FAILED) -> None:
    Notice.objects.filter(user=person(name), kind=Kind.TURN, channel=Channel.MAIL).update(state=state, attempts=5)


def deadline(match: Match, name: str) -> object:
    return match.seats.get(user=person(name)).deadline


@pytest.mark.parametrize("state", [State.FAILED, State.BOUNCED])
def test_whom_no_channel_reached_gets_more_time_before_anything_is_played(state):
    match = a_table()
    sweep_notices(now=NOON + timedelta(minutes=3))
    fail("ana", state)
    sweep(now=LATE)
    match.refresh_from_db()
    assert match.step == 0, "the round is not over"
    assert deadline(match, "ana") == LATE + timedelta(hours=24)
    assert set(match.answers.values_list("seat__user__username", flat=True)) == {"ben", "cleo"}
    view = match_view(matches().get(pk=match.pk), 1)
    assert "No notice reached ana, so the deadline moved by 1 day." in [line.sentence for line in view.activity]


def test_a_mail_that_may_have_arrived_has_told_its_reader_and_is_not_sent_again():
    """Sending broke off half-way: at the deadline the turn is missed, and no second mail goes out."""
    match = a_table()
    mails = Notice.objects.filter(user=person("ana"), kind=Kind.TURN, channel=Channel.MAIL)
    mails.update(state=State.SENDING, claimed_at=NOON, attempts=1)
    Notice.objects.filter(user=person("ana"), kind=Kind.REMINDER, channel=Channel.MAIL).delete()
    sweep_notices(now=NOON + timedelta(hours=1))
    assert mails.get().reason == UNCERTAIN
    default(match, 1, NOON)
    default(match, 2, NOON)
    mail.outbox.clear()
    sweep(now=LATE)
    sweep_notices(now=LATE + timedelta(hours=1))
    match.refresh_from_db()
    assert match.step == 1, "nothing was extended"
    assert mails.filter(step=1).count() == 1


def test_who_got_more_time_finds_it_behind_the_bell():
    match = a_table()
    fail("ana")
    extend_undelivered(match_id=match.pk, now=LATE)
    latest = Notice.objects.get(user=person("ana"), kind=Kind.EXTENDED, channel=Channel.PAGE)
    assert "extended by 1 day." in latest.context["text"]


def test_more_time_is_worded_as_it_is_and_in_the_readers_language():
    match = a_table()
    Match.objects.filter(pk=match.pk).update(turn_seconds=300)
    User.objects.filter(username="ana").update(language="de")
    fail("ana")
    with override_settings(LANGUAGES=[("en-gb", "English"), ("de", "Deutsch")]):
        extend_undelivered(match_id=match.pk, now=LATE)
        latest = Notice.objects.get(user=person("ana"), kind=Kind.EXTENDED, channel=Channel.PAGE)
        assert "deshalb hast du 5 Minuten mehr Zeit" in latest.context["text"]
    view = match_view(matches().get(pk=match.pk), 1)
    assert "No notice reached ana, so the deadline moved by 5 minutes." in [line.sentence for line in view.activity]


def test_once_a_turn():
    match = a_table()
    sweep_notices(now=NOON + timedelta(minutes=3))
    default(match, 2, NOON)
    fail("ana")
    sweep(now=LATE)
    assert not extend_undelivered(match_id=match.pk, now=LATE + timedelta(hours=24))
    sweep(now=LATE + timedelta(hours=24))
    match.refresh_from_db()
    assert match.step == 1


def test_who_got_more_time_is_told_again_and_the_ledger_keeps_what_failed():
    a_table()
    sweep_notices(now=NOON + timedelta(minutes=3))
    fail("ana")
    sweep(now=LATE)
    mail.outbox.clear()
    assert sweep_notices(now=LATE + timedelta(minutes=3)) == 1
    assert mail.outbox[0].to == ["ana@example.org"]
    rows = Notice.objects.filter(user=person("ana"), kind=Kind.TURN, channel=Channel.MAIL).order_by("pk")
    assert [(row.state, row.mark) for row in rows] == [(State.FAILED, ""), (State.SENT, "+")]
    assert rows[1].context["deadline"] == (LATE + timedelta(hours=24)).isoformat()
    client = Client()
    client.force_login(person("ana"))
    assert "(once more)" in client.get("/notices/sent/").content.decode()
    assert sweep_notices(now=LATE + timedelta(hours=1)) == 0, "never two of one turn"


def test_a_mail_that_is_tried_again_speaks_of_the_new_deadline(monkeypatch):
    match = a_table()
    with monkeypatch.context() as broken:
        broken.setattr("notifications.services.sending.deliver", refusing)
        notice = Notice.objects.get(user=person("ana"), kind=Kind.TURN, channel=Channel.MAIL)
        assert send_notice(notice_id=notice.pk, now=NOON + timedelta(minutes=3)) == State.DUE
    pause_match(match=lock_match(match.pk), reason="vote", now=NOON + timedelta(minutes=4))
    resume_match(match=lock_match(match.pk), now=NOON + timedelta(hours=6, minutes=4))
    notice.refresh_from_db()
    assert (notice.state, notice.attempts, notice.reason) == (State.DUE, 1, "")
    assert send_notice(notice_id=notice.pk, now=NOON + timedelta(hours=7)) == State.SENT
    assert notice.context["deadline"] == (NOON + timedelta(seconds=DAY, hours=6)).isoformat()


def refusing(**_: object) -> str:
    raise ConnectionError("The mail server is away.")


@pytest.mark.parametrize(
    ("kind", "channel"),
    [(Kind.REMINDER, Channel.MAIL), (Kind.TURN, Channel.WEBHOOK), (Kind.TURN, Channel.PUSH), (Kind.TURN, Channel.PAGE)],
)
def test_one_channel_that_worked_is_enough(kind: Kind, channel: Channel):
    match = a_table()
    fail("ana")
    row = {"topic": f"match:{match.pk}", "step": 1, "due_at": NOON, "made_at": NOON, "state": State.SENT}
    Notice.objects.filter(user=person("ana"), kind=kind, channel=channel).delete()
    Notice.objects.create(user=person("ana"), kind=kind, channel=channel, read_at=NOON, **row)
    assert not extend_undelivered(match_id=match.pk, now=LATE)


def test_whose_reminder_failed_too_was_not_told():
    match = a_table()
    Notice.objects.filter(user=person("ana"), channel=Channel.MAIL).update(state=State.FAILED, attempts=5)
    assert extend_undelivered(match_id=match.pk, now=LATE)


def test_for_whom_a_conditional_move_answers_the_round_does_not_wait():
    match = a_table()
    fail("ana")
    rule = ConditionalMove("reroll", (STAND,))
    save_conditional_move(match_id=match.pk, user_id=person("ana").pk, step=1, move=rule, now=NOON)
    default(match, 2, NOON)
    sweep(now=LATE)
    match.refresh_from_db()
    assert match.step == 1
    assert not match.activity.filter(kind="undelivered").exists()


def test_not_for_ever():
    match = a_table()
    now = NOON
    for turn in range(POLICY.undelivered_most + 1):
        Notice.objects.filter(kind=Kind.TURN, channel=Channel.MAIL, state=State.DUE).update(state=State.SENT)
        fail("ana")
        now = match.seats.get(user=person("ana")).deadline or now
        assert extend_undelivered(match_id=match.pk, now=now) == (turn < POLICY.undelivered_most)
        for number in (0, 2) if turn < POLICY.undelivered_most else ():
            default(match, number, now)
        sweep(now=now + timedelta(hours=24))
        match.refresh_from_db()


def test_who_was_told_or_wanted_no_notice_gets_no_more_time():
    match = a_table()
    sweep_notices(now=NOON + timedelta(minutes=3))
    assert len(mail.outbox) == 3
    default(match, 2, NOON)
    Notice.objects.filter(user=person("ben"), channel=Channel.MAIL).update(state=State.UNWANTED)
    assert not extend_undelivered(match_id=match.pk, now=LATE)
    sweep(now=LATE)
    match.refresh_from_db()
    assert match.step == 1


def test_nothing_is_said_while_the_deadline_has_not_passed():
    """The log would show who has not answered."""
    match = a_table()
    fail("ana")
    assert not extend_undelivered(match_id=match.pk, now=LATE - timedelta(seconds=1))
    assert not match.activity.exists()


def test_who_has_answered_needs_no_more_time():
    match = a_table()
    fail("ana")
    ana = person("ana")
    submit_answer(match_id=match.pk, user_id=ana.pk, step=1, actions=[LET_STAND], now=NOON)
    assert not extend_undelivered(match_id=match.pk, now=LATE)


def test_after_a_pause_who_is_still_asked_is_told_with_the_new_deadline():
    match = a_table()
    ben = person("ben")
    submit_answer(match_id=match.pk, user_id=ben.pk, step=1, actions=[LET_STAND], now=NOON)
    pause_match(match=lock_match(match.pk), reason="vote", now=NOON + timedelta(minutes=1))
    mail.outbox.clear()
    assert sweep_notices(now=NOON + timedelta(hours=5)) == 0
    resume_match(match=lock_match(match.pk), now=NOON + timedelta(hours=6))
    sweep_notices(now=NOON + timedelta(hours=6, minutes=3))
    assert sorted(sent.to[0] for sent in mail.outbox) == ["ana@example.org", "cleo@example.org"]
    latest = Notice.objects.get(user=person("ana"), kind=Kind.TURN, channel=Channel.MAIL).context["deadline"]
    assert latest == (NOON + timedelta(seconds=DAY, hours=6, minutes=-1)).isoformat()


def test_a_pause_does_not_bring_a_second_mail_of_the_same_turn():
    match = a_table()
    sweep_notices(now=NOON + timedelta(minutes=3))
    pause_match(match=lock_match(match.pk), reason="vote", now=NOON + timedelta(hours=1))
    resume_match(match=lock_match(match.pk), now=NOON + timedelta(hours=2))
    mail.outbox.clear()
    assert sweep_notices(now=NOON + timedelta(hours=3)) == 0
    # The reminder comes by the new deadline.
    assert sweep_notices(now=NOON + timedelta(seconds=0.8 * DAY, minutes=59)) == 0
    assert sweep_notices(now=NOON + timedelta(seconds=0.8 * DAY, hours=1)) == 3


def test_a_bank_that_ran_out_stays_empty_after_more_time() -> None:
    hours: dict[str, Any] = {"turn_seconds": 72 * HOUR, "increment_seconds": 24 * HOUR, "cap_seconds": 168 * HOUR}
    match, people = table_of("ana", "ben", "cleo", **hours)
    late = NOON + timedelta(hours=72)
    fail("ana")
    extend_undelivered(match_id=match.pk, now=late)
    for user, at in ((people[1], NOON), (people[2], NOON), (people[0], late + timedelta(hours=1))):
        submit_answer(match_id=match.pk, user_id=user.pk, step=match.next_step, actions=[LET_STAND], now=at)
    resolve_round(match_id=match.pk, now=late + timedelta(hours=1))
    banks = dict(match.seats.values_list("number", "bank_seconds"))
    assert banks == {0: 24 * HOUR, 1: 96 * HOUR, 2: 96 * HOUR}
