"""ETags: they change exactly when what the reader may know changes."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Token
from engine.conditional_moves import ConditionalMove, Preference
from engine.quick_chance import RandomChance
from matches.clocks.pauses import pause_match, resume_match
from matches.lobby.resigning import resign_seat
from matches.lobby.substitutes import offer_seat
from matches.lobby.votes import answer_vote, open_vote, settle_lapsed_vote
from matches.models import Match
from matches.play.answers import submit_answer
from matches.play.conditional_moves import save_conditional_move
from matches.rounds.locking import lock_match
from matches.rounds.resolve import resolve_round
from matches.timeouts.stand_ins import begin_stand_in, take_back_seat
from matches.timeouts.undelivered import _extend
from matches.view.votes import lapses_at
from moderation.action import Target
from tests.api.bots import Caller, caller
from tests.ladders.play import play_to_the_end
from tests.matches.tables import NOON, answer_all, person, table_of
from tests.moderation.desk import done, moderator

pytestmark = pytest.mark.django_db


def tag_and_body(one: Caller, match: Match) -> tuple[str, bytes]:
    reply = one.get(f"matches/{match.pk}")
    assert reply.status_code == 200
    return reply.headers["ETag"], reply.content


def test_what_has_not_changed_is_not_drawn_again(monkeypatch: pytest.MonkeyPatch):
    match, people = table_of("ana", "ben", "cleo")
    ana = caller(people[0])
    tag, _ = tag_and_body(ana, match)
    monkeypatch.setattr("matches.api.observing.match_view", lambda *_, **__: 1 / 0)
    reply = ana.get(f"matches/{match.pk}", **{"If-None-Match": tag})
    assert (reply.status_code, reply.content, reply.headers["ETag"]) == (304, b"", tag)
    assert "private" in reply.headers["Cache-Control"] and "Authorization" in reply.headers["Vary"]


def answers(match: Match, people: list[Any], act: str, seat: int) -> None:
    submit_answer(match_id=match.pk, user_id=people[seat].pk, step=1, actions=[{"act": act}], now=NOON)


def all_answer(match: Match, people: list[Any]) -> None:
    answer_all(match, people, RandomChance(1))
    resolve_round(match_id=match.pk, now=NOON)


def add_move(match: Match, people: list[Any]) -> None:
    rule = ConditionalMove("bid", (Preference(pattern="lowest"),), lasts="always")
    save_conditional_move(match_id=match.pk, user_id=people[0].pk, step=1, move=rule, now=NOON)


CHANGES: dict[str, Callable[[Match, list[Any]], Any]] = {
    "I answer": lambda match, people: answers(match, people, "reroll", 0),
    "I change my answer in the same moment": lambda match, people: answers(match, people, "let_stand", 0),
    "I save a conditional move": add_move,
    "another answers": lambda match, people: answers(match, people, "reroll", 1),
    "the table is paused": lambda match, _: pause_match(match=lock_match(match.pk), reason="vote", now=NOON),
    "it goes on": lambda match, _: resume_match(match=lock_match(match.pk), now=NOON + timedelta(hours=1)),
    "a bot stands in": lambda match, _: begin_stand_in(match=match, seat=match.seats.all()[1], now=NOON),
    "the seat is offered": lambda match, people: offer_seat(
        match_id=match.pk, user_id=people[0].pk, number=1, wanted=True, now=NOON
    ),
    "the player is back": lambda match, people: take_back_seat(match_id=match.pk, user_id=people[1].pk, now=NOON),
    "a player takes another name": lambda _, people: (
        type(people[1]).objects.filter(pk=people[1].pk).update(username="bo")
    ),
    "the round is over": all_answer,
}


def test_a_tag_changes_when_a_table_that_waits_for_players_becomes_private():
    ana = caller(person("ana"))
    body = {"game": "bid", "seats": [{"kind": "open"}, {"kind": "open"}]}
    match = Match.objects.get(pk=ana.post("matches", body).json()["number"])
    before = tag_and_body(ana, match)
    done(moderator(), "make-private", Target(match=match))
    after = tag_and_body(ana, match)
    assert before[0] != after[0] and before[1] != after[1]


def rewinds(match: Match, _: list[Any]) -> None:
    done(moderator(), "rewind", Target(match=match), to=0)


def more_time(match: Match, people: list[Any], seat: int) -> None:
    """Let no channel reach a seat, and its deadline pass."""
    late = lock_match(match.pk)
    seats = list(late.seats.select_related("match", "user").filter(number=seat))
    _extend(late, seats, NOON)


BESIDE_THE_GAME: dict[str, Callable[[Match, list[Any]], Any]] = {
    "a vote is opened": lambda match, people: open_vote(
        match_id=match.pk, user_id=people[1].pk, kind="pause", now=NOON
    ),
    "one agrees": lambda match, people: answer_vote(
        match_id=match.pk, user_id=people[2].pk, kind="pause", agree=True, now=NOON
    ),
    "another refuses": lambda match, people: answer_vote(
        match_id=match.pk, user_id=people[0].pk, kind="pause", agree=False, now=NOON
    ),
    "a vote is opened again": lambda match, people: open_vote(
        match_id=match.pk, user_id=people[2].pk, kind="abandon", now=NOON
    ),
    "it lapses": lambda match, _: settle_lapsed_vote(match_id=match.pk, now=lapses_at(NOON)),
    "I was told by no channel": lambda match, people: more_time(match, people, 0),
    "another was told by no channel": lambda match, people: more_time(match, people, 1),
    "a round is over": all_answer,
    "the match is taken back": rewinds,
    "I resign": lambda match, people: resign_seat(match_id=match.pk, user_id=people[0].pk, now=NOON),
    "another resigns": lambda match, people: resign_seat(match_id=match.pk, user_id=people[1].pk, now=NOON),
    "a deadline is moved": lambda match, _: done(
        moderator(), "extend", Target(match=match, seat=match.seats.all()[2]), hours=5
    ),
    "a moderator pauses": lambda match, _: done(moderator(), "pause", Target(match=match)),
    "a moderator calls it off": lambda match, _: done(moderator(), "call-off", Target(match=match)),
}
"""Changes apart from the game, in an order in which each is possible."""


@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize("reader", [0, 2, None])
@pytest.mark.sampled(2, "every game, not two")
def test_a_tag_changes_with_what_happens_beside_the_game(reader: int | None, hidden: bool):
    match, people = table_of("ana", "ben", "cleo", hide_answered=hidden)
    one = caller(person("dora") if reader is None else people[reader])
    before, unchanged = tag_and_body(one, match), set()
    for name, change in BESIDE_THE_GAME.items():
        match.refresh_from_db()
        change(match, people)
        after = tag_and_body(one, match)
        assert (after[0] == before[0]) == (after[1] == before[1]), name
        unchanged |= {name} if after == before else set()
        before = after
    others = {"another was told by no channel", *(() if reader == 0 else ("I was told by no channel",))}
    assert unchanged == (others if hidden else set())


@pytest.mark.parametrize("reader", [0, None])
def test_a_tag_changes_with_the_places_that_a_moderator_sets(reader: int | None):
    match, people = table_of("ana", "ben", "cleo")
    play_to_the_end(match.pk, NOON)
    one = caller(person("dora") if reader is None else people[reader])
    seen = [tag_and_body(one, match)]
    changes: tuple[tuple[str, dict[str, Any]], ...] = (
        ("adjust", {"places": [1, 1, 3]}),
        ("adjust", {"places": [3, 1, 1]}),
        ("void", {}),
    )
    for slug, given in changes:
        done(moderator(), slug, Target(match=Match.objects.get(pk=match.pk)), **given)
        seen.append(tag_and_body(one, match))
    assert len({tag for tag, _ in seen}) == len({body for _, body in seen}) == 4


@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize("reader", [0, 2, None])
@pytest.mark.sampled(2, "every game, not two")
def test_a_tag_changes_exactly_when_the_observation_does(reader: int | None, hidden: bool):
    match, people = table_of("ana", "ben", "cleo", hide_answered=hidden)
    one = caller(person("dora") if reader is None else people[reader])
    seen = [tag_and_body(one, match)]
    for name, change in CHANGES.items():
        match.refresh_from_db()
        change(match, people)
        seen.append(tag_and_body(one, match))
        (tag, body), (tag_before, body_before) = seen[-1], seen[-2]
        assert (tag == tag_before) == (body == body_before), name
    assert len({body for _, body in seen}) > 5


@pytest.mark.parametrize("rounds", [0, 60])
def test_an_observation_costs_few_queries_at_any_length_of_match(rounds: int):
    match, people = table_of("ana", "ben", "cleo", target=150)
    chance = RandomChance(2)
    for _ in range(rounds):
        match.refresh_from_db()
        if match.status == Match.Status.RUNNING:
            answer_all(match, people, chance)
            resolve_round(match_id=match.pk, now=NOON)
    ana = caller(people[0])
    Token.objects.update(used_at=None)
    with CaptureQueriesContext(
        connection,
    ) as captured:
        assert ana.get(f"matches/{match.pk}?log=100").status_code == 200
    # SQLite takes two of them one by one.
    assert len(captured) <= 9, [query["sql"][:90] for query in captured]
