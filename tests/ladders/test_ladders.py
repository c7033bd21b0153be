"""Ladders: joining, challenging, what results and missed days do to the rungs, and that nobody gains by a trick."""

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from accounts.models import Kind, User, VacationDay
from games.models import Match, Seat
from games.services.arranged import match_stop
from games.services.errors import Refused
from ladders.models import Challenge, Ladder, RungChange, SeasonPlace
from ladders.selectors.ladders import facts_of, moves_since, opponent_refusal
from ladders.services.challenges import challenge_accept, challenge_make, challenge_take_back
from ladders.services.ladders import apart_set, ladder_close, ladder_join, ladder_leave
from ladders.services.results import match_follow
from ladders.services.seasons import season_end, season_open
from ladders.services.sweep import sweep
from notifications.models import Notice, State
from tests.games.tables import NOON, person
from tests.ladders.play import finish, ladder_of, order_of, organiser, people

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _every_change_of_a_rung_has_a_row_that_says_why(db: None) -> Any:
    """After each test: the rows alone give everyone's rung, and no rung is missing or double."""
    yield
    for ladder in Ladder.objects.all():
        told: dict[int, int | None] = {}
        for change in ladder.changes.order_by("pk"):
            assert told.get(change.user_id) == change.before and change.why
            told[change.user_id] = change.after
        stand = dict(ladder.rungs.values_list("user_id", "position"))
        assert {user: rung for user, rung in told.items() if rung is not None} == stand
        for division in ladder.divisions.all():
            rungs = sorted(division.rungs.values_list("position", flat=True))
            assert rungs == list(range(1, len(rungs) + 1))


def make(ladder: Ladder, challenger: User, opponents: list[User], day: float = 0) -> Challenge:
    return challenge_make(
        ladder_id=ladder.pk, challenger=challenger, opponents=opponents, now=NOON + timedelta(days=day)
    )


def accepted(ladder: Ladder, challenger: User, opponents: list[User], day: float = 0) -> Challenge:
    challenge = make(ladder, challenger, opponents, day)
    for user in opponents:
        challenge = challenge_accept(challenge_id=challenge.pk, user=user, now=NOON + timedelta(days=day))
    return challenge


def end(challenge: Challenge, order: list[User], day: float = 0.5) -> None:
    """End a challenge's match in this order."""
    now = NOON + timedelta(days=day)
    match = Match.objects.get(pk=challenge.match_id or 0)
    finish(match, [1 + order.index(seat.user) for seat in match.seats.select_related("user") if seat.user], now)
    match_follow(match_id=match.pk, now=now)


def code(act: Any, *args: Any, **kwargs: Any) -> str:
    with pytest.raises(Refused) as refused:
        act(*args, **kwargs)
    assert refused.value.message.endswith(".")
    return refused.value.code


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
    challenge_accept(challenge_id=challenge.pk, user=users[1], now=NOON)
    assert sweep(now=NOON + timedelta(days=2, hours=23)) == 0
    assert sweep(now=NOON + timedelta(days=3)) == 1
    assert order_of(ladder) == [users[1], users[4], users[2], users[3], users[0]]
    challenge.refresh_from_db()
    assert challenge.state == "running" and challenge.match is not None
    assert {seat.user for seat in challenge.match.seats.all()} == {users[4], users[1]}


def test_those_who_met_wait_a_week_whoever_else_had_been_invited() -> None:
    users = people(5)
    ladder = ladder_of(users, seats=range(2, 5))
    challenge = make(ladder, users[4], [users[0], users[3]])
    challenge_accept(challenge_id=challenge.pk, user=users[3], now=NOON)
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
    challenge_accept(challenge_id=challenge.pk, user=users[3], now=NOON + timedelta(days=1))
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
        challenge_accept(challenge_id=challenge.pk, user=users[1], now=NOON + timedelta(days=4))


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
    challenge_take_back(challenge_id=challenge.pk, user=users[0], now=NOON)
    assert code(make, ladder, users[0], [users[2]], 6.9) == "may_not_be_challenged"
    make(ladder, users[2], [users[0]], 0.1)


def test_taking_back_is_for_what_nobody_accepted_and_saves_no_week() -> None:
    users = people(4)
    ladder = ladder_of(users, seats=range(3, 4))
    challenge = make(ladder, users[2], users[:2])
    assert code(challenge_take_back, challenge_id=challenge.pk, user=users[0], now=NOON) == "not_your_challenge"
    challenge_take_back(challenge_id=challenge.pk, user=users[2], now=NOON)
    assert code(make, ladder, users[2], users[:2], 1) == "table_met_lately"
    again = make(ladder, users[3], users[1:3], 1)
    challenge_accept(challenge_id=again.pk, user=users[1], now=NOON + timedelta(days=1))
    late = NOON + timedelta(days=1)
    assert code(challenge_take_back, challenge_id=again.pk, user=users[3], now=late) == "challenge_accepted"


def test_a_match_called_off_moves_nobody_and_ends_the_challenge() -> None:
    users = people(3)
    ladder = ladder_of(users)
    challenge = accepted(ladder, users[2], [users[1]])
    match_stop(match_id=challenge.match_id or 0, now=NOON)
    sweep(now=NOON)
    challenge.refresh_from_db()
    assert challenge.state == "void" and order_of(ladder) == users


def test_nobody_on_vacation_is_challenged_or_loses_a_place() -> None:
    users = people(4)
    ladder = ladder_of(users)
    challenge = make(ladder, users[3], [users[1]])
    for number in range(5):
        VacationDay.objects.create(user=users[1], day=NOON.date() + timedelta(days=number))
    assert code(make, ladder, users[2], [users[1]]) == "may_not_be_challenged"
    assert code(make, ladder, users[1], [users[0]]) == "may_not_challenge"
    sweep(now=NOON + timedelta(days=3))
    challenge.refresh_from_db()
    assert challenge.state == "lapsed" and order_of(ladder) == users
    make(ladder, users[2], [users[1]], 5)


def test_two_of_one_household_can_be_kept_apart() -> None:
    users = people(5)
    ladder = ladder_of(users, seats=range(2, 4))
    apart_set(by=organiser(), one=users[2], other=users[1], apart=True, now=NOON)
    assert code(make, ladder, users[2], [users[1]]) == "may_not_be_challenged"
    assert code(make, ladder, users[3], users[1:3]) == "table_met_lately"
    apart_set(by=organiser(), one=users[1], other=users[2], apart=False, now=NOON)
    make(ladder, users[2], [users[1]])
    assert code(apart_set, by=users[0], one=users[1], other=users[2], apart=True, now=NOON) == "not_an_organiser"


def test_joining_leaving_and_coming_back() -> None:
    users = people(3)
    ladder = ladder_of(users)
    comer = person("comer")
    ladder_join(ladder_id=ladder.pk, user=comer, now=NOON)
    assert order_of(ladder)[-1] == comer
    assert code(ladder_join, ladder_id=ladder.pk, user=comer, now=NOON) == "already_on_ladder"
    ladder_leave(ladder_id=ladder.pk, user=users[0], now=NOON)
    assert order_of(ladder) == [users[1], users[2], comer]
    assert code(ladder_join, ladder_id=ladder.pk, user=users[0], now=NOON + timedelta(days=6)) == "left_lately"
    ladder_join(ladder_id=ladder.pk, user=users[0], now=NOON + timedelta(days=7))
    assert order_of(ladder)[-1] == users[0]
    guest = User.objects.create(username="guest-12345", kind=Kind.GUEST)
    assert code(ladder_join, ladder_id=ladder.pk, user=guest, now=NOON) == "guest"


def test_nobody_leaves_to_escape_a_challenge() -> None:
    users = people(3)
    ladder = ladder_of(users)
    make(ladder, users[2], [users[1]])
    assert code(ladder_leave, ladder_id=ladder.pk, user=users[1], now=NOON) == "challenge_pending"


def test_inactivity_moves_one_down_slowly_and_lets_nobody_leap() -> None:
    users = people(5)
    ladder = ladder_of(users)
    late = NOON + timedelta(days=27)
    make(ladder, users[4], [users[3]], 27)
    challenge = Challenge.objects.get()
    challenge_accept(challenge_id=challenge.pk, user=users[3], now=late)
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
    for day, (one, other) in {27: (0, 3), 28: (0, 2)}.items():
        challenge = make(ladder, users[one], [users[other]], day)
        if day == 27:
            challenge_take_back(challenge_id=challenge.pk, user=users[one], now=NOON + timedelta(days=day))
    sweep(now=NOON + timedelta(days=28))
    assert order_of(ladder) == users, "everybody is idle"
    end(accepted(ladder, users[3], [users[1]], 28), [users[1], users[3]], 28.5)
    sweep(now=NOON + timedelta(days=28.5))
    assert order_of(ladder) == [users[1], users[0], users[3], users[2]]
    sweep(now=NOON + timedelta(days=31))
    assert ladder.rungs.get(user=users[0]).active_at == NOON + timedelta(days=31), "it stood until its end"


def test_a_closed_ladder_keeps_its_order() -> None:
    users = people(3)
    ladder = ladder_of(users)
    assert code(ladder_close, ladder_id=ladder.pk, by=users[0], now=NOON) == "not_an_organiser"
    ladder_close(ladder_id=ladder.pk, by=organiser(), now=NOON)
    assert code(make, ladder, users[2], [users[1]]) == "may_not_challenge"
    assert code(ladder_join, ladder_id=ladder.pk, user=person("late"), now=NOON) == "ladder_closed"


def test_an_organiser_cannot_begin_higher_than_others() -> None:
    by = organiser()
    ladder = ladder_of(people(2), divisions=["First", "Second"])
    wishes: dict[str, Any] = {"ladder_id": ladder.pk, "by": by, "now": NOON}
    assert code(ladder_join, user=by, division_title="First", **wishes) == "own_division"
    assert code(ladder_join, user=by, division_title="Third", **wishes) == "no_such_division"
    assert ladder_join(user=person("friend"), division_title="first", **wishes).division.title == "First"
    assert ladder_join(user=by, division_title="", **wishes).division.title == "Second"


def test_a_season_keeps_its_table_and_the_best_go_up() -> None:
    by, users = organiser(), people(12)
    ladder = ladder_of([], divisions=["Top", "Middle", "Low"], moves=1)
    for number, user in enumerate(users):
        title = ("Top", "Middle", "Low")[number // 4]
        ladder_join(ladder_id=ladder.pk, user=user, now=NOON, by=by, division_title=title)
    season = season_open(
        ladder_id=ladder.pk, by=by, title="Spring", starts_at=NOON, ends_at=NOON + timedelta(days=90), now=NOON
    )
    other = {"title": "Other", "starts_at": NOON + timedelta(days=9), "ends_at": NOON + timedelta(days=99)}
    assert code(season_open, ladder_id=ladder.pk, by=by, now=NOON, **other) == "season_overlaps"
    assert not season_end(season_id=season.pk, now=NOON + timedelta(days=89))
    assert sweep(now=NOON + timedelta(days=90)) >= 1
    kept = list(SeasonPlace.objects.filter(season=season))
    assert [place.user for place in kept] == users
    assert [place.moved for place in kept if place.moved] == ["relegated", "promoted", "relegated", "promoted"]
    now = [rung.user for rung in ladder.rungs.select_related("user")]
    expected = [*users[:3], users[4], users[3], users[5], users[6], users[8], users[7], *users[9:]]
    assert now == expected


def of_two_divisions(seats: range) -> tuple[Ladder, list[User]]:
    """Three stand in the first division and three in the second; one of each changes after a season of ten days."""
    users = people(6)
    ladder = ladder_of([], divisions=["First", "Second"], moves=1, seats=seats)
    for number, user in enumerate(users):
        title = "First" if number < 3 else "Second"
        ladder_join(ladder_id=ladder.pk, user=user, now=NOON, by=organiser(), division_title=title)
    dates = {"starts_at": NOON, "ends_at": NOON + timedelta(days=10), "now": NOON}
    season_open(ladder_id=ladder.pk, by=organiser(), title="Spring", **dates)
    return ladder, users


def reasons(challenge: Challenge) -> set[tuple[str, str, int | None, int | None]]:
    rows = challenge.changes.values_list("user__username", "why", "before", "after")
    return {(name.removeprefix("player-00"), why, before, after) for name, why, before, after in rows}


def test_a_table_that_ends_after_the_season_counts_where_its_players_stand_now() -> None:
    ladder, users = of_two_divisions(range(3, 4))
    challenge = accepted(ladder, users[5], [users[3], users[4]], 9)
    sweep(now=NOON + timedelta(days=10))
    assert [rung.user for rung in ladder.rungs.all()] == [*users[:2], users[3], users[2], *users[4:]]
    end(challenge, [users[5], users[4], users[3]], 11)
    assert [rung.user for rung in ladder.rungs.all()] == [*users[:2], users[3], users[2], users[5], users[4]]
    assert reasons(challenge) == {("5", "result", 3, 2), ("4", "result", 2, 3), ("3", "parted", 3, 3)}
    told = Client().get(f"/ladder/{ladder.slug}/why/").content.decode()
    assert "keeps rung 3: as nobody else of the table stands in the same division any more" in told


def test_a_table_whose_players_do_not_stand_together_any_more_says_why_it_moves_nobody() -> None:
    ladder, users = of_two_divisions(range(2, 3))
    challenge = accepted(ladder, users[5], [users[3]], 9)
    sweep(now=NOON + timedelta(days=10))
    end(challenge, [users[5], users[3]], 11)
    assert reasons(challenge) == {("5", "parted", 3, 3), ("3", "parted", 3, 3)}
    assert Challenge.objects.get(pk=challenge.pk).state == "done"


def test_a_table_that_changes_nothing_or_ends_on_a_closed_ladder_says_so_too() -> None:
    users = people(4)
    ladder = ladder_of(users)
    won, late = accepted(ladder, users[3], [users[2]]), accepted(ladder, users[1], [users[0]])
    end(won, [users[2], users[3]])
    assert reasons(won) == {("2", "result", 3, 3), ("3", "result", 4, 4)}
    ladder_close(ladder_id=ladder.pk, by=organiser(), now=NOON)
    end(late, [users[1], users[0]])
    assert reasons(late) == {("0", "closed", 1, 1), ("1", "closed", 2, 2)}


def test_not_accepting_costs_a_place_of_the_division_one_stands_in_now() -> None:
    ladder, users = of_two_divisions(range(3, 4))
    make(ladder, users[0], [users[1], users[2]], 9)
    sweep(now=NOON + timedelta(days=10))
    sweep(now=NOON + timedelta(days=12))
    stand = [rung.user for rung in ladder.rungs.all()]
    assert stand == [users[0], users[3], users[1], users[4], users[2], users[5]]


def test_a_change_of_division_is_no_rise_or_fall_of_places() -> None:
    by, users = organiser(), people(9)
    ladder = ladder_of([], divisions=["First", "Second"], moves=1)
    for number, user in enumerate(users):
        title = "First" if number < 6 else "Second"
        ladder_join(ladder_id=ladder.pk, user=user, now=NOON, by=by, division_title=title)
    ends_at = NOON + timedelta(days=20)
    season = season_open(ladder_id=ladder.pk, by=by, title="Spring", starts_at=NOON, ends_at=ends_at, now=NOON)
    season_end(season_id=season.pk, now=ends_at)
    week = ends_at - timedelta(days=7)
    assert moves_since(ladder, week) == {users[6].pk: 0, users[5].pk: 0}
    end(accepted(ladder, users[6], [users[3]], 21), [users[6], users[3]], 21.5)
    assert moves_since(ladder, week) == {users[6].pk: 2, users[5].pk: 0, users[3].pk: -2}
    assert moves_since(ladder, NOON)[users[6].pk] is None, "came since"
    told = Client().get(f"/ladder/{ladder.slug}/why/").content.decode()
    assert "went up from place 1 of the division below to place 6 of First: by promotion" in told
    assert "went down from place 6 of the division above to place 1 of Second: by relegation" in told


def test_a_ladder_that_has_closed_keeps_its_order_when_its_season_ends() -> None:
    by, users = organiser(), people(4)
    ladder = ladder_of([], divisions=["Top", "Low"], moves=1)
    for number, user in enumerate(users):
        ladder_join(ladder_id=ladder.pk, user=user, now=NOON, by=by, division_title=("Top", "Low")[number // 2])
    ends_at = NOON + timedelta(days=9)
    season = season_open(ladder_id=ladder.pk, by=by, title="Spring", starts_at=NOON, ends_at=ends_at, now=NOON)
    ladder_close(ladder_id=ladder.pk, by=by, now=NOON + timedelta(days=1))
    assert season_end(season_id=season.pk, now=ends_at)
    assert [place.moved for place in SeasonPlace.objects.filter(season=season)] == [""] * 4
    assert [rung.user for rung in ladder.rungs.select_related("user")] == users


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
    challenge_accept(challenge_id=challenge.pk, user=users[1], now=NOON)
    assert not due.exists()
