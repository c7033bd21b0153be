"""The sweep finds every complete round, whatever completed it, and looks at no other tables for that."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.db.models import Count, F, Q
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from engine.conditional_moves import ConditionalMove, Preference
from matches import sweep as sweep_of_matches
from matches.bots.play import play_bots
from matches.clocks.pauses import pause_match, resume_match
from matches.interventions.rewinding import rewind_match
from matches.lobby.resigning import resign_seat
from matches.models import Match
from matches.play.answers import submit_answer
from matches.play.conditional_moves import save_conditional_move
from matches.play.many_answers import Submission, seal_together
from matches.rounds.locking import lock_match, lock_unanswered_of_many
from matches.rounds.resolve import resolve_round
from matches.timeouts.stand_ins import begin_stand_in
from matches.timeouts.timeouts import pass_deadlines
from tests.matches.tables import DAY, NOON, table_of
from tests.matches.test_rewinding import NOTE
from tests.support.plans import assert_by

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
LET_STAND = {"act": "let_stand"}
LATE = NOON + timedelta(seconds=DAY)


class Killed(BaseException):
    """The end of a worker."""


def complete_by_counting() -> list[int]:
    """The tables where as many answers are sealed as seats are awaited."""
    counted = Match.objects.filter(status=Match.Status.RUNNING).annotate(
        awaited=Count("seats", filter=Q(seats__awaited=True), distinct=True),
        answered=Count("answers", filter=Q(answers__step=F("step") + 1), distinct=True),
    )
    return list(counted.filter(answered__gte=F("awaited"), awaited__gt=0).order_by("pk").values_list("pk", flat=True))


def answer(match: Match, *people: User, step: int = 1) -> None:
    for user in people:
        submit_answer(match_id=match.pk, user_id=user.pk, step=step, actions=[LET_STAND], now=NOON)


def by_hand() -> Match:
    match, people = table_of("ana", "ben", "cleo")
    answer(match, *people)
    return match


def changed_since() -> Match:
    match, (ana, *others) = table_of("ana", "ben", "cleo")
    answer(match, ana, *others, ana)
    return match


def together() -> Match:
    match, people = table_of("ana", "ben", "cleo")
    with transaction.atomic():
        locked = lock_unanswered_of_many([match.pk])
        assert all(seal_together([Submission(match.pk, user.pk, 1, LET_STAND) for user in people], locked, now=NOON))
    return match


def at_the_deadline() -> Match:
    match, people = table_of("ana", "ben", "cleo")
    answer(match, people[0])
    _die_at_the_deadline(match)
    return match


def by_a_conditional_move_at_the_deadline() -> Match:
    match, people = table_of("ana", "ben", "cleo")
    move = ConditionalMove("reroll", (Preference(action=LET_STAND),))
    save_conditional_move(match_id=match.pk, user_id=people[0].pk, step=1, move=move, now=NOON)
    answer(match, people[1])
    _die_at_the_deadline(match)
    return match


def _die_at_the_deadline(match: Match) -> None:
    """Pass the deadline in a worker that ends before it resolves the round."""
    with pytest.MonkeyPatch.context() as worker:
        worker.setattr("matches.timeouts.timeouts.resolve_round", _die)
        with pytest.raises(Killed):
            pass_deadlines(match_id=match.pk, now=LATE)


def _die(**_: object) -> None:
    raise Killed


def by_bots() -> Match:
    match, people = table_of("ana", "ben", bots=["steady"])
    answer(match, *people)
    play_bots(match_id=match.pk, now=NOON)
    return match


def by_a_stand_in() -> Match:
    match, people = table_of("ana", "ben", "cleo")
    answer(match, *people[1:])
    begin_stand_in(match=match, seat=match.seats.select_related("user").get(number=0), now=NOON)
    play_bots(match_id=match.pk, now=NOON)
    return match


def by_the_bot_of_one_who_resigned() -> Match:
    match, people = table_of("ana", "ben", "cleo")
    answer(match, *people[1:])
    resign_seat(match_id=match.pk, user_id=people[0].pk, now=NOON)
    play_bots(match_id=match.pk, now=NOON)
    return match


def after_a_pause() -> Match:
    match = by_hand()
    with transaction.atomic():
        pause_match(match=lock_match(match.pk), reason="moderator", now=NOON)
    assert sweep_of_matches._complete() == []
    with transaction.atomic():
        resume_match(match=lock_match(match.pk), now=NOON)
    return match


def again_after_it_was_taken_back() -> Match:
    match = by_hand()
    resolve_round(match_id=match.pk, now=NOON)
    people = [seat.user for seat in match.seats.select_related("user") if seat.user]
    rewind_match(match_id=match.pk, to=0, note=NOTE, now=NOON)
    assert sweep_of_matches._complete() == []
    answer(match, *people, step=3)
    return match


WAYS: tuple[Callable[[], Match], ...] = (
    *(by_hand, changed_since, together, at_the_deadline, by_a_conditional_move_at_the_deadline, by_bots),
    *(by_a_stand_in, by_the_bot_of_one_who_resigned, after_a_pause, again_after_it_was_taken_back),
)


@pytest.mark.parametrize("way", WAYS)
def test_a_round_is_found_however_it_became_complete(way: Callable[[], Match]) -> None:
    complete = way()
    incomplete, people = table_of("dora", "emil", "fred")
    answer(incomplete, *people[:2])
    assert sweep_of_matches._complete() == complete_by_counting() == [complete.pk]
    assert resolve_round(match_id=complete.pk, now=LATE)
    assert sweep_of_matches._complete() == complete_by_counting() == []


def test_complete_rounds_are_found_by_the_answers_that_completed_them() -> None:
    complete = by_hand()
    for number in range(6):
        incomplete, (one, *_) = table_of(*[f"{name}{number}" for name in ("dora", "emil", "fred")])
        answer(incomplete, one)
    with connection.cursor() as cursor:
        # Without statistics, any of the indexes seems as good.
        cursor.execute("ANALYZE")
    with CaptureQueriesContext(connection) as asked:
        assert sweep_of_matches._complete() == [complete.pk]
    assert_by(asked, "answer_completes")
