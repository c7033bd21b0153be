"""Kept queries find what Django finds when it writes them again, on both databases."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import F
from django.db.transaction import TransactionManagementError
from django.utils import timezone

from accounts.hours.vacations import days_off_of
from accounts.identity.bot_accounts import create_bot_account
from accounts.models import Token, User, VacationDay
from accounts.security.backend import BY_NUMBER
from accounts.security.session_store import VALID, SessionStore
from accounts.security.tokens import BY_DIGEST, digest_of, open_token, tokens_in_force
from foundation.kept_queries import KeptQuery, given
from matches.api.common import PLAYED
from matches.conditional_moves.apply import SEATS, seats_with_books, unanswered_seats
from matches.live import HOLDERS
from matches.log.sealed_answers import ANSWERS
from matches.models import Match, Seat
from matches.rounds.locking import (
    lock_match,
    lock_round,
    lock_rounds,
    lock_unanswered,
    lock_unanswered_of_many,
    open_round_of,
    unanswered_of,
)
from matches.timeouts.timeouts import LATE
from tests.api.bots import token_of
from tests.matches.conditional import answer
from tests.matches.tables import DAY, NOON, person, table_of
from tests.support.clients import client_of

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

SECOND = timedelta(seconds=1)


def loaded(row: Any, *related: str) -> dict[str, Any]:
    """All that was loaded of a row, and of the rows loaded with it."""
    own = {name: plain(value) for name, value in vars(row).items() if not name.startswith("_")}
    return own | {name: loaded(getattr(row, name)) for name in related if getattr(row, name, None) is not None}


def plain(value: Any) -> Any:
    return bytes(value) if isinstance(value, memoryview) else value


def test_the_hot_path_s_queries_load_the_same_rows() -> None:
    match, people = table_of("ana", "ben", "cleo")
    answer(match, people[1], {"act": "let_stand"})
    seats = match.seats.select_related("user", "conditional_book")
    open_seats = seats.filter(awaited=True).exclude(number=1)
    with transaction.atomic():
        assert loaded(lock_match(match.pk)) == loaded(Match.objects.select_for_update().get(pk=match.pk))
    both = "user", "conditional_book"
    assert [loaded(s, *both) for s in seats_with_books(match)] == [loaded(s, *both) for s in seats]
    VacationDay.objects.create(user=people[2], day=NOON.date())
    of_round = [loaded(seat, *both) for seat in open_round_of(match).seats]
    assert [bool(seat.pop("has_days_off")) for seat in of_round] == [False, False, True]
    assert of_round == [loaded(s, *both) for s in seats]
    assert [loaded(s, *both) for s in unanswered_seats(match)] == [loaded(s, *both) for s in open_seats]
    assert all(seat.match is match for seat in seats_with_books(match) + unanswered_seats(match))
    _, every, unanswered = unanswered_of(match)
    answered = [loaded(seat, *both).pop("has_answered") for seat in every]
    assert answered == [match.answers.filter(seat=seat).exists() for seat in seats] == [False, True, False]
    assert [loaded(s, *both) | {"has_answered": 0} for s in every] == [
        loaded(s, *both) | {"has_answered": 0} for s in seats
    ]
    assert [seat.pk for seat in unanswered] == [seat.pk for seat in open_seats]
    assert all(seat in every and seat.match is match for seat in unanswered)
    sealed = ANSWERS.rows(match=match.pk, step=match.next_step)
    assert [loaded(a) for a in sealed] == [loaded(a) for a in match.answers.all()] != []
    assert [seat.user_id for seat in HOLDERS.rows(match=match.pk)] == [user.pk for user in people]
    assert ANSWERS.rows(match=match.pk, step=match.next_step + 1) == []


def test_a_moment_is_compared_to_the_microsecond() -> None:
    match, _ = table_of("ana", "ben", "cleo")
    due = NOON + timedelta(seconds=DAY)
    assert LATE.first(match=match.pk, now=due) is not None
    assert LATE.first(match=match.pk, now=due - timedelta(microseconds=1)) is None
    assert LATE.first(match=match.pk + 1, now=due) is None


def test_each_run_has_its_own_values_and_annotations() -> None:
    table_of("ana", "ben", "cleo")
    above: KeptQuery[Any] = KeptQuery(
        lambda: Seat.objects.filter(number__gt=given("number")).annotate(twice=F("number") * 2)
    )
    assert [seat.twice for seat in above.rows(number=0)] == [2, 4]
    assert [seat.twice for seat in above.rows(number=1)] == [4]
    assert above.first(number=2) is None
    with pytest.raises(Seat.DoesNotExist):
        above.get(number=2)
    with pytest.raises(KeyError):
        above.rows()


@pytest.mark.parametrize("number", [2**63, -(2**63) - 1, 10**30])
def test_a_number_that_no_column_can_hold_finds_nothing(number: int) -> None:
    assert SEATS.rows([number]) == LATE.rows(match=number, now=NOON) == []
    assert client_of(person("ana")).post(f"/table/{abs(number)}/answer/").status_code == 404


def test_sessions_users_and_tokens_are_found_as_django_finds_them() -> None:
    ana, bot = (
        person("ana"),
        create_bot_account(owner=person("ben"), name="robo", about="A bot.", link="", now=NOON).user,
    )
    text = {user.pk: token_of(user) for user in (ana, bot)}
    for user in (ana, bot):
        plainly = Token.objects.select_related("user__bot_account__owner").get(digest=digest_of(text[user.pk]))
        assert loaded(BY_DIGEST.get(digest=plainly.digest), "user") == loaded(plainly, "user")
        found = BY_DIGEST.get(digest=plainly.digest).user
        assert hasattr(found, "bot_account") == (user == bot)
        assert loaded(BY_NUMBER.get(number=user.pk)) == loaded(User.objects.get(pk=user.pk))
    session = SessionStore()
    session["user"] = "ana"
    session.save()
    kept = Session.objects.get()
    assert loaded(VALID.get(key=kept.pk, now=kept.expire_date - SECOND)) == loaded(kept)
    assert VALID.first(key=kept.pk, now=kept.expire_date) is None
    assert VALID.first(key="x" * 32, now=NOON) is None


def test_days_off_are_found_for_any_number_of_users() -> None:
    people = [person(name) for name in ("ana", "ben", "cleo")]
    days = [NOON.date() + timedelta(days=at) for at in range(4)]
    for user, taken in zip(people, ((0, 1), (3,), ()), strict=True):
        VacationDay.objects.bulk_create(VacationDay(user=user, day=days[at]) for at in taken)
    ana, ben, cleo = (user.pk for user in people)
    off = days_off_of(user_ids=[ana, ben, cleo], since=days[1])
    assert off == {ana: {days[1]}, ben: {days[3]}, cleo: set()}
    assert days_off_of(user_ids=[ben], since=days[0]) == {ben: {days[3]}}
    assert days_off_of(user_ids=[], since=days[0]) == {}


def test_only_own_matches_are_found_to_answer_in() -> None:
    match, people = table_of("ana", "ben", "cleo")
    dan = person("dan")
    assert [PLAYED.first(match=match.pk, user=user.pk) for user in [*people, dan]] == [match] * 3 + [None]
    found, plainly = PLAYED.get(match=match.pk, user=people[0].pk), Match.objects.only("game").get(pk=match.pk)
    assert loaded(found) == loaded(plainly) == {"id": match.pk, "game": match.game}


@pytest.mark.django_db(transaction=True)
def test_a_lock_is_for_a_transaction() -> None:
    with transaction.atomic(), pytest.raises(Match.DoesNotExist):
        lock_match(1)
    with pytest.raises(TransactionManagementError):
        lock_match(1)


def test_queries_for_many_find_what_those_for_one_find() -> None:
    tables = [table_of("ana", "ben", "cleo")[0] for _ in range(5)]
    answer(tables[1], person("ben"), {"act": "let_stand"})
    both = "user", "conditional_book"
    wanted = [match.pk for match in tables] + [10**6, 2**70]
    with transaction.atomic():
        rounds, open_seats = lock_rounds(wanted), lock_unanswered_of_many(wanted)
        assert rounds.keys() == open_seats.keys() == {match.pk for match in tables}
        for match in tables:
            ways: list[tuple[Any, Any, Any]] = [
                (rounds[match.pk], lock_round(match.pk), open_round_of(match)),
                (open_seats[match.pk], lock_unanswered(match.pk), unanswered_of(match)),
            ]
            for many, one, again in ways:
                assert loaded(many.match) == loaded(one.match) == loaded(lock_match(match.pk))
                assert again.match is match
                for rows in zip(many[1:], one[1:], again[1:], strict=True):
                    assert [[loaded(row, *both) for row in some] for some in rows] == [
                        [loaded(row, *both) for row in rows[0]]
                    ] * 3
                assert all(seat.match is many.match for seat in many.seats)
        assert [len(rounds[match.pk].sealed) for match in tables] == [0, 1, 0, 0, 0]
        assert lock_unanswered_of_many([]) == lock_unanswered_of_many([2**70]) == {}
        assert lock_rounds([]) == lock_rounds([2**70]) == {}
        for lock in (lock_round, lock_unanswered):
            with pytest.raises(Match.DoesNotExist):
                lock(2**70)


def test_the_tokens_in_force_are_those_that_open() -> None:
    people = [person(name) for name in ("ana", "ben", "cleo")]
    texts = [token_of(user) for user in people]
    ids = [Token.objects.get(digest=digest_of(text)).pk for text in texts]
    Token.objects.filter(pk=ids[1]).update(revoked_at=timezone.now())
    User.objects.filter(pk=people[2].pk).update(suspended_until=timezone.now() + timedelta(days=1))
    assert list(tokens_in_force([*ids, 10**6], now=timezone.now())) == ids[:1]
    opened = open_token(text=texts[0], now=timezone.now())
    assert loaded(tokens_in_force(ids, now=timezone.now())[ids[0]], "user") == loaded(opened, "user")
    assert Token.objects.get(pk=ids[0]).used_at is not None
