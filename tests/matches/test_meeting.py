"""Where conditional moves, clocks, substitutes, votes and notices meet."""

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache

from engine.conditional_moves import ConditionalMove
from foundation.errors import Refused, Stale
from matches.chat.write import write_message
from matches.clocks.reliability import reliability_of
from matches.lobby.resigning import resign_seat
from matches.lobby.substitutes import offer_seat, take_over_seat
from matches.lobby.votes import answer_vote, open_vote
from matches.models import Activity, Match, Seat
from matches.play.answers import submit_answer
from matches.play.conditional_moves import save_conditional_move
from matches.policy import POLICY
from matches.rounds.calling_off import call_off_match
from matches.rounds.resolve import resolve_round
from matches.sweep import sweep
from matches.timeouts.stand_ins import begin_stand_in, take_back_seat
from matches.timeouts.timeouts import pass_deadlines
from matches.view.match_view import match_view, matches
from notifications.models import Channel, Kind, Notice, State
from notifications.services import sweep_notices
from tests.matches.conditional import STAND, add_move, logged_by, resolve, stand
from tests.matches.tables import DAY, NOON, person, table_of

pytestmark = pytest.mark.django_db
LATE = NOON + timedelta(seconds=DAY)
MINUTE = timedelta(minutes=1)


def seat(match: Match, number: int) -> Seat:
    return Seat.objects.get(match=match, number=number)


def offered(match: Match, number: int) -> None:
    held = seat(match, number)
    assert held.user
    offer_seat(match_id=match.pk, user_id=held.user.pk, number=number, wanted=True, now=NOON)


def taken(match: Match, name: str, number: int) -> None:
    take_over_seat(match_id=match.pk, user=person(name), number=number, token="", now=NOON)


def test_nobody_is_told_of_a_turn_that_their_conditional_move_took_and_that_is_over() -> None:
    for name in ("ana", "ben", "cleo"):
        user = person(name)
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    match, (ana, ben, cleo) = table_of("ana", "ben", "cleo")
    add_move(match, ana, STAND)
    stand(match, ben, cleo)
    assert resolve(match)
    assert seat(match, 0).awaited
    old = Notice.objects.filter(user=ana, step=1, kind__in=(Kind.TURN, Kind.REMINDER))
    assert not old.filter(state=State.DUE).exists()
    assert not old.filter(channel=Channel.PAGE, read_at=None).exists()
    for minutes in range(3, 10):
        sweep_notices(now=NOON + minutes * MINUTE)
    assert len([sent for sent in mail.outbox if sent.to == [ana.email]]) == 1


def test_who_resigns_leaves_no_seat_open_to_a_substitute() -> None:
    match, people = table_of("ana", "ben", "cleo")
    offered(match, 2)
    resign_seat(match_id=match.pk, user_id=people[2].pk, now=NOON)
    with pytest.raises(Stale):
        taken(match, "dora", 2)
    assert seat(match, 2).user == people[2]


def test_a_substitute_has_a_vote_of_their_own() -> None:
    match, (ana, ben, cleo) = table_of("ana", "ben", "cleo")
    open_vote(match_id=match.pk, user_id=cleo.pk, kind="abandon", now=NOON)
    answer_vote(match_id=match.pk, user_id=ben.pk, kind="abandon", agree=True, now=NOON)
    offered(match, 2)
    taken(match, "dora", 2)
    answer_vote(match_id=match.pk, user_id=ana.pk, kind="abandon", agree=True, now=NOON)
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    view = match_view(matches().get(pk=match.pk), 2)
    assert view.vote and view.vote.asks_me
    answer_vote(match_id=match.pk, user_id=person("dora").pk, kind="abandon", agree=True, now=NOON)
    match.refresh_from_db()
    assert match.status == Match.Status.CALLED_OFF


def test_a_notice_that_does_not_come_tells_nobody_whom_they_muted_at_an_anonymous_table() -> None:
    cache.clear()
    match, (ana, ben, cleo) = table_of("ana", "ben", "cleo", anonymous=True)
    ana.mutings.create(muted=cleo)
    for user in (ben, cleo):
        Notice.objects.filter(kind=Kind.CHAT).delete()
        write_message(match_id=match.pk, user=user, room="players", text="hello", now=NOON)
        assert Notice.objects.filter(kind=Kind.CHAT, user=ana, channel=Channel.PAGE).exists()


@pytest.mark.parametrize("swept", [False, True])
def test_a_late_conditional_move_does_not_depend_on_the_sweep(swept: bool) -> None:
    match, (ana, ben, cleo) = table_of("ana", "ben", "cleo")
    stand(match, ben, cleo)
    if swept:
        sweep(now=LATE)
    with pytest.raises(Stale):
        save_conditional_move(
            match_id=match.pk,
            user_id=ana.pk,
            step=1,
            move=ConditionalMove("reroll", (STAND,)),
            now=LATE + timedelta(seconds=20),
        )
    resolve_round(match_id=match.pk, now=LATE + timedelta(seconds=21))
    match.refresh_from_db()
    assert logged_by(match, 1)[0] == "default"


def test_where_who_answered_is_hidden_more_time_for_one_shows_when_the_round_is_over() -> None:
    for name in ("ana", "ben", "cleo"):
        user = person(name)
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    match, people = table_of("ana", "ben", "cleo", hide_answered=True)
    sweep_notices(now=NOON + 3 * MINUTE)
    Notice.objects.filter(user=person("ana"), kind=Kind.TURN, channel=Channel.MAIL).update(state=State.FAILED)
    submit_answer(match_id=match.pk, user_id=people[1].pk, step=1, actions=[{"act": "let_stand"}], now=NOON)
    sweep(now=LATE)
    match.refresh_from_db()
    assert match.step == 0
    assert Activity.objects.filter(match=match, kind="undelivered").exists()

    def knows(viewer: int | None) -> bool:
        view = match_view(matches().get(pk=match.pk), viewer)
        return any("No notice reached" in line.sentence for line in view.activity)

    assert (knows(0), knows(1), knows(None)) == (True, False, False)
    submit_answer(match_id=match.pk, user_id=people[0].pk, step=1, actions=[{"act": "let_stand"}], now=LATE)
    resolve_round(match_id=match.pk, now=LATE)
    match.refresh_from_db()
    assert match.step == 1
    assert knows(1)


def test_a_seat_is_not_taken_back_after_the_end() -> None:
    match, people = table_of("ana", "ben", "cleo")
    begin_stand_in(match=match, seat=seat(match, 2), now=NOON)
    call_off_match(match=match, reason="vote", now=NOON)
    with pytest.raises(Refused):
        take_back_seat(match_id=match.pk, user_id=people[2].pk, now=NOON)
    assert not Activity.objects.filter(match=match, kind="took_back").exists()


def test_who_is_back_has_the_time_that_the_page_shows() -> None:
    match, people = table_of("ana", "ben", "cleo", bots=())
    begin_stand_in(match=match, seat=seat(match, 2), now=NOON)
    take_back_seat(match_id=match.pk, user_id=people[2].pk, now=NOON)
    shown = seat(match, 2).deadline
    assert shown == NOON + timedelta(hours=1)
    pass_deadlines(match_id=match.pk, now=shown)
    assert match.answers.filter(seat__number=2).exists()


def test_who_is_back_is_reminded() -> None:
    for name in ("ana", "ben", "cleo"):
        user = person(name)
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    match, people = table_of("ana", "ben", "cleo")
    begin_stand_in(match=match, seat=seat(match, 2), now=NOON)
    take_back_seat(match_id=match.pk, user_id=people[2].pk, now=NOON)
    assert Notice.objects.filter(user=people[2], kind=Kind.REMINDER, channel=Channel.MAIL, state=State.DUE).exists()


@pytest.mark.parametrize("hidden", ["anonymous", "hide_answered"])
def test_a_reliability_that_moves_tells_nothing_that_a_table_hides(hidden: str) -> None:
    table_settings: dict[str, Any] = {hidden: True}
    match, people = table_of("ana", "ben", "cleo", **table_settings)
    held = {number: seat(match, number).user for number in range(3)}
    first, second, third = (held[number] for number in range(3))
    assert first
    assert second
    assert third
    stand(match, first, second)
    pass_deadlines(match_id=match.pk, now=LATE)
    match.refresh_from_db()
    assert match.step == 1
    found = reliability_of([user.pk for user in people], LATE)
    assert {figure.turns for figure in found.values()} == {0}
    call_off_match(match=match, reason="vote", now=LATE)
    found = reliability_of([user.pk for user in people], LATE)
    assert {figure.turns for figure in found.values()} == {1}
    assert found[third.pk].missed == 1


def test_a_yes_after_the_vote_has_lapsed_comes_too_late_before_the_sweep_too() -> None:
    match, (ana, ben, cleo) = table_of("ana", "ben", "cleo")
    open_vote(match_id=match.pk, user_id=ana.pk, kind="abandon", now=NOON)
    answer_vote(match_id=match.pk, user_id=ben.pk, kind="abandon", agree=True, now=NOON)
    with pytest.raises(Stale):
        answer_vote(
            match_id=match.pk, user_id=cleo.pk, kind="abandon", agree=True, now=NOON + timedelta(days=POLICY.vote_days)
        )
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
