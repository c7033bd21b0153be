"""Clocks of seats: Fischer, weekends, vacation, and hours that change in the middle of a turn."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import pytest
from allauth.account.models import EmailAddress

from accounts.hours.vacations import give_back_vacation, take_vacation
from accounts.identity.services import change_preferences
from accounts.models import VacationDay
from engine.conditional_moves import ConditionalMove
from matches.clocks.pauses import pause_match, resume_match
from matches.lobby.substitutes import offer_seat, take_over_seat
from matches.log.states import game_of, state_of
from matches.models import Seat
from matches.play.answers import submit_answer
from matches.play.conditional_moves import save_conditional_move
from matches.policy import DAY, HOUR, POLICY
from matches.rounds.resolve import resolve_round
from matches.sweep import sweep
from matches.timeouts.changed_hours import follow_hours
from notifications.models import Channel, Kind, Notice, State
from tests.matches.conditional import STAND
from tests.matches.tables import NOON, person, table_of

pytestmark = pytest.mark.django_db
A_DAY = timedelta(seconds=DAY)
FISCHER: dict[str, Any] = {"turn_seconds": 3 * DAY, "increment_seconds": DAY, "cap_seconds": 7 * DAY}
KOLKATA = ZoneInfo("Asia/Kolkata")


def default(match, number, now) -> None:
    """Answer in person what the rules would answer by default."""
    match.refresh_from_db()
    user = Seat.objects.get(match=match, number=number).user
    assert user is not None
    action = msgspec.to_builtins(game_of(match).default_action(state_of(match), number))
    submit_answer(match_id=match.pk, user_id=user.pk, step=match.next_step, actions=[action], now=now)


def seat(match, number) -> Seat:
    return Seat.objects.get(match=match, number=number)


def due(match, number) -> datetime:
    """When a seat that is asked is due."""
    found = seat(match, number).deadline
    assert found is not None
    return found


def living(name: str, zone: str, quiet: tuple[int, int] | None = None):
    """A person in a zone, with quiet hours perhaps."""
    user = person(name)
    user.time_zone = zone
    user.quiet_from, user.quiet_until = (time(quiet[0]), time(quiet[1])) if quiet else (None, None)
    user.save()
    return user


def mails(user) -> list[Notice]:
    """The mails of a turn that are planned for someone."""
    return list(user.notices.filter(channel=Channel.MAIL, kind__in=(Kind.TURN, Kind.REMINDER)))


def test_a_fischer_clock_keeps_what_is_left() -> None:
    match, _ = table_of("ana", "ben", "cleo", **FISCHER)
    assert seat(match, 0).deadline == NOON + 3 * A_DAY
    for number in range(3):
        default(match, number, NOON + timedelta(hours=10 * (number + 1)))
    now = NOON + timedelta(hours=30)
    resolve_round(match_id=match.pk, now=now)
    assert [seat(match, number).bank_seconds for number in range(3)] == [86 * HOUR, 76 * HOUR, 66 * HOUR]
    assert seat(match, 2).deadline == now + timedelta(hours=66)


def test_a_fischer_clock_never_holds_more_than_its_cap() -> None:
    match, _ = table_of("ana", "ben", "cleo", **FISCHER)
    for _ in range(8):
        for number in range(3):
            if seat(match, number).awaited:
                default(match, number, NOON)
        resolve_round(match_id=match.pk, now=NOON)
    assert max(one.bank_seconds or 0 for one in Seat.objects.filter(match=match)) == 7 * DAY


def test_who_misses_has_the_increment_left_and_no_more() -> None:
    match, _ = table_of("ana", "ben", "cleo", excuses=1, **FISCHER)
    default(match, 0, NOON)
    default(match, 1, NOON)
    sweep(now=NOON + 3 * A_DAY)
    default(match, 2, NOON + 3 * A_DAY + timedelta(hours=1))
    resolve_round(match_id=match.pk, now=NOON + 4 * A_DAY)
    assert [seat(match, number).bank_seconds for number in range(3)] == [4 * DAY, 4 * DAY, DAY]


@pytest.mark.parametrize("hours", [0, 10], ids=["given before", "given at ten"])
def test_a_conditional_move_that_answers_at_the_deadline_costs_only_the_time_until_it_was_there(hours: int) -> None:
    match, (ana, *_) = table_of("ana", "ben", "cleo", **FISCHER)
    given = NOON + timedelta(hours=hours)
    save_conditional_move(
        match_id=match.pk, user_id=ana.pk, step=match.next_step, move=ConditionalMove("reroll", (STAND,)), now=given
    )
    for number in (1, 2):
        default(match, number, NOON)
    # A player who got more time keeps the round open, so the conditional answer stays sealed for a while.
    Seat.objects.filter(match=match, number=2).update(deadline=NOON + 4 * A_DAY)
    match.answers.filter(seat__number=2).delete()
    sweep(now=NOON + 3 * A_DAY)
    sealed = match.answers.get(seat__number=0)
    assert sealed.made_at == NOON + 3 * A_DAY, "others see when its envelope appeared, and nothing of the move"
    default(match, 2, NOON + 3 * A_DAY)
    resolve_round(match_id=match.pk, now=NOON + 3 * A_DAY)
    assert seat(match, 0).bank_seconds == (72 - hours + 24) * HOUR


def test_only_time_that_runs_is_taken_from_a_fischer_clock() -> None:
    friday = datetime(2026, 5, 8, 12, tzinfo=UTC)
    match, _ = table_of("ana", "ben", "cleo", now=friday, weekends_off=True, **FISCHER)
    assert seat(match, 0).deadline == friday + 5 * A_DAY
    pause_match(match=match, reason="vote", now=friday + timedelta(hours=1))
    resume_match(match=match, now=friday + timedelta(hours=4))
    for number in range(3):
        default(match, number, friday + 3 * A_DAY)
    resolve_round(match_id=match.pk, now=friday + 3 * A_DAY)
    # Without the weekend, Friday noon to Monday noon is a day; three hours of it were a pause.
    assert {one.bank_seconds for one in Seat.objects.filter(match=match)} == {(72 - 21 + 24) * HOUR}


def test_each_seat_has_a_deadline_of_its_own() -> None:
    living("ana", "Asia/Kolkata", quiet=(17, 2))
    living("ben", "Pacific/Kiritimati")
    match, _ = table_of("ana", "ben", "cleo", weekends_off=True, now=datetime(2026, 5, 8, 9, tzinfo=UTC))
    found = [due(match, number) for number in range(3)]
    # Friday 14:30 in Kolkata: Monday 14:30. Friday 23:00 on Kiritimati: an hour of Friday, 23 of Monday.
    assert found[0] == datetime(2026, 5, 11, 14, 30, tzinfo=KOLKATA)
    assert found[1] == datetime(2026, 5, 11, 23, tzinfo=ZoneInfo("Pacific/Kiritimati"))
    assert found[2] == datetime(2026, 5, 11, 9, tzinfo=UTC)


def test_quiet_hours_move_a_deadline_but_not_at_a_live_table() -> None:
    living("ana", "UTC", quiet=(10, 14))
    days, _ = table_of("ana", "ben", "cleo")
    live, _ = table_of("ana", "ben", "cleo", turn_seconds=3600)
    assert seat(days, 0).deadline == NOON + A_DAY + timedelta(hours=2)
    assert seat(live, 0).deadline == NOON + timedelta(hours=1)


def test_vacation_stops_clocks_where_the_match_allows_it() -> None:
    ana = living("ana", "Asia/Kolkata")
    take_vacation(user=ana, first=date(2026, 5, 5), last=date(2026, 5, 6), now=NOON)
    allowed, _ = table_of("ana", "ben", "cleo")
    refused, _ = table_of("ana", "ben", "cleo", vacations=False)
    assert seat(allowed, 0).deadline == NOON + 3 * A_DAY
    assert seat(refused, 0).deadline == NOON + A_DAY
    assert seat(allowed, 1).deadline == NOON + A_DAY


def test_vacation_stops_the_clocks_of_later_rounds() -> None:
    ana = living("ana", "UTC")
    match, people = table_of("ana", "ben", "cleo")
    take_vacation(user=ana, first=date(2026, 5, 5), last=date(2026, 5, 6), now=NOON)
    for user in people:
        submit_answer(match_id=match.pk, user_id=user.pk, step=1, actions=[{"act": "let_stand"}], now=NOON + A_DAY / 2)
    assert resolve_round(match_id=match.pk, now=NOON + A_DAY / 2)
    assert [due(match, number) - NOON - A_DAY / 2 for number in range(3)] == [3 * A_DAY, A_DAY, A_DAY]


def test_open_deadlines_follow_vacation() -> None:
    ana = living("ana", "UTC")
    match, _ = table_of("ana", "ben", "cleo", turn_seconds=3 * DAY)
    take_vacation(user=ana, first=date(2026, 5, 5), last=date(2026, 5, 8), now=NOON)
    assert follow_hours(user_id=ana.pk, now=NOON) == 1
    assert seat(match, 0).deadline == NOON + 7 * A_DAY
    assert follow_hours(user_id=ana.pk, now=NOON) == 0
    # Days given back take the time back.
    give_back_vacation(user=ana, first=date(2026, 5, 6), last=date(2026, 5, 8), now=NOON)
    follow_hours(user_id=ana.pk, now=NOON)
    assert seat(match, 0).deadline == NOON + 4 * A_DAY


def test_what_is_given_back_leaves_a_fair_time() -> None:
    ana = living("ana", "UTC")
    match, _ = table_of("ana", "ben", "cleo")
    take_vacation(user=ana, first=date(2026, 5, 5), last=date(2026, 5, 8), now=NOON)
    follow_hours(user_id=ana.pk, now=NOON)
    late = NOON + timedelta(hours=11, minutes=59)
    give_back_vacation(user=ana, first=date(2026, 5, 5), last=date(2026, 5, 8), now=late)
    follow_hours(user_id=ana.pk, now=late)
    assert seat(match, 0).deadline == late + timedelta(hours=POLICY.fair_hours)


def test_a_task_that_was_lost_costs_nobody_a_turn() -> None:
    ana = living("ana", "UTC")
    match, _ = table_of("ana", "ben", "cleo")
    default(match, 1, NOON)
    VacationDay.objects.create(user=ana, day=date(2026, 5, 5))
    sweep(now=NOON + A_DAY)
    assert seat(match, 0).deadline == NOON + 2 * A_DAY
    sweep(now=NOON + 2 * A_DAY)
    match.refresh_from_db()
    assert match.step == 1


def test_moving_about_wins_no_time_without_end() -> None:
    """A player who moves their zone or quiet hours before each deadline gains hours, not days."""
    ana = living("ana", "UTC")
    match, _ = table_of("ana", "ben", "cleo", weekends_off=True)
    default(match, 1, NOON)
    now = NOON
    for number in range(40):
        now = due(match, 0) - timedelta(minutes=5)
        zone = ("Pacific/Kiritimati", "Pacific/Pago_Pago", "UTC")[number % 3]
        local = now.astimezone(ZoneInfo(zone))
        change_preferences(
            user=ana,
            changes={
                "time_zone": zone,
                "quiet_from": local.time(),
                "quiet_until": (local + timedelta(hours=12)).time(),
            },
        )
        follow_hours(user_id=ana.pk, now=now)
    assert due(match, 0) <= NOON + 6 * A_DAY


def quiet_now(user, moment: datetime, hours: int = 8, before: int = 1) -> time:
    """Let a user's quiet hours, in their own zone, lie around a moment; when they end."""
    begins = (moment - timedelta(hours=before)).astimezone(ZoneInfo(user.time_zone))
    user.quiet_from, user.quiet_until = begins.time(), (begins + timedelta(hours=hours)).time()
    user.save()
    return user.quiet_until


def test_what_is_given_back_leaves_no_deadline_in_quiet_hours() -> None:
    ana = living("ana", "Asia/Kolkata")
    match, _ = table_of("ana", "ben", "cleo")
    take_vacation(user=ana, first=date(2026, 5, 5), last=date(2026, 5, 8), now=NOON)
    follow_hours(user_id=ana.pk, now=NOON)
    late = NOON + timedelta(hours=5)
    ends = quiet_now(ana, late)
    give_back_vacation(user=ana, first=date(2026, 5, 5), last=date(2026, 5, 8), now=late)
    follow_hours(user_id=ana.pk, now=late)
    assert due(match, 0).astimezone(KOLKATA).time() == ends
    assert due(match, 0) - late == timedelta(hours=POLICY.fair_hours + 7)


def test_a_zone_that_changes_leaves_no_deadline_in_quiet_hours() -> None:
    ana = living("ana", "Asia/Kolkata", quiet=(13, 18))
    match, _ = table_of("ana", "ben", "cleo", now=datetime(2026, 5, 4, 8, tzinfo=UTC))
    # Half past one in Kolkata is quiet there: the deadline waits until 18:00, which is 8:30 in New York.
    assert due(match, 0) == datetime(2026, 5, 5, 18, tzinfo=KOLKATA)
    change_preferences(
        user=ana, changes={"time_zone": "America/New_York", "quiet_from": time(8), "quiet_until": time(10)}
    )
    follow_hours(user_id=ana.pk, now=NOON)
    assert due(match, 0) == datetime(2026, 5, 5, 10, tzinfo=ZoneInfo("America/New_York"))


def test_a_substitute_gets_no_deadline_in_their_quiet_hours() -> None:
    living("ana", "UTC", quiet=(8, 18))
    match, (ana, *_) = table_of("ana", "ben", "cleo")
    dora = living("dora", "UTC", quiet=(17, 20))
    assert due(match, 0) == NOON + timedelta(hours=30)
    # If the answer had its extension already, the new player gets only the time left.
    Seat.objects.filter(match=match, number=0).update(extended=True)
    late = NOON + timedelta(hours=10)
    offer_seat(match_id=match.pk, user_id=ana.pk, number=0, wanted=True, now=late)
    take_over_seat(match_id=match.pk, user=dora, number=0, token="", now=late)
    assert due(match, 0) == NOON + timedelta(hours=32)


def test_new_quiet_hours_move_a_deadline_on_by_a_night_and_no_more() -> None:
    ana = living("ana", "UTC")
    match, _ = table_of("ana", "ben", "cleo")
    for _ in range(5):
        quiet_now(ana, due(match, 0), hours=9)
        follow_hours(user_id=ana.pk, now=due(match, 0) - timedelta(minutes=5))
    # By eight hours as for any quiet hours, and by eight more; not a third time.
    assert due(match, 0) == NOON + A_DAY + timedelta(hours=16)
    assert seat(match, 0).pushed_from == NOON + A_DAY + timedelta(hours=8)
    default(match, 0, NOON)
    for number in (1, 2):
        default(match, number, NOON)
    resolve_round(match_id=match.pk, now=NOON)
    assert set(Seat.objects.filter(match=match).values_list("pushed_from", flat=True)) == {None}


def test_notices_follow_a_deadline_that_moves() -> None:
    ana = living("ana", "UTC")
    EmailAddress.objects.create(user=ana, email=ana.email, verified=True, primary=True)
    table_of("ana", "ben", "cleo", turn_seconds=3 * DAY)
    take_vacation(user=ana, first=date(2026, 5, 5), last=date(2026, 5, 8), now=NOON)
    follow_hours(user_id=ana.pk, now=NOON)
    reminder = Notice.objects.get(user=ana, kind=Kind.REMINDER, channel=Channel.MAIL)
    assert reminder.context["deadline"] == (NOON + 7 * A_DAY).isoformat()
    assert reminder.due_at == NOON + 7 * A_DAY - timedelta(hours=0.2 * 72)
    assert {one.state for one in mails(ana)} == {State.DUE}


def test_notices_that_a_pause_withdrew_come_again() -> None:
    ana = living("ana", "UTC")
    EmailAddress.objects.create(user=ana, email=ana.email, verified=True, primary=True)
    match, _ = table_of("ana", "ben", "cleo")
    pause_match(match=match, reason="vote", now=NOON)
    assert {one.state for one in mails(ana)} == {State.STALE}
    resume_match(match=match, now=NOON + A_DAY)
    found = {one.kind: one for one in mails(ana)}
    assert {one.state for one in found.values()} == {State.DUE}
    assert found[Kind.TURN].due_at == NOON + A_DAY + timedelta(minutes=2)


def test_no_notice_is_due_in_quiet_hours() -> None:
    ana = living("ana", "UTC", quiet=(12, 18))
    EmailAddress.objects.create(user=ana, email=ana.email, verified=True, primary=True)
    table_of("ana", "ben", "cleo")
    moments = {one.kind: one.due_at for one in mails(ana)}
    assert moments[Kind.TURN] == NOON + timedelta(hours=6)
    # The deadline is at 18:00; a fifth of the day before it is quiet, so the notice comes before that.
    assert moments[Kind.REMINDER] == NOON + timedelta(hours=23, minutes=50)
