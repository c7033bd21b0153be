"""What happens at the same moment happens once: on PostgreSQL, and on SQLite as the embedded site uses it."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any

import pytest
from django.db import connections

from engine.conditional_moves import ConditionalMove, Preference
from engine.table_settings import TableSettings, TimeControl
from foundation.errors import Refused
from games.registry import GAMES
from matches.conditional_moves.book import open_book
from matches.lobby.tables import SeatSpec, create_match, join_match
from matches.log.states import open_step
from matches.models import Answer, ConditionalBook, Match, Seat, Step
from matches.play.answers import submit_answer
from matches.play.conditional_moves import save_conditional_move
from matches.rounds.resolve import resolve_round
from matches.sweep import sweep
from tests.matches.tables import DAY, NOON, person, table_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
LET_STAND = {"act": "let_stand"}


def at_once(acts: Sequence[Callable[[], Any]]) -> list[Any]:
    """Do everything at the same moment, each in a thread of its own; return results or errors."""
    barrier = Barrier(len(acts))

    def run(act: Callable[[], Any]) -> Any:
        try:
            barrier.wait()
            return act()
        except Refused as refused:
            return refused.code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(acts)) as threads:
        return list(threads.map(run, acts))


def sealer(match: Match, user: Any, action: Any = LET_STAND) -> Callable[[], Any]:
    return lambda: submit_answer(match_id=match.pk, user_id=user.pk, step=1, actions=[action], now=NOON).match_id


def test_a_round_resolves_once_however_many_workers_look() -> None:
    match, people = table_of("ana", "ben", "cleo")
    for user in people:
        sealer(match, user)()
    done = at_once([lambda: resolve_round(match_id=match.pk, now=NOON)] * 6)
    assert sorted(done) == [False] * 5 + [True]
    assert Step.objects.filter(match=match).count() == 2


def test_answers_of_all_at_the_same_moment_are_all_taken() -> None:
    match, people = table_of("ana", "ben", "cleo")
    assert at_once([sealer(match, user) for user in people]) == [match.pk] * 3
    assert Answer.objects.filter(match=match, step=1).count() == 3
    sweep(now=NOON)
    match.refresh_from_db()
    assert match.step == 1


def test_the_same_answer_sent_twice_at_once_is_one() -> None:
    match, people = table_of("ana", "ben", "cleo")
    assert at_once([sealer(match, people[0])] * 4) == [match.pk] * 4
    assert Answer.objects.count() == 1


def test_an_answer_changed_while_the_round_resolves_counts_or_is_refused() -> None:
    """Never half: either the step has the changed answer, or its sender learns that it came too late."""
    match, people = table_of("ana", "ben", "cleo")
    for user in people:
        sealer(match, user)()
    outcome = at_once([lambda: resolve_round(match_id=match.pk, now=NOON), sealer(match, people[0], {"act": "reroll"})])
    match.refresh_from_db()
    sweep(now=NOON)
    assert outcome[0] in (True, False)
    assert outcome[1] in (match.pk, "table_moved_on")
    assert Step.objects.filter(match=match, number=1).count() == 1
    assert not Answer.objects.filter(match=match, step=1).exists()


def test_the_last_seat_is_taken_once() -> None:
    match = create_match(
        host=person("ana"),
        slug="bid",
        options=GAMES["bid"].Options(),
        seats=[SeatSpec("bot", "steady"), SeatSpec("open")],
        time_control=TimeControl(DAY),
        table_settings=TableSettings(),
        contribution="",
        now=NOON,
    )
    rivals = [person(name) for name in ("ben", "cleo", "dora")]

    def joiner(user: Any) -> Callable[[], Any]:
        return lambda: join_match(match_id=match.pk, user=user, token="", contribution="", now=NOON).pk

    outcome = at_once([joiner(user) for user in rivals])
    assert sorted(map(str, outcome)) == sorted([str(match.pk), "match_started", "match_started"])
    assert Seat.objects.filter(match=match, user__isnull=True).count() == 0
    assert Step.objects.filter(match=match).count() == 1


def test_sweeps_at_the_same_moment_play_a_default_once() -> None:
    match, people = table_of("ana", "ben", "cleo")
    sealer(match, people[0])()
    late = NOON + timedelta(seconds=DAY)
    at_once([lambda: sweep(now=late)] * 3)
    assert Step.objects.filter(match=match).count() == 2


def planner(match: Match, user: Any, act: str = "let_stand") -> Callable[[], Any]:
    rule = ConditionalMove("reroll", (Preference(action={"act": act}),))
    return lambda: save_conditional_move(match_id=match.pk, user_id=user.pk, step=1, move=rule, now=NOON).pk


def test_conditional_moves_of_all_saved_at_once_are_all_kept() -> None:
    match, people = table_of("ana", "ben", "cleo")
    assert at_once([planner(match, user) for user in people] * 2) == [match.pk] * 6
    assert [len(open_book(row).moves) for row in ConditionalBook.objects.all()] == [2, 2, 2]


def test_conditional_moves_resolve_a_round_once_however_many_workers_look() -> None:
    match, people = table_of("ana", "ben", "cleo")
    for user in people:
        planner(match, user)()
    done = at_once([lambda: resolve_round(match_id=match.pk, now=NOON)] * 6)
    assert sorted(done) == [False] * 5 + [True]
    assert Step.objects.filter(match=match).count() == 2
    assert [len(open_book(row).moves) for row in ConditionalBook.objects.all()] == [0, 0, 0]


def test_an_answer_and_a_changing_conditional_move_at_once_give_one_answer() -> None:
    match, people = table_of("ana", "ben", "cleo")
    for user in people[1:]:
        sealer(match, user)()
    at_once([planner(match, people[0]), sealer(match, people[0]), planner(match, people[0], "reroll")])
    at_once([lambda: resolve_round(match_id=match.pk, now=NOON)] * 2)
    match.refresh_from_db()
    assert match.step == 1
    assert len(open_step(match.steps.get(number=1)).answers) == 3
