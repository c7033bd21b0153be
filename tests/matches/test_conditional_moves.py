"""Conditional moves: answers to future decisions, tried the moment the decision opens."""

from datetime import timedelta
from typing import Any

import msgspec
import pytest

from accounts.models import User
from engine.conditional_moves import MOST_MOVES, Condition, ConditionalMove, Preference
from engine.view import Envelope
from foundation.errors import Forbidden, Refused, Stale
from matches.bots.play import play_bots
from matches.conditional_moves.book import ROOM
from matches.log.states import state_of
from matches.models import Answer
from matches.play.conditional_moves import (
    answer_and_save_conditional_move,
    raise_conditional_move,
    remove_conditional_move,
    save_conditional_move,
)
from matches.sweep import _with_conditional_moves, sweep
from matches.timeouts.stand_ins import begin_stand_in, take_back_seat
from matches.view.match_view import match_view, matches
from tests.matches.conditional import ROLL, STAND, add_move, answer, logged_by, resolve, rules, single_bids, stand
from tests.matches.tables import DAY, NOON, table_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


def test_a_conditional_move_answers_with_the_last_answer_of_the_others() -> None:
    match, (ana, ben, cleo) = table_of("ana", "ben", "cleo")
    add_move(match, ana, STAND)
    assert not resolve(match)
    stand(match, ben, cleo)
    assert resolve(match)
    assert logged_by(match, 1) == {0: "conditional_move", 1: "player", 2: "player"}
    assert rules(match, 0) == ()


def test_nothing_is_written_before_the_round_resolves() -> None:
    match, (ana, ben, _) = table_of("ana", "ben", "cleo")
    add_move(match, ana, STAND)
    stand(match, ben)
    resolve(match)
    assert set(Answer.objects.values_list("seat__number", flat=True)) == {1}


def test_when_everyone_has_a_conditional_move_the_round_resolves_at_once_and_the_next_too() -> None:
    match, people = table_of("ana", "ben", "cleo")
    for user in people:
        add_move(match, user, STAND, lasts="always")
        add_move(match, user, Preference(pattern="lowest"), kind="bid")
    assert resolve(match)
    assert match.step >= 2
    assert set(logged_by(match, 2).values()) == {"conditional_move"}
    assert all(len(rules(match, seat)) == 1 for seat in range(3))


def test_a_conditional_move_that_is_not_legal_leaves_the_player_to_be_asked() -> None:
    match, (ana, ben, cleo) = single_bids()
    state = state_of(match)
    foreign = next(tile for tile in state.hands[1])
    add_move(match, ana, Preference(action={"act": "bid", "tiles": [foreign]}), kind="bid")
    stand(match, ana, ben, cleo)
    assert resolve(match)
    for user, seat in ((ben, 1), (cleo, 2)):
        answer(match, user, {"act": "bid", "tiles": [state.hands[seat][0]]})
    assert not resolve(match)
    assert match.seats.get(number=0).awaited


def test_preferences_are_taken_in_order() -> None:
    match, (ana, ben, cleo) = single_bids()
    state = state_of(match)
    tiles = [state.hands[1][0], state.hands[0][2], state.hands[0][1]]
    add_move(match, ana, *(Preference(action={"act": "bid", "tiles": [tile]}) for tile in tiles), kind="bid")
    stand(match, ana, ben, cleo)
    resolve(match)
    seen = match_view(matches().get(pk=match.pk), 0).asked
    assert seen is not None
    assert seen.by_conditional_move
    assert seen.sealed.tiles == (tiles[1],)


def test_a_condition_decides_between_rules() -> None:
    match, (ana, *_) = table_of("ana", "ben", "cleo")
    shows = [int(face[1] == "a") for face in state_of(match).dice]
    add_move(match, ana, ROLL, when=(Condition("ace_C", "yes"),))
    add_move(match, ana, STAND, when=(Condition("ace_C", "no"),))
    asked = match_view(matches().get(pk=match.pk), 0).asked
    assert asked is not None
    assert msgspec.to_builtins(asked.sealed)["act"] == ("reroll" if shows[2] else "let_stand")


def test_an_answer_of_my_own_goes_before_my_conditional_move() -> None:
    match, (ana, ben, cleo) = table_of("ana", "ben", "cleo")
    add_move(match, ana, STAND, lasts="always")
    answer(match, ana, {"act": "reroll"})
    stand(match, ben, cleo)
    assert resolve(match)
    assert logged_by(match, 1)[0] == "player"
    assert len(rules(match, 0)) == 1


def test_a_conditional_move_for_my_next_decision_is_gone_when_that_was_another() -> None:
    match, (ana, ben, cleo) = table_of("ana", "ben", "cleo")
    add_move(match, ana, Preference(pattern="highest"), kind="bid", lasts="next")
    stand(match, ana, ben, cleo)
    resolve(match)
    assert rules(match, 0) == ()


def test_a_conditional_move_for_the_round_is_gone_with_the_round() -> None:
    match, people = table_of("ana", "ben", "cleo")
    add_move(match, people[0], STAND, lasts="round")
    stand(match, *people)
    resolve(match)
    assert len(rules(match, 0)) == 1
    for user, hand in zip(people, state_of(match).hands, strict=True):
        count = 2 if state_of(match).dice[0] == "Sa" else 1
        answer(match, user, {"act": "bid", "tiles": list(hand[:count])})
    resolve(match)
    while state_of(match).phase == "tie_break":
        for seat in match.seats.filter(awaited=True):
            answer(match, people[seat.number], {"act": "bid_coins", "coins": seat.number % 2})
        resolve(match)
    assert rules(match, 0) == ()


def test_one_form_answers_and_saves_the_next_move() -> None:
    match, (ana, ben, cleo) = single_bids()
    tile = state_of(match).hands[0][4]
    rule = ConditionalMove(
        "bid", (Preference(action={"act": "bid", "tiles": [tile]}), Preference(pattern="lowest")), lasts="next"
    )
    answer_and_save_conditional_move(
        match_id=match.pk, user_id=ana.pk, step=1, actions=[{"act": "let_stand"}], move=rule, now=NOON
    )
    assert rules(match, 0)[0].since == 2
    stand(match, ben, cleo)
    resolve(match)
    assert len(rules(match, 0)) == 1
    asked = match_view(matches().get(pk=match.pk), 0).asked
    assert asked is not None
    assert asked.by_conditional_move


def test_an_answer_that_is_refused_saves_no_move() -> None:
    match, (ana, *_) = table_of("ana", "ben", "cleo")
    rule = ConditionalMove("bid", (Preference(pattern="lowest"),), lasts="next")
    with pytest.raises(Refused):
        answer_and_save_conditional_move(
            match_id=match.pk, user_id=ana.pk, step=1, actions=[{"act": "pass"}], move=rule, now=NOON
        )
    assert rules(match, 0) == ()
    bad = ConditionalMove("bid", (Preference(pattern="best of all"),))
    with pytest.raises(Refused):
        answer_and_save_conditional_move(
            match_id=match.pk, user_id=ana.pk, step=1, actions=[{"act": "let_stand"}], move=bad, now=NOON
        )
    assert not Answer.objects.exists()


def test_a_late_answer_with_a_conditional_move_finds_the_table_as_the_clock_left_it() -> None:
    """The message is true: the deadline stays passed although answer and conditional move are refused."""
    match, (ana, ben, cleo) = table_of("ana", "ben", "cleo")
    stand(match, ben, cleo)
    late, rule = NOON + timedelta(days=1), ConditionalMove("bid", (Preference(pattern="lowest"),), lasts="next")
    with pytest.raises(Stale):
        answer_and_save_conditional_move(
            match_id=match.pk, user_id=ana.pk, step=1, actions=[{"act": "let_stand"}], move=rule, now=late
        )
    match.refresh_from_db()
    assert (match.step, rules(match, 0)) == (1, ())


def test_my_own_page_shows_what_my_conditional_move_answers_and_others_do_not_see_it() -> None:
    match, (ana, *_) = table_of("ana", "ben", "cleo")
    add_move(match, ana, STAND)
    mine, others, watching = (match_view(matches().get(pk=match.pk), viewer) for viewer in (0, 1, None))
    assert mine.asked is not None
    assert mine.asked.answer == "Let the dice stand"
    assert mine.asked.by_conditional_move
    assert mine.seats[0].envelope == Envelope.SEALED
    assert mine.waiting_for == ("ben", "cleo")
    assert mine.conditional_moves is not None
    assert mine.conditional_moves.words == (
        "When I am asked about the dice: let the dice stand. Once, whenever it fits.",
    )
    for view in (others, watching):
        assert view.seats[0].envelope == Envelope.AWAITED
        assert len(view.waiting_for) == 3
        assert view.conditional_moves is None or view.conditional_moves.words == ()


def test_at_the_deadline_the_conditional_move_answers_and_not_the_table() -> None:
    match, (ana, *_) = table_of("ana", "ben", "cleo")
    add_move(match, ana, Preference(action={"act": "reroll"}))
    sweep(now=NOON + timedelta(seconds=DAY))
    match.refresh_from_db()
    assert match.step == 1
    assert logged_by(match, 1) == {0: "conditional_move", 1: "default", 2: "default"}
    assert rules(match, 0) == ()


def test_a_conditional_move_sleeps_while_a_stand_in_holds_the_seat() -> None:
    match, (ana, ben, cleo) = table_of("ana", "ben", "cleo")
    add_move(match, ana, STAND, lasts="always")
    begin_stand_in(match=match, seat=match.seats.get(number=0), now=NOON)
    stand(match, ben, cleo)
    assert not resolve(match)
    take_back_seat(match_id=match.pk, user_id=ana.pk, now=NOON)
    assert resolve(match)


def test_a_conditional_move_binds_nobody_who_has_the_seat_afterwards() -> None:
    match, (ana, ben, cleo) = table_of("ana", "ben", "cleo")
    add_move(match, ana, STAND, lasts="always")
    other = User.objects.create_user(username="dora")
    match.seats.filter(number=0).update(user=other)
    stand(match, ben, cleo)
    assert not resolve(match)
    view = match_view(matches().get(pk=match.pk), 0)
    assert view.conditional_moves is not None
    assert view.conditional_moves.words == ()
    stand(match, other)
    assert resolve(match)
    assert rules(match, 0) == ()


def test_what_a_lost_task_missed_is_found_by_the_sweep() -> None:
    match, people = table_of("ana", "ben", "cleo")
    for user in people:
        add_move(match, user, STAND)
    sweep(now=NOON)
    match.refresh_from_db()
    assert match.step == 1


def test_a_sweep_reads_the_tables_and_their_seats_and_nothing_more(django_assert_num_queries: Any) -> None:
    match, people = table_of("ana", "ben", "cleo", bots=["steady"])
    play_bots(match_id=match.pk, now=NOON)
    for user in people:
        add_move(match, user, STAND)
    with django_assert_num_queries(2):
        assert _with_conditional_moves() == [match.pk]


def test_sweeps_look_at_all_tables_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("matches.sweep.PLACE", "matches:looked-at-in-this-test")
    monkeypatch.setattr("matches.sweep.LOOKED_AT", 2)
    tables = [table_of("ana", "ben", "cleo") for _ in range(5)]
    resolved = []
    for _ in range(4):
        match, people = tables[4]
        match.refresh_from_db()
        for user in people:
            add_move(match, user, STAND, lasts="once")
        sweep(now=NOON)
        resolved.append(match.steps.count() > match.step + 1)
    assert resolved == [False, False, True, False]


def test_trying_twice_changes_nothing() -> None:
    match, people = table_of("ana", "ben", "cleo")
    for user in people:
        add_move(match, user, STAND)
    assert resolve(match)
    step = match.step
    assert not resolve(match)
    assert match.step == step


def test_a_form_for_an_earlier_table_or_conditional_move_is_refused() -> None:
    match, (ana, *_) = table_of("ana", "ben", "cleo")
    with pytest.raises(Stale, match="moved on"):
        save_conditional_move(
            match_id=match.pk, user_id=ana.pk, step=0, move=ConditionalMove("reroll", (STAND,)), now=NOON
        )
    add_move(match, ana, STAND)
    with pytest.raises(Stale, match="Your conditional moves have changed"):
        remove_conditional_move(match_id=match.pk, user_id=ana.pk, number=0, version=0, now=NOON)
    remove_conditional_move(match_id=match.pk, user_id=ana.pk, number=0, version=1, now=NOON)
    assert rules(match, 0) == ()


def test_moves_are_reordered_and_replaced() -> None:
    match, (ana, *_) = table_of("ana", "ben", "cleo")
    add_move(match, ana, STAND)
    add_move(match, ana, Preference(pattern="lowest"), kind="bid")
    raise_conditional_move(match_id=match.pk, user_id=ana.pk, number=1, version=2, now=NOON)
    assert [rule.kind for rule in rules(match, 0)] == ["bid", "reroll"]
    save_conditional_move(
        match_id=match.pk,
        user_id=ana.pk,
        step=1,
        move=ConditionalMove("reroll", (ROLL,)),
        now=NOON,
        version=3,
        instead_of=1,
    )
    assert [rule.preferences[0].words for rule in rules(match, 0)][1] == "Give up my pawn to roll all four dice again"


@pytest.mark.parametrize(
    ("rule", "code"),
    [
        (ConditionalMove("no such", (STAND,)), "unknown_decision"),
        (ConditionalMove("reroll", ()), "too_long"),
        (ConditionalMove("reroll", (Preference(pattern="lowest"),)), "unknown_answer"),
        (ConditionalMove("reroll", (Preference(action={"act": "fly"}),)), "malformed_answer"),
        (ConditionalMove("reroll", (STAND,), when=(Condition("weather", "yes"),)), "unknown_condition"),
        (ConditionalMove("reroll", (STAND,), when=(Condition("prize", "yes"),)), "unknown_condition"),
        (ConditionalMove("bid", (Preference(pattern="enough", number=10**6),)), "number_out_of_range"),
    ],
)
def test_a_conditional_move_that_nobody_can_carry_out_is_refused(rule: ConditionalMove, code: str) -> None:
    match, (ana, *_) = table_of("ana", "ben", "cleo")
    with pytest.raises(Refused) as refused:
        save_conditional_move(match_id=match.pk, user_id=ana.pk, step=1, move=rule, now=NOON)
    assert refused.value.code == code


@pytest.mark.parametrize(("room", "code"), [(ROOM, "too_many_conditional_moves"), (150, "conditional_moves_too_long")])
def test_a_conditional_move_has_bounds(monkeypatch: pytest.MonkeyPatch, room: int, code: str) -> None:
    match, (ana, *_) = table_of("ana", "ben", "cleo")
    monkeypatch.setattr("matches.conditional_moves.book.ROOM", room)
    tiles = state_of(match).hands[0]

    def add_many() -> None:
        for first in range(MOST_MOVES + 1):
            chosen = [tiles[(first + at) % len(tiles)] for at in range(6)]
            preferences = [Preference(action={"act": "bid", "tiles": [tile]}) for tile in chosen]
            add_move(match, ana, *preferences, kind="bid")

    with pytest.raises(Refused) as refused:
        add_many()
    assert refused.value.code == code
    kept = len(rules(match, 0))
    assert kept == MOST_MOVES if room == ROOM else 0 < kept < MOST_MOVES


def test_only_players_save_conditional_moves() -> None:
    match, _ = table_of("ana", "ben", "cleo")
    stranger = User.objects.create_user(username="zoe")
    with pytest.raises(Forbidden):
        save_conditional_move(
            match_id=match.pk, user_id=stranger.pk, step=1, move=ConditionalMove("reroll", (STAND,)), now=NOON
        )
