"""Ladders: joining, challenging, how results and missed days change rungs, and that no trick pays."""

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone

from accounts.models import User, UserKind, VacationDay
from accounts.security.suspension import FOR_GOOD
from foundation.errors import Refused
from ladders.models import Challenge, RungChange
from ladders.selectors.ladders import facts_of, opponent_refusal
from ladders.services.challenges import accept_challenge, take_back_challenge
from ladders.services.ladders import REJOIN_DAYS, close_ladder, join_ladder, leave_ladder, set_apart
from ladders.services.sweep import sweep
from matches.lobby.arranged import stop_match
from matches.models import Seat
from notifications.models import Notice, State
from tests.ladders.challenges import accepted, code, end, make
from tests.ladders.play import ladder_of, moves_since, order_of, organiser, people
from tests.matches.tables import NOON, person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("rows_give_the_rungs")]


def test_a_challenge_to_its_result_swaps_two_players() -> None:
    users = people(4)
    ladder = ladder_of(users)
    challenge = accepted(ladder, users[3], [users[1]])
    assert Challenge.objects.get(pk=challenge.pk).state == "running"
    end(challenge, [users[3], users[1]])
    assert order_of(ladder) == [users[0], users[3], users[2], users[1]]
    assert Challenge.objects.get(pk=challenge.pk).state == "done"
    assert moves_since(ladder, NOON + timedelta(hours=1)) == {users[3].pk: 2, users[1].pk: -2}


def test_the_rungs_of_a_larger_table_are_dealt_out_in_finishing_order() -> None:
    users = people(8)
    ladder = ladder_of(users, seats=range(3, 6))
    table = [users[6], users[2], users[4], users[1]]
    end(accepted(ladder, table[0], table[1:]), [users[4], users[6], users[1], users[2]])
    assert order_of(ladder) == [users[0], users[4], users[6], users[3], users[1], users[5], users[2], users[7]]


@pytest.mark.parametrize("seat", [{"stand_in": "random"}, {"resigned_at": NOON}])
def test_neither_a_bot_nor_giving_up_lifts_anyone(seat: dict[str, Any]) -> None:
    users = people(3)
    ladder = ladder_of(users)
    challenge = accepted(ladder, users[2], [users[0]])
    Seat.objects.filter(match=challenge.match_id, user=users[2]).update(**seat)
    end(challenge, [users[2], users[0]])
    assert order_of(ladder) == users


def test_a_substitute_holds_the_rung_for_the_person() -> None:
    users = people(4)
    ladder = ladder_of(users[:3])
    challenge = accepted(ladder, users[2], [users[0]])
    Seat.objects.filter(match=challenge.match_id, user=users[0]).update(user=users[3], first_user=users[0])
    end(challenge, [users[3], users[2]])
    assert order_of(ladder) == users[:3]


def test_not_accepting_costs_the_place_and_the_others_play() -> None:
    users = people(5)
    ladder = ladder_of(users, seats=range(2, 5))
    challenge = make(ladder, users[4], [users[0], users[1]])
    accept_challenge(challenge_id=challenge.pk, user=users[1], now=NOON)
    assert sweep(now=NOON + timedelta(days=2, hours=23)) == 0
    assert sweep(now=NOON + timedelta(days=3)) == 1
    assert order_of(ladder) == [users[1], users[4], users[2], users[3], users[0]]
    challenge.refresh_from_db()
    assert challenge.state == "running" and challenge.match is not None
    assert {seat.user for seat in challenge.match.seats.all()} == {users[4], users[1]}


def test_those_who_met_wait_a_week_no_matter_who_else_had_been_invited() -> None:
    users = people(5)
    ladder = ladder_of(users, seats=range(2, 5))
    challenge = make(ladder, users[4], [users[0], users[3]])
    accept_challenge(challenge_id=challenge.pk, user=users[3], now=NOON)
    sweep(now=NOON + timedelta(days=3))
    challenge.refresh_from_db()
    assert challenge.match
    end(challenge, [users[3], users[4]])
    assert code(make, ladder, users[4], [users[3]], 4) == "table_met_lately"


@pytest.mark.parametrize(
    ("size", "expected"), [(1, [0, 1, 3, 2, 4, 5]), (2, [0, 1, 4, 2, 3, 5]), (4, [0, 1, 2, 3, 4, 5])]
)
def test_not_accepting_costs_a_place_below_the_challenger_too(size: int, expected: list[int]) -> None:
    """Also where several did not accept; only the last has no place to lose."""
    users = people(6)
    ladder = ladder_of(users, seats=range(2, 6))
    make(ladder, users[0], users[2 : 2 + size])
    sweep(now=NOON + timedelta(days=3))
    assert order_of(ladder) == [users[number] for number in expected]


def test_a_third_invited_for_show_makes_no_rematch() -> None:
    users = people(5)
    ladder = ladder_of(users, seats=range(2, 5))
    end(accepted(ladder, users[4], [users[3]]), [users[3], users[4]])
    challenge = make(ladder, users[4], [users[3], users[0]], 1)
    accept_challenge(challenge_id=challenge.pk, user=users[3], now=NOON + timedelta(days=1))
    sweep(now=NOON + timedelta(days=4))
    challenge.refresh_from_db()
    assert (challenge.state, challenge.match) == ("lapsed", None)
    make(ladder, users[4], [users[3]], 8)


def test_nobody_left_to_play_ends_the_challenge() -> None:
    users = people(3)
    ladder = ladder_of(users)
    challenge = make(ladder, users[2], [users[1]])
    sweep(now=NOON + timedelta(days=4))
    challenge.refresh_from_db()
    assert challenge.state == "lapsed" and order_of(ladder) == [users[0], users[2], users[1]]
    with pytest.raises(Refused):
        accept_challenge(challenge_id=challenge.pk, user=users[1], now=NOON + timedelta(days=4))


def test_why_a_challenge_is_refused_is_always_said() -> None:
    users = people(40)
    ladder = ladder_of(users)
    stranger = person("stranger")
    assert code(make, ladder, stranger, [users[0]]) == "may_not_challenge"
    assert code(make, ladder, users[30], [users[2]]) == "may_not_be_challenged", "out of reach"
    assert code(make, ladder, users[5], [users[16]]) == "may_not_be_challenged", "out of reach below"
    assert code(make, ladder, users[5], [users[5]]) == "may_not_be_challenged", "oneself"
    assert code(make, ladder, users[5], [stranger]) == "may_not_be_challenged"
    assert code(make, ladder, users[5], []) == "wrong_table_size"
    assert code(make, ladder, users[5], [users[3], users[4]]) == "wrong_table_size"
    for number in (1, 2, 3):
        make(ladder, users[9], [users[number]])
    assert code(make, ladder, users[9], [users[4]]) == "may_not_challenge", "three out"
    for number in (10, 11):
        make(ladder, users[number], [users[3]])
    assert code(make, ladder, users[12], [users[3]]) == "may_not_be_challenged", "three in"
    assert code(make, ladder, users[3], [users[3]]) == "may_not_be_challenged"


def test_in_reach_is_what_the_page_says() -> None:
    users = people(60)
    ladder = ladder_of(users)
    facts = facts_of(ladder, NOON)
    may = [
        number + 1 for number, user in enumerate(users) if not opponent_refusal(facts, ladder, users[49].pk, user.pk)
    ]
    assert may == [*range(30, 50), *range(51, 61)], "40 per cent of 50, as far as there are players"


def test_no_rematch_of_the_same_table_within_a_week() -> None:
    users = people(4)
    ladder = ladder_of(users)
    end(accepted(ladder, users[2], [users[1]]), [users[1], users[2]])
    assert code(make, ladder, users[2], [users[1]], 7) == "may_not_be_challenged"
    make(ladder, users[2], [users[0]], 1)
    make(ladder, users[2], [users[1]], 7.6)


@pytest.mark.parametrize("size", [2, 3])
def test_the_first_may_challenge_and_gains_nothing_by_winning(size: int) -> None:
    users = people(6)
    ladder = ladder_of(users, seats=range(size, size + 1))
    end(accepted(ladder, users[0], users[1:size]), users[:size])
    assert order_of(ladder) == users
    end(accepted(ladder, users[0], users[2 : size + 1], 1), [*users[2 : size + 1], users[0]], 1.5)
    assert order_of(ladder)[0] == users[2]


def test_a_challenge_taken_back_keeps_nobody_else_from_challenging() -> None:
    users = people(3)
    ladder = ladder_of(users)
    challenge = make(ladder, users[0], [users[2]])
    take_back_challenge(challenge_id=challenge.pk, user=users[0], now=NOON)
    assert code(make, ladder, users[0], [users[2]], 6.9) == "may_not_be_challenged"
    make(ladder, users[2], [users[0]], 0.1)


def test_taking_back_is_for_what_nobody_accepted_and_saves_no_week() -> None:
    users = people(4)
    ladder = ladder_of(users, seats=range(3, 4))
    challenge = make(ladder, users[2], users[:2])
    assert code(take_back_challenge, challenge_id=challenge.pk, user=users[0], now=NOON) == "not_your_challenge"
    take_back_challenge(challenge_id=challenge.pk, user=users[2], now=NOON)
    assert code(make, ladder, users[2], users[:2], 1) == "table_met_lately"
    again = make(ladder, users[3], users[1:3], 1)
    accept_challenge(challenge_id=again.pk, user=users[1], now=NOON + timedelta(days=1))
    late = NOON + timedelta(days=1)
    assert code(take_back_challenge, challenge_id=again.pk, user=users[3], now=late) == "challenge_accepted"


def test_a_match_called_off_moves_nobody_and_ends_the_challenge() -> None:
    users = people(3)
    ladder = ladder_of(users)
    challenge = accepted(ladder, users[2], [users[1]])
    stop_match(match_id=challenge.match_id or 0, now=NOON)
    sweep(now=NOON)
    challenge.refresh_from_db()
    assert challenge.state == "void" and order_of(ladder) == users


def test_nobody_on_vacation_is_challenged_and_the_time_to_accept_stands_still() -> None:
    users = people(4)
    ladder = ladder_of(users)
    EmailAddress.objects.create(user=users[1], email="one@example.org", verified=True, primary=True)
    challenge = make(ladder, users[3], [users[1]])
    for number in range(1, 4):
        VacationDay.objects.create(user=users[1], day=NOON.date() + timedelta(days=number))
    assert code(make, ladder, users[2], [users[1]], 1) == "may_not_be_challenged"
    assert code(make, ladder, users[1], [users[0]], 1) == "may_not_challenge"
    sweep(now=NOON + timedelta(days=3))
    challenge.refresh_from_db()
    assert challenge.state == "open" and challenge.expires_at == NOON + timedelta(days=6)
    reminders = Notice.objects.filter(user=users[1], kind="challenge_ends", state=State.DUE, channel="mail")
    assert [notice.due_at for notice in reminders] == [NOON + timedelta(days=5)], "in place of the earlier one"
    assert sweep(now=NOON + timedelta(days=5, hours=23)) == 0
    sweep(now=NOON + timedelta(days=6))
    challenge.refresh_from_db()
    assert challenge.state == "lapsed" and order_of(ladder) == [users[0], users[3], users[2], users[1]]


@pytest.mark.parametrize("fate", [{"suspended_until": FOR_GOOD}, {"is_active": False}])
def test_whose_account_is_shut_is_neither_challenged_nor_passed(fate: dict[str, Any]) -> None:
    users = people(4)
    ladder = ladder_of(users)
    challenge = make(ladder, users[3], [users[1]])
    User.objects.filter(pk=users[1].pk).update(**fate)
    facts = facts_of(ladder, NOON)
    assert opponent_refusal(facts, ladder, users[2].pk, users[1].pk) == "This account cannot play at present."
    sweep(now=NOON + timedelta(days=3))
    challenge.refresh_from_db()
    assert challenge.state == "lapsed" and order_of(ladder) == users


@pytest.mark.parametrize("fate", [{"suspended_until": FOR_GOOD}, {"is_active": False}])
def test_who_challenged_and_is_shut_out_then_is_no_part_of_the_table(fate: dict[str, Any]) -> None:
    users = people(6)
    ladder = ladder_of(users, seats=range(2, 4))
    three, two = make(ladder, users[5], [users[1], users[2]]), make(ladder, users[5], [users[3]])
    User.objects.filter(pk=users[5].pk).update(**fate)
    for challenge, user in ((three, users[1]), (three, users[2]), (two, users[3])):
        accept_challenge(challenge_id=challenge.pk, user=user, now=NOON)
    three.refresh_from_db()
    two.refresh_from_db()
    assert (three.state, two.state, two.match_id) == ("running", "lapsed", None) and order_of(ladder) == users
    assert {seat.user for seat in Seat.objects.filter(match=three.match_id)} == {users[1], users[2]}


def test_one_day_of_vacation_is_one_day_more() -> None:
    users = people(4)
    ladder = ladder_of(users)
    make(ladder, users[3], [users[1]])
    VacationDay.objects.create(user=users[1], day=NOON.date() + timedelta(days=3))
    sweep(now=NOON + timedelta(days=3))
    assert order_of(ladder) == users
    sweep(now=NOON + timedelta(days=4))
    assert order_of(ladder) == [users[0], users[3], users[2], users[1]]


def test_who_never_played_has_not_met() -> None:
    users = people(4)
    ladder = ladder_of(users)
    make(ladder, users[3], [users[1]])
    sweep(now=NOON + timedelta(days=3))
    again = accepted(ladder, users[3], [users[1]], 4)
    stop_match(match_id=again.match_id or 0, now=NOON + timedelta(days=4))
    sweep(now=NOON + timedelta(days=4))
    end(accepted(ladder, users[3], [users[1]], 5), [users[3], users[1]], 5.5)
    assert code(make, ladder, users[1], [users[3]], 6) == "may_not_be_challenged"


def test_two_of_one_household_can_be_kept_apart() -> None:
    users = people(5)
    ladder = ladder_of(users, seats=range(2, 4))
    set_apart(by=organiser(), one=users[2], other=users[1], apart=True, now=NOON)
    assert code(make, ladder, users[2], [users[1]]) == "may_not_be_challenged"
    assert code(make, ladder, users[3], users[1:3]) == "table_met_lately"
    set_apart(by=organiser(), one=users[1], other=users[2], apart=False, now=NOON)
    make(ladder, users[2], [users[1]])
    assert code(set_apart, by=users[0], one=users[1], other=users[2], apart=True, now=NOON) == "not_an_organiser"


def test_joining_leaving_and_coming_back() -> None:
    users = people(3)
    ladder = ladder_of(users)
    comer = person("comer")
    join_ladder(ladder_id=ladder.pk, user=comer, now=NOON)
    assert order_of(ladder)[-1] == comer
    assert code(join_ladder, ladder_id=ladder.pk, user=comer, now=NOON) == "already_on_ladder"
    leave_ladder(ladder_id=ladder.pk, user=users[0], now=NOON)
    assert order_of(ladder) == [users[1], users[2], comer]
    assert code(join_ladder, ladder_id=ladder.pk, user=users[0], now=NOON + timedelta(days=6)) == "left_lately"
    join_ladder(ladder_id=ladder.pk, user=users[0], now=NOON + timedelta(days=7))
    assert order_of(ladder)[-1] == users[0]
    guest = User.objects.create(username="guest-12345", kind=UserKind.GUEST)
    assert code(join_ladder, ladder_id=ladder.pk, user=guest, now=NOON) == "guest"


def test_a_page_says_as_long_as_it_holds_that_who_left_may_not_join_again(client: Client) -> None:
    users = people(3)
    ladder = ladder_of(users)
    lately = timezone.now() - timedelta(days=REJOIN_DAYS) + timedelta(minutes=5)
    leave_ladder(ladder_id=ladder.pk, user=users[0], now=lately)
    client.force_login(users[0])
    assert "After leaving a ladder there is a pause." in client.get(f"/ladder/{ladder.slug}/").content.decode()


def test_nobody_leaves_to_escape_a_challenge() -> None:
    users = people(3)
    ladder = ladder_of(users)
    make(ladder, users[2], [users[1]])
    assert code(leave_ladder, ladder_id=ladder.pk, user=users[1], now=NOON) == "challenge_pending"


def test_inactivity_moves_one_down_slowly_and_lets_nobody_leap() -> None:
    users = people(5)
    ladder = ladder_of(users)
    late = NOON + timedelta(days=27)
    make(ladder, users[4], [users[3]], 27)
    challenge = Challenge.objects.get()
    accept_challenge(challenge_id=challenge.pk, user=users[3], now=late)
    assert sweep(now=NOON + timedelta(days=28)) == 1
    assert order_of(ladder) == [users[0], users[1], users[3], users[2], users[4]]
    assert sweep(now=NOON + timedelta(days=28, hours=1)) == 0
    sweep(now=NOON + timedelta(days=35))
    assert order_of(ladder) == [users[0], users[3], users[1], users[4], users[2]]
    assert set(RungChange.objects.filter(why="inactive").values_list("user__username", flat=True)) == {
        users[1].username,
        users[2].username,
    }


def test_a_challenge_that_is_taken_back_keeps_nobody_up() -> None:
    users = people(4)
    ladder = ladder_of(users)
    challenge = make(ladder, users[0], [users[3]], 27)
    take_back_challenge(challenge_id=challenge.pk, user=users[0], now=NOON + timedelta(days=27))
    sweep(now=NOON + timedelta(days=28))
    assert order_of(ladder) == users, "everybody is idle"
    end(accepted(ladder, users[3], [users[1]], 28), [users[1], users[3]], 28.5)
    sweep(now=NOON + timedelta(days=28.5))
    assert order_of(ladder) == [users[1], users[0], users[3], users[2]]


def test_a_player_who_waits_for_an_answer_does_not_sink() -> None:
    users = people(4)
    ladder = ladder_of(users)
    make(ladder, users[0], [users[2]], 28)
    end(accepted(ladder, users[3], [users[1]], 28), [users[1], users[3]], 28.5)
    sweep(now=NOON + timedelta(days=28.5))
    assert order_of(ladder) == [users[0], users[1], users[3], users[2]], "who does not answer sinks as ever"
    sweep(now=NOON + timedelta(days=31))
    assert ladder.rungs.get(user=users[0]).active_at == NOON + timedelta(days=31), "it stood until its end"


def test_a_closed_ladder_keeps_its_order() -> None:
    users = people(3)
    ladder = ladder_of(users)
    assert code(close_ladder, ladder_id=ladder.pk, by=users[0], now=NOON) == "not_an_organiser"
    close_ladder(ladder_id=ladder.pk, by=organiser(), now=NOON)
    assert code(make, ladder, users[2], [users[1]]) == "may_not_challenge"
    assert code(join_ladder, ladder_id=ladder.pk, user=person("late"), now=NOON) == "ladder_closed"


def test_an_organiser_cannot_begin_higher_than_others() -> None:
    by = organiser()
    ladder = ladder_of(people(2), divisions=["First", "Second"])
    wanted: dict[str, Any] = {"ladder_id": ladder.pk, "by": by, "now": NOON}
    assert code(join_ladder, user=by, division_title="First", **wanted) == "own_division"
    assert code(join_ladder, user=by, division_title="Third", **wanted) == "no_such_division"
    assert join_ladder(user=person("friend"), division_title="first", **wanted).division.title == "First"
    assert join_ladder(user=by, division_title="", **wanted).division.title == "Second"


def test_those_challenged_are_told_and_reminded_until_they_accept() -> None:
    users = people(3)
    ladder = ladder_of(users)
    EmailAddress.objects.create(user=users[1], email="one@example.org", verified=True, primary=True)
    challenge = make(ladder, users[2], [users[1]])
    due = Notice.objects.filter(topic=f"challenge:{challenge.pk}", user=users[1], state=State.DUE, channel="mail")
    assert dict(due.values_list("kind", "due_at")) == {
        "challenge": NOON,
        "challenge_ends": challenge.expires_at - timedelta(days=1),
    }
    accept_challenge(challenge_id=challenge.pk, user=users[1], now=NOON)
    assert not due.exists()
