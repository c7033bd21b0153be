"""Who gets which mail, and when."""

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail

from accounts.models import User
from engine.quick_chance import RandomChance
from engine.table_settings import TableSettings, TimeControl
from games.registry import GAMES
from matches.clocks.pauses import pause_match, resume_match
from matches.lobby.tables import SeatSpec, create_match, join_match, leave_match, start_match
from matches.log.states import game_of
from matches.models import Match
from matches.notices import notify_match_over
from matches.play.answers import submit_answer
from matches.rounds.locking import lock_match
from matches.rounds.resolve import resolve_round
from matches.sweep import sweep
from matches.timeouts.stand_ins import begin_stand_in
from notifications.channels.subjects import subject_of
from notifications.models import Channel, Kind, Notice, State
from notifications.services import sweep_notices
from tests.matches.tables import DAY, NOON, answer_all, person, table_of

pytestmark = pytest.mark.django_db
LET_STAND = {"act": "let_stand"}


def confirmed(*names: str) -> None:
    for name in names:
        user = person(name)
        EmailAddress.objects.get_or_create(user=user, email=user.email, verified=True, primary=True)


def mailed(after: timedelta) -> list[tuple[str, str]]:
    """Send everything due this long after noon; return (address, subject) of each mail."""
    mail.outbox.clear()
    sweep_notices(now=NOON + after)
    return sorted((sent.to[0], str(sent.subject)) for sent in mail.outbox)


def test_a_turn_is_told_after_a_moment_of_grace() -> None:
    confirmed("ana", "ben", "cleo")
    match, _ = table_of("ana", "ben", "cleo")
    assert mailed(timedelta(seconds=100)) == []
    mails = mailed(timedelta(seconds=121))
    assert [address for address, _ in mails] == ["ana@example.org", "ben@example.org", "cleo@example.org"]
    assert f"table {match.pk}" in mails[0][1]
    assert mailed(timedelta(minutes=5)) == []


def test_a_mail_of_a_turn_asks_in_a_whole_sentence_and_says_until_when() -> None:
    confirmed("ana", "ben", "cleo")
    table_of("ana", "ben", "cleo")
    mailed(timedelta(minutes=3))
    (lines, *_) = [str(sent.body).splitlines() for sent in mail.outbox]
    assert lines[3].endswith("pawn to roll again.")
    assert lines[5].startswith("Answer by ")


def test_a_reminder_of_a_table_of_bots_says_that_nobody_waits() -> None:
    confirmed("ana")
    match, _ = table_of("ana", bots=["sharp", "sharp"])
    assert mailed(timedelta(seconds=0.8 * DAY)) == [("ana@example.org", f"Still your turn: Bid!, table {match.pk}")]
    (sent,) = mail.outbox
    assert isinstance(sent, mail.EmailMultiAlternatives)
    html = str(sent.alternatives[0][0])
    for body in (str(sent.body), html):
        assert "No hurry: only bots wait for you." in body
        assert "Answer by" not in body
        assert "Still your turn" in body


def test_who_has_answered_is_not_told() -> None:
    confirmed("ana", "ben", "cleo")
    match, people = table_of("ana", "ben", "cleo")
    submit_answer(match_id=match.pk, user_id=people[1].pk, step=1, actions=[LET_STAND], now=NOON)
    assert [address for address, _ in mailed(timedelta(minutes=3))] == ["ana@example.org", "cleo@example.org"]


def test_a_mail_says_that_a_place_is_shared() -> None:
    confirmed("ana", "ben", "cleo")
    match, people = table_of("ana", "ben", "cleo")
    seats = list(match.seats.select_related("user").order_by("number"))
    for seat, place in zip(seats, (2, 1, 2), strict=True):
        seat.place = place
    notify_match_over(match=match, game=game_of(match), seats=seats, now=NOON)
    texts = [str(Notice.objects.filter(user=user, kind=Kind.OVER)[0].context["text"]) for user in people]
    assert [text.partition("You ")[2] for text in texts] == ["share 2nd place.", "came 1st of 3.", "share 2nd place."]


def test_a_reminder_comes_when_a_fifth_of_the_time_is_left() -> None:
    confirmed("ana", "ben", "cleo")
    match, people = table_of("ana", "ben", "cleo")
    submit_answer(match_id=match.pk, user_id=people[0].pk, step=1, actions=[LET_STAND], now=NOON)
    mailed(timedelta(minutes=3))
    assert mailed(timedelta(seconds=0.8 * DAY - 1)) == []
    assert [address for address, _ in mailed(timedelta(seconds=0.8 * DAY))] == ["ben@example.org", "cleo@example.org"]


def test_a_round_that_closed_by_its_deadline_is_not_told_of_any_more() -> None:
    confirmed("ana", "ben", "cleo")
    match, people = table_of("ana", "ben", "cleo")
    submit_answer(match_id=match.pk, user_id=people[0].pk, step=1, actions=[LET_STAND], now=NOON)
    late = NOON + timedelta(seconds=DAY)
    sweep(now=late)
    mails = mailed(timedelta(seconds=DAY + 1))
    assert mails == []  # the next turn's own grace has not passed


def test_the_end_is_told_to_all_who_played() -> None:
    confirmed("ana", "ben", "cleo")
    match, people = table_of("ana", "ben", "cleo", target=25)
    chance = RandomChance(2)
    while match.status == Match.Status.RUNNING:
        answer_all(match, people, chance)
        resolve_round(match_id=match.pk, now=NOON)
        match.refresh_from_db()
    mails = mailed(timedelta(seconds=1))
    assert len(mails) == 3
    assert "You came" in mail.outbox[0].body


@pytest.mark.parametrize("kind", ["guest", "house"])
def test_guests_and_bots_are_not_mailed(kind: str) -> None:
    confirmed("ana", "ben", "cleo")
    User.objects.filter(username="ben").update(kind=kind)
    table_of("ana", "ben", "cleo")
    assert [address for address, _ in mailed(timedelta(minutes=3))] == ["ana@example.org", "cleo@example.org"]


def invite(**preferences: Any) -> Match:
    """A table of ana's with a seat kept for ben."""
    confirmed("ana", "ben")
    return create_match(
        host=person("ana"),
        slug="bid",
        options=GAMES["bid"].Options(),
        seats=[SeatSpec("named", "ben"), SeatSpec("open")],
        time_control=TimeControl(DAY),
        table_settings=TableSettings(**preferences),
        contribution="",
        now=NOON,
    )


def invitation() -> Notice:
    return Notice.objects.get(kind=Kind.INVITATION, channel=Channel.MAIL)


@pytest.mark.parametrize(
    ("anonymous", "text"), [(False, "ana keeps a seat for you."), (True, "A seat is kept for you.")]
)
def test_who_is_invited_by_name_is_told(anonymous: bool, text: str) -> None:
    match = invite(anonymous=anonymous)
    assert mailed(timedelta(0)) == [("ben@example.org", f"Invitation: Bid!, table {match.pk}")]
    assert text in mail.outbox[0].body


@pytest.mark.parametrize("how", ["joins", "closed", "begun"])
def test_an_invitation_that_is_over_is_not_told(how: str) -> None:
    match = invite()
    if how == "joins":
        join_match(match_id=match.pk, user=person("ben"), token="", contribution="", now=NOON)
    elif how == "closed":
        leave_match(match_id=match.pk, user=person("ana"), now=NOON)
    else:
        start_match(match_id=match.pk, user=person("ana"), now=NOON)
    assert invitation().state == State.STALE
    assert ("ben@example.org", f"Invitation: Bid!, table {match.pk}") not in mailed(timedelta(seconds=1))


def test_each_pause_and_its_end_are_told_once_and_taking_a_turn_withdraws_neither() -> None:
    confirmed("ana", "ben", "cleo")
    match, people = table_of("ana", "ben", "cleo")
    for hour in (1, 3):
        at = NOON + timedelta(minutes=hour / 60)
        pause_match(match=lock_match(match.pk), reason="vote", now=at)
        resume_match(match=lock_match(match.pk), now=at)
    submit_answer(match_id=match.pk, user_id=people[0].pk, step=1, actions=[LET_STAND], now=NOON)
    mails = Notice.objects.filter(user=people[0], kind=Kind.PAUSED, channel=Channel.MAIL)
    assert [row.state for row in mails] == [State.DUE] * 4
    sent = [subject for address, subject in mailed(timedelta(minutes=9)) if address == people[0].email]
    assert sent == [f"Match paused: Bid!, table {match.pk}"], "one mail a minute"
    ends = mails.filter(state=State.DUE).earliest("pk")
    assert subject_of(ends) == f"Match resumed: Bid!, table {match.pk}"


def test_who_is_stood_in_for_is_told_and_who_resigned_is_not() -> None:
    confirmed("ana", "ben", "cleo")
    match, people = table_of("ana", "ben", "cleo")
    seats = list(match.seats.select_related("user"))
    seats[1].resigned_at = NOON
    for seat in seats[:2]:
        begin_stand_in(match=lock_match(match.pk), seat=seat, now=NOON)
    mails = Notice.objects.filter(kind=Kind.STAND_IN, channel=Channel.MAIL)
    assert [row.user for row in mails] == [people[0]]
    assert not Notice.objects.filter(user=people[0], kind=Kind.TURN, state=State.DUE).exists()
