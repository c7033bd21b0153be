"""Substitutes: who may open a seat, who may take it, and how much time they get."""

from datetime import timedelta

import pytest

from accounts.identity.bot_accounts import create_bot_account
from foundation.errors import Forbidden, Refused, Stale
from matches.clocks.pauses import pause_match
from matches.lobby.substitutes import offer_seat, take_over_seat
from matches.models import Match, Seat
from matches.play.answers import submit_answer
from matches.policy import DAY, HOUR
from matches.timeouts.stand_ins import begin_stand_in, take_back_seat
from matches.view.match_view import match_view, matches
from tests.matches.tables import NOON, person, table_of

pytestmark = pytest.mark.django_db
LET_STAND = {"act": "let_stand"}


def offer(match, user, number, wanted=True) -> None:
    offer_seat(match_id=match.pk, user_id=user.pk, number=number, wanted=wanted, now=NOON)


def take(match, user, number, now=NOON, token="") -> None:
    take_over_seat(match_id=match.pk, user=user, number=number, token=token, now=now)


def seat(match, number) -> Seat:
    return Seat.objects.get(match=match, number=number)


def test_a_substitute_plays_on_with_what_the_seat_holds() -> None:
    match, people = table_of("ana", "ben", "cleo")
    offer(match, people[2], 2)
    dora = person("dora")
    take(match, dora, 2)
    held = seat(match, 2)
    assert (held.user, held.first_user, held.substitute_wanted) == (dora, people[2], False)
    assert match_view(matches().get(pk=match.pk), 2).asked
    submit_answer(match_id=match.pk, user_id=dora.pk, step=1, actions=[LET_STAND], now=NOON)
    with pytest.raises(Forbidden):
        submit_answer(match_id=match.pk, user_id=people[2].pk, step=1, actions=[LET_STAND], now=NOON)


def test_the_first_player_stays_known_after_a_second_substitute() -> None:
    match, people = table_of("ana", "ben", "cleo")
    for name in ("dora", "emil"):
        offer(match, seat(match, 2).user, 2)
        take(match, person(name), 2)
    assert (seat(match, 2).user, seat(match, 2).first_user) == (person("emil"), people[2])


def test_only_its_holder_opens_a_seat_that_is_played() -> None:
    match, people = table_of("ana", "ben", "cleo")
    for user in (people[0], person("dora")):
        with pytest.raises(Forbidden):
            offer(match, user, 2)


def test_a_seat_that_a_bot_holds_may_be_opened_by_any_player() -> None:
    match, people = table_of("ana", "ben", "cleo")
    begin_stand_in(match=match, seat=seat(match, 2), now=NOON)
    with pytest.raises(Forbidden):
        offer(match, person("dora"), 2)
    offer(match, people[0], 2)
    take(match, person("dora"), 2)
    assert seat(match, 2).stand_in == ""


def test_who_comes_back_first_keeps_the_seat() -> None:
    match, people = table_of("ana", "ben", "cleo")
    begin_stand_in(match=match, seat=seat(match, 2), now=NOON)
    offer(match, people[0], 2)
    take_back_seat(match_id=match.pk, user_id=people[2].pk, now=NOON)
    with pytest.raises(Stale):
        take(match, person("dora"), 2)


def test_an_offer_may_be_withdrawn() -> None:
    match, people = table_of("ana", "ben", "cleo")
    offer(match, people[2], 2)
    offer(match, people[2], 2, wanted=False)
    with pytest.raises(Stale):
        take(match, person("dora"), 2)


def test_nobody_has_two_seats_or_a_second_one_after_the_first() -> None:
    match, people = table_of("ana", "ben", "cleo")
    offer(match, people[2], 2)
    with pytest.raises(Refused):
        take(match, people[0], 2)
    robot = create_bot_account(owner=people[2], name="Robo", about="", link="", now=NOON).user
    take(match, person("dora"), 2)
    offer(match, people[1], 1)
    for known in (people[2], robot):
        with pytest.raises(Forbidden) as refused:
            take(match, known, 1)
        assert refused.value.code == "knows_too_much"


def test_nobody_takes_a_seat_beside_another_account_of_their_own() -> None:
    """They would know two hands."""
    robot = create_bot_account(owner=person("dora"), name="Robo", about="", link="", now=NOON).user
    match, people = table_of("ana", "Robo", "cleo", rated=False)
    offer(match, people[2], 2)
    with pytest.raises(Forbidden) as refused:
        take(match, person("dora"), 2)
    assert refused.value.code == "knows_too_much"
    offer(match, robot, 1)
    take(match, person("dora"), 1)
    assert seat(match, 1).user == person("dora"), "in its place she knows one hand"


def test_bots_seats_and_resigned_ones_take_no_substitute() -> None:
    match, people = table_of("ana", "ben", bots=["steady"])
    with pytest.raises(Refused):
        offer(match, people[0], 2)
    Seat.objects.filter(match=match, number=1).update(resigned_at=NOON, stand_in="steady")
    with pytest.raises(Refused):
        offer(match, people[1], 1)


def test_at_a_private_table_only_who_has_the_link() -> None:
    match, people = table_of("ana", "ben", "cleo", private=True)
    offer(match, people[2], 2)
    with pytest.raises(Forbidden):
        take(match, person("dora"), 2)
    take(match, person("dora"), 2, token=match.invite_token)
    assert seat(match, 2).user == person("dora")


def test_a_match_that_has_ended_takes_nobody() -> None:
    match, people = table_of("ana", "ben", "cleo")
    offer(match, people[2], 2)
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)
    with pytest.raises(Stale):
        take(match, person("dora"), 2)


@pytest.mark.parametrize(
    ("hours_gone", "extended", "hours_left"),
    [
        (70, False, 24),  # two hours would not be fair: a day, but no new three days
        (70, True, 2),  # this turn has had its extension
        (10, False, 62),
    ],
)
def test_a_substitute_has_a_fair_time_but_no_full_turn(hours_gone: int, extended: bool, hours_left: int) -> None:
    match, people = table_of("ana", "ben", "cleo", turn_seconds=3 * DAY)
    Seat.objects.filter(match=match).update(extended=extended)
    offer(match, people[2], 2)
    now = NOON + timedelta(hours=hours_gone)
    take(match, person("dora"), 2, now)
    assert seat(match, 2).deadline == now + timedelta(seconds=hours_left * HOUR)
    # Handing it on gives no more.
    offer(match, person("dora"), 2)
    take(match, person("emil"), 2, now + timedelta(hours=1))
    due = seat(match, 2).deadline
    assert due is not None and due <= now + timedelta(seconds=hours_left * HOUR)


def test_a_seat_changes_hands_in_a_pause_too() -> None:
    match, people = table_of("ana", "ben", "cleo")
    pause_match(match=match, reason="vote", now=NOON)
    offer(match, people[2], 2)
    take(match, person("dora"), 2)
    assert seat(match, 2).user == person("dora")
