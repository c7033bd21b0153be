"""Who never comes to the first round is replaced from the reserve while the round lasts, in a knock-out too."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from accounts.identity.blocks import block_user
from accounts.models import User
from engine.quick_chance import RandomChance
from foundation.errors import Forbidden, Refused
from ladders.models import Entry, StandingChange, TableSeat, Tournament
from ladders.selectors.ratings import seat_facts
from ladders.services.ladders import set_apart
from ladders.services.rounds import play_out_at
from ladders.services.sweep import sweep
from matches import insiders
from matches.lobby.arranged import reassign_seat
from matches.lobby.resigning import resign_seat
from matches.models import Attendance, Match, Seat
from matches.rounds.resolve import resolve_round
from matches.timeouts.stand_ins import begin_stand_in, take_back_seat
from tests.ladders.play import organiser, people, play_round, playing, tournament_of
from tests.matches.tables import NOON, answer_all, person

pytestmark = pytest.mark.django_db
LATER = NOON + timedelta(hours=5)


def begun(kind: str) -> tuple[Tournament, Match, Seat]:
    """A tournament with a player in reserve, and a seat of its first table."""
    tournament = tournament_of([*people(8), person("spare")], kind, seats=4, most_entries=8)
    assert Entry.objects.get(user=person("spare")).state == "reserve"
    match = playing(tournament)[0].match
    assert match
    return tournament, match, match.seats.get(number=1)


def held_by_a_bot(match: Match, seat: Seat) -> None:
    begin_stand_in(match=match, seat=seat, now=NOON)


@pytest.mark.parametrize("kind", ["knockout", "swiss"])
def test_the_reserve_takes_the_seat_of_who_never_came(kind: str) -> None:
    tournament, match, seat = begun(kind)
    absent = seat.user
    assert absent
    held_by_a_bot(match, seat)
    sweep(now=LATER)
    seat.refresh_from_db()
    assert (seat.user, seat.stand_in, seat.first_user) == (person("spare"), "", None)
    entries = dict(Entry.objects.filter(tournament=tournament).values_list("user", "state"))
    assert (entries[absent.pk], entries[person("spare").pk]) == ("withdrawn", "in")
    assert TableSeat.objects.get(table=playing(tournament)[0], number=1).entry.user == person("spare")
    assert set(StandingChange.objects.filter(round=1).values_list("why", flat=True)) >= {"no_show", "came_in"}
    with pytest.raises(Forbidden):
        take_back_seat(match_id=match.pk, user_id=absent.pk, now=LATER)
    play_round(tournament, LATER)
    assert {fact.user_id for fact in seat_facts(list(match.seats.all()))} >= {person("spare").pk}
    assert not StandingChange.objects.filter(entry__user=absent, why__in=("table", "on", "out")).exists()


def test_who_answered_too_late_but_in_person_is_not_replaced() -> None:
    _, match, _ = begun("knockout")
    seat = match.seats.get(awaited=True)
    answer_all(match, [one.user for one in match.seats.order_by("number") if one.user], RandomChance(1))
    assert resolve_round(match_id=match.pk, now=NOON)
    Attendance.objects.filter(seat=seat).update(answered=0, missed=1)
    match.refresh_from_db()
    seat.refresh_from_db()
    before = seat.user
    held_by_a_bot(match, seat)
    sweep(now=LATER)
    seat.refresh_from_db()
    assert seat.user == before
    assert Entry.objects.get(user=person("spare")).state == "reserve"


def test_who_has_played_a_turn_or_gave_the_seat_up_is_not_replaced() -> None:
    _, match, seat = begun("knockout")
    assert seat.user
    Attendance.objects.create(match=seat.match, seat=seat, user=seat.user, day=NOON.date(), answered=1)
    held_by_a_bot(match, seat)
    gone = match.seats.get(number=2)
    resign_seat(match_id=match.pk, user_id=gone.user_id or 0, now=NOON)
    sweep(now=LATER)
    for one in (seat, gone):
        before = one.user
        one.refresh_from_db()
        assert one.user == before
    assert Entry.objects.get(user=person("spare")).state == "reserve"


def test_nobody_comes_in_when_bots_play_the_round_out() -> None:
    tournament, match, seat = begun("knockout")
    held_by_a_bot(match, seat)
    sweep(now=play_out_at(tournament.all_rounds.get(number=1)))
    assert Entry.objects.get(user=person("spare")).state == "reserve"


def test_two_sweeps_call_one_player_in() -> None:
    _, match, seat = begun("swiss")
    held_by_a_bot(match, seat)
    for _ in range(2):
        sweep(now=LATER)
    assert StandingChange.objects.filter(why="came_in").count() == 1


def kept_apart(spare: User, there: User, match: Match) -> None:
    set_apart(by=organiser("paul"), one=spare, other=there, apart=True, now=NOON)


def knows_what_is_sealed(spare: User, there: User, match: Match) -> None:
    insiders.register(lambda match_id, accounts: match_id == match.pk and spare.pk in accounts)


@pytest.mark.parametrize("why", [kept_apart, knows_what_is_sealed])
def test_who_may_not_sit_there_waits_and_the_next_in_reserve_comes_in(
    why: Callable[[User, User, Match], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(insiders, "_KNOWING", [*insiders._KNOWING])
    first, second = person("spare"), person("second")
    tournament = tournament_of([*people(8), first, second], "knockout", seats=4, most_entries=8)
    match = playing(tournament)[0].match
    assert match
    seat, there = match.seats.get(number=1), match.seats.get(number=0).user
    assert there
    why(first, there, match)
    held_by_a_bot(match, seat)
    sweep(now=LATER)
    seat.refresh_from_db()
    assert seat.user == second
    states = dict(Entry.objects.filter(user__in=[first, second]).values_list("user", "state"))
    assert states == {first.pk: "reserve", second.pk: "in"}


def test_a_block_leaves_nobody_in_reserve() -> None:
    _, match, seat = begun("knockout")
    there, spare = match.seats.get(number=0).user, person("spare")
    assert there
    block_user(user=there, other=spare, now=NOON)
    held_by_a_bot(match, seat)
    sweep(now=LATER)
    seat.refresh_from_db()
    assert seat.user == spare


def test_no_seat_is_given_to_who_may_not_have_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(insiders, "_KNOWING", [*insiders._KNOWING])
    _, match, seat = begun("swiss")
    there = match.seats.get(number=0).user
    assert there
    knows_what_is_sealed(person("spare"), there, match)
    held_by_a_bot(match, seat)
    for user in (person("spare"), there):
        with pytest.raises(Refused):
            reassign_seat(match_id=match.pk, number=1, user=user, now=LATER)
