"""A missed turn: an excuse, the default answer, a stand-in, a pause that asks, an abandoned match."""

from datetime import timedelta

import msgspec
import pytest

from engine.table_settings import TableSettings, TimeControl
from foundation.errors import Forbidden, Stale
from games.registry import GAMES
from matches.bots.play import play_bots
from matches.clocks.pauses import pause_match, resume_match
from matches.lobby.tables import SeatSpec, create_match
from matches.lobby.votes import end_pause
from matches.log.sealed_answers import open_answer
from matches.models import Activity, Answer, Attendance, Match, Seat
from matches.play.answers import submit_answer
from matches.policy import DAY, HOUR, POLICY
from matches.rounds.resolve import resolve_round
from matches.sweep import sweep
from matches.timeouts.stand_ins import take_back_seat
from matches.view.match_view import match_view, matches
from notifications.models import Channel, Kind, Notice
from tests.matches.tables import NOON, person, table_of
from tests.matches.test_seat_clocks import default

pytestmark = pytest.mark.django_db
LET_STAND = {"act": "let_stand"}
REROLL = {"act": "reroll"}
A_DAY = timedelta(seconds=DAY)


def sealed(match, user, now=NOON, action=LET_STAND) -> None:
    submit_answer(match_id=match.pk, user_id=user.pk, step=match.next_step, actions=[action], now=now)


def after_one_round(**preferences):
    """Three people who have all answered once, at noon."""
    match, people = table_of("ana", "ben", "cleo", **preferences)
    for user in people:
        sealed(match, user)
    resolve_round(match_id=match.pk, now=NOON)
    match.refresh_from_db()
    return match, people


def seat(match, number) -> Seat:
    return Seat.objects.get(match=match, number=number)


def any_answer(match, user, now) -> None:
    """Seal the first choice of a person's own page."""
    number = seat_number(match, user)
    view = match_view(matches().get(pk=match.pk), number)
    assert view.asked
    submit_answer(
        match_id=match.pk,
        user_id=user.pk,
        step=view.asked.step,
        actions=[msgspec.to_builtins(view.asked.choices[0].action)],
        now=now,
    )


def seat_number(match, user) -> int:
    return Seat.objects.get(match=match, user=user).number


def kinds(match) -> list[str]:
    return list(Activity.objects.filter(match=match).values_list("kind", flat=True))


def test_an_excuse_gives_one_turn_more_and_only_once() -> None:
    match, people = table_of("ana", "ben", "cleo", excuses=2)
    sealed(match, people[0])
    sealed(match, people[1])
    sweep(now=NOON + A_DAY)
    cleo = seat(match, 2)
    assert (cleo.excuses_left, cleo.extended, cleo.deadline) == (1, True, NOON + 2 * A_DAY)
    assert not Answer.objects.filter(seat=cleo).exists()
    sweep(now=NOON + 2 * A_DAY)
    match.refresh_from_db()
    assert match.step == 1
    assert seat(match, 2).excuses_left == 1
    assert kinds(match) == ["excused"]


def test_an_excuse_gives_a_day_at_most() -> None:
    match, people = table_of("ana", "ben", "cleo", excuses=1, turn_seconds=7 * DAY)
    sealed(match, people[0])
    sweep(now=NOON + 7 * A_DAY)
    assert seat(match, 1).deadline == NOON + 7 * A_DAY + timedelta(hours=POLICY.extension_hours)


def test_an_excuse_at_a_live_table_gives_a_live_turn() -> None:
    match, people = table_of("ana", "ben", "cleo", excuses=1, turn_seconds=300)
    sealed(match, people[0])
    sweep(now=NOON + timedelta(seconds=300))
    assert seat(match, 1).deadline == NOON + timedelta(seconds=600)


def test_the_second_miss_in_a_row_puts_a_bot_in_the_seat() -> None:
    match, people = after_one_round()
    for day in (1, 2):
        any_answer(match, people[0], NOON + (day - 1) * A_DAY)
        any_answer(match, people[1], NOON + (day - 1) * A_DAY)
        sweep(now=NOON + day * A_DAY)
        match.refresh_from_db()
        assert seat(match, 2).stand_in == ("" if day == 1 else "steady")
    assert match.step == 2  # the bot is still to answer
    assert play_bots(match_id=match.pk, now=NOON + 2 * A_DAY) == 1
    assert open_answer(Answer.objects.get(seat=seat(match, 2))).answered_by == "stand_in"
    assert resolve_round(match_id=match.pk, now=NOON + 2 * A_DAY)
    assert kinds(match) == ["stood_in"]


def test_who_answers_in_between_has_not_missed_in_a_row() -> None:
    match, people = after_one_round()
    now = NOON
    for late in (True, False, True, False, True):
        for user in people[: 2 if late else 3]:
            any_answer(match, user, now)
        now += A_DAY
        sweep(now=now)
        match.refresh_from_db()
    assert seat(match, 2).stand_in == ""
    assert seat(match, 2).timeouts_in_row == 1


def with_stand_in():
    """A match in which a bot holds cleo's seat and has sealed an answer, and ana is awaited."""
    match, people = after_one_round()
    for day in (1, 2):
        any_answer(match, people[1], NOON + (day - 1) * A_DAY)
        if day == 1:
            any_answer(match, people[0], NOON)
            sweep(now=NOON + A_DAY)
            match.refresh_from_db()
    Seat.objects.filter(match=match, number=0).update(deadline=NOON + 9 * A_DAY)
    sweep(now=NOON + 2 * A_DAY)
    play_bots(match_id=match.pk, now=NOON + 2 * A_DAY)
    return match, people


def test_the_seat_is_taken_back_by_one_click_and_the_bots_answer_may_be_changed() -> None:
    match, people = with_stand_in()
    now = NOON + 2 * A_DAY
    assert seat(match, 2).stand_in
    take_back_seat(match_id=match.pk, user_id=people[2].pk, now=now)
    view = match_view(matches().get(pk=match.pk), 2)
    assert view.asked and view.asked.answer
    assert play_bots(match_id=match.pk, now=now) == 0
    other = next(choice.action for choice in view.asked.choices if not choice.chosen)
    submit_answer(
        match_id=match.pk, user_id=people[2].pk, step=view.asked.step, actions=[msgspec.to_builtins(other)], now=now
    )
    kept = Answer.objects.get(seat=seat(match, 2))
    assert (open_answer(kept).answered_by, open_answer(kept).action) == ("player", msgspec.to_builtins(other))


def test_who_answers_in_person_has_the_seat_back() -> None:
    match, _ = with_stand_in()
    assert match_view(matches().get(pk=match.pk), 2).asked is None
    default(match, 2, NOON + 2 * A_DAY)
    cleo = seat(match, 2)
    assert (cleo.stand_in, cleo.timeouts_in_row) == ("", 0)
    assert kinds(match) == ["stood_in", "took_back"]


def test_a_bot_that_thought_too_long_does_not_answer_for_who_is_back() -> None:
    match, people = with_stand_in()
    take_back_seat(match_id=match.pk, user_id=people[2].pk, now=NOON + 2 * A_DAY)
    with pytest.raises(Stale) as refused:
        submit_answer(
            match_id=match.pk,
            user_id=people[2].pk,
            step=match.next_step,
            actions=[LET_STAND],
            now=NOON + 2 * A_DAY,
            by="stand_in",
        )
    assert refused.value.code == "seat_taken_back"


def test_a_stand_in_that_does_not_answer_is_not_waited_for_long() -> None:
    match, people = after_one_round()
    Seat.objects.filter(match=match, number=2).update(timeouts_in_row=1)
    any_answer(match, people[0], NOON)
    any_answer(match, people[1], NOON)
    sweep(now=NOON + A_DAY)
    soon = NOON + A_DAY + timedelta(minutes=POLICY.stand_in_minutes)
    assert seat(match, 2).deadline == soon
    sweep(now=soon)
    match.refresh_from_db()
    assert match.step == 2


def test_a_first_turn_that_nobody_takes_calls_the_match_off() -> None:
    match, _ = table_of("ana", "ben", "cleo")
    sweep(now=NOON + A_DAY)
    match.refresh_from_db()
    assert match.status == Match.Status.CALLED_OFF
    assert match.step == 0
    assert not Answer.objects.exists()
    assert not Seat.objects.filter(awaited=True).exists()
    assert kinds(match) == ["called_off"]


def test_one_who_came_keeps_the_match_on() -> None:
    match, people = table_of("ana", "ben", "cleo")
    sealed(match, people[1])
    sweep(now=NOON + A_DAY)
    match.refresh_from_db()
    assert (match.status, match.step) == (Match.Status.RUNNING, 1)


def all_missed(**preferences):
    match, people = after_one_round(**preferences)
    sweep(now=NOON + A_DAY)
    match.refresh_from_db()
    return match, people


def test_a_round_that_everybody_missed_pauses_the_match_and_counts_against_nobody() -> None:
    match, people = all_missed()
    assert (match.status, match.pause_reason, match.step) == (Match.Status.PAUSED, "all_timed_out", 1)
    assert not Answer.objects.exists()
    assert not Attendance.objects.filter(missed__gt=0).exists()
    with pytest.raises(Stale):
        sealed(match, people[0], NOON + A_DAY)
    view = match_view(matches().get(pk=match.pk), 0)
    assert view.asked is None and view.waiting_for == () and view.deadline is None


def test_any_player_lets_it_go_on_with_fresh_deadlines() -> None:
    match, people = all_missed()
    later = NOON + 4 * A_DAY
    end_pause(match_id=match.pk, user_id=people[2].pk, now=later)
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    assert {one.deadline for one in Seat.objects.filter(match=match)} == {later + A_DAY}
    sweep(now=later)
    assert Seat.objects.filter(match=match, awaited=True).count() == 3


def test_only_players_let_it_go_on_and_only_from_this_pause() -> None:
    match, people = all_missed()
    with pytest.raises(Forbidden):
        end_pause(match_id=match.pk, user_id=person("dora").pk, now=NOON + A_DAY)
    end_pause(match_id=match.pk, user_id=people[0].pk, now=NOON + A_DAY)
    match.refresh_from_db()
    pause_match(match=match, reason="moderator", now=NOON + A_DAY)
    with pytest.raises(Forbidden):
        end_pause(match_id=match.pk, user_id=people[0].pk, now=NOON + A_DAY)


def test_a_second_round_that_everybody_misses_goes_to_bots_and_to_the_end() -> None:
    match, people = all_missed()
    end_pause(match_id=match.pk, user_id=people[0].pk, now=NOON + A_DAY)
    now = NOON + 2 * A_DAY
    sweep(now=now)
    assert {one.stand_in for one in Seat.objects.filter(match=match)} == {"steady"}
    for _ in range(500):
        play_bots(match_id=match.pk, now=now)
        resolve_round(match_id=match.pk, now=now)
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED


def test_a_pause_that_nobody_ends_calls_the_match_off() -> None:
    match, _ = all_missed()
    long_after = NOON + A_DAY + timedelta(days=POLICY.pause_days)
    sweep(now=long_after - timedelta(seconds=1))
    match.refresh_from_db()
    assert match.status == Match.Status.PAUSED
    sweep(now=long_after)
    match.refresh_from_db()
    assert match.status == Match.Status.CALLED_OFF


def test_a_match_of_one_person_and_bots_waits_for_its_person() -> None:
    match, people = table_of("ana", bots=["steady", "random"])
    play_bots(match_id=match.pk, now=NOON)
    sealed(match, people[0])
    resolve_round(match_id=match.pk, now=NOON)
    match.refresh_from_db()
    while not seat(match, 0).awaited or match.step < 1:
        play_bots(match_id=match.pk, now=NOON)
        resolve_round(match_id=match.pk, now=NOON)
        match.refresh_from_db()
    sweep(now=NOON + A_DAY)
    match.refresh_from_db()
    assert match.status == Match.Status.PAUSED


@pytest.mark.parametrize("swept", [False, True])
def test_a_late_answer_does_not_depend_on_the_sweep(swept: bool) -> None:
    """With others still awaited it is taken, and the miss counts; the sweep may have been before it or not."""
    match, people = after_one_round()
    any_answer(match, people[1], NOON)
    Seat.objects.filter(match=match, number=0).update(deadline=NOON + 9 * A_DAY)
    late = NOON + A_DAY + timedelta(hours=1)
    if swept:
        sweep(now=NOON + A_DAY)
    any_answer(match, people[2], late)
    assert open_answer(Answer.objects.get(seat=seat(match, 2))).answered_by == "player"
    assert seat(match, 2).timeouts_in_row == 1
    assert sum(Attendance.objects.filter(user=people[2]).values_list("missed", flat=True)) == 1


@pytest.mark.parametrize("swept", [False, True])
def test_a_late_answer_of_the_last_one_comes_too_late(swept: bool) -> None:
    match, people = after_one_round()
    any_answer(match, people[0], NOON)
    any_answer(match, people[1], NOON)
    if swept:
        sweep(now=NOON + A_DAY)
    with pytest.raises(Stale) as refused:
        submit_answer(
            match_id=match.pk, user_id=people[2].pk, step=2, actions=[LET_STAND], now=NOON + A_DAY + timedelta(hours=1)
        )
    assert refused.value.code == "table_moved_on"
    match.refresh_from_db()
    assert match.step == 2


@pytest.mark.parametrize("swept", [False, True])
def test_a_late_answer_within_an_excuse_is_in_time(swept: bool) -> None:
    match, people = after_one_round(excuses=1)
    if swept:
        sweep(now=NOON + A_DAY)
    any_answer(match, people[2], NOON + A_DAY + timedelta(hours=1))
    cleo = seat(match, 2)
    assert (cleo.excuses_left, cleo.timeouts_in_row) == (0, 0)
    assert not Attendance.objects.filter(missed__gt=0).exists()


def test_a_pause_by_vote_leaves_each_clock_what_it_had() -> None:
    match, _ = after_one_round()
    pause_match(match=match, reason="vote", now=NOON + timedelta(hours=5))
    back = NOON + 3 * A_DAY
    resume_match(match=match, now=back)
    assert {one.deadline for one in Seat.objects.filter(match=match)} == {back + timedelta(hours=19)}


def test_a_pause_that_was_agreed_on_ends_by_itself() -> None:
    match, _ = after_one_round()
    pause_match(match=match, reason="vote", now=NOON)
    sweep(now=NOON + timedelta(days=POLICY.pause_days_voted) - timedelta(seconds=1))
    match.refresh_from_db()
    assert match.status == Match.Status.PAUSED
    back = NOON + timedelta(days=POLICY.pause_days_voted)
    sweep(now=back)
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    assert seat(match, 0).deadline == back + A_DAY


def test_a_table_that_nobody_joins_is_closed() -> None:
    def open_answer(private):
        return create_match(
            host=person("ana"),
            slug="bid",
            options=GAMES["bid"].Options(),
            seats=[SeatSpec("open")] * 2,
            time_control=TimeControl(DAY),
            table_settings=TableSettings(private=private),
            contribution="",
            now=NOON,
        )

    public, private = open_answer(False), open_answer(True)
    sweep(now=NOON + timedelta(days=POLICY.open_days) - timedelta(seconds=1))
    assert Match.objects.filter(status=Match.Status.OPEN).count() == 2
    sweep(now=NOON + timedelta(days=POLICY.open_days))
    public.refresh_from_db()
    private.refresh_from_db()
    assert (public.status, private.status) == (Match.Status.CALLED_OFF, Match.Status.OPEN)
    sweep(now=NOON + timedelta(days=POLICY.open_days_private))
    private.refresh_from_db()
    assert private.status == Match.Status.CALLED_OFF


def test_who_spent_an_excuse_is_told_once() -> None:
    match, people = after_one_round(excuses=1)
    any_answer(match, people[0], NOON)
    any_answer(match, people[1], NOON)
    sweep(now=NOON + A_DAY)
    sweep(now=NOON + A_DAY)
    notice = Notice.objects.get(kind=Kind.EXCUSED, channel=Channel.MAIL)
    assert (notice.user, notice.context["text"]) == (
        people[2],
        "You missed a turn. One of your excuses gives you more time for it. You have none left.",
    )


def test_a_live_table_has_an_hour_at_most() -> None:
    assert max(POLICY.live_minutes) * 60 <= HOUR < POLICY.live_below_hours * HOUR
