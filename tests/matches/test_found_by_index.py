"""What sweeps and lists find by indexes is what plain conditions find."""

from datetime import datetime, timedelta

import pytest
from django.db import connection, transaction
from django.db.models import F, Q
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from matches import policy
from matches import sweep as sweep_of_matches
from matches.bots import search_slots
from matches.bots.kinds import QUICK
from matches.bots.play import play_bots
from matches.bots.search_slots import PLAYED_BY_BOT
from matches.models import Match, Seat
from matches.rounds.locking import lock_match
from matches.timeouts.stand_ins import begin_stand_in
from matches.view.summaries import matches_short_of_players, open_matches
from tests.matches.tables import NOON, table_of
from tests.support.plans import assert_by

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
S = Match.Status


def numbers(condition: Q) -> list[int]:
    """Return the tables that fulfil a condition on them and their seats, found by a join."""
    return list(Match.objects.filter(condition).distinct().order_by("pk").values_list("pk", flat=True))


@pytest.fixture
def tables() -> list[Match]:
    """Tables in many states."""
    made = [table_of("ana", "ben", "cleo", bots=["steady"] if number % 2 else [])[0] for number in range(8)]
    for match, status in zip(made[4:], (S.OPEN, S.OPEN, S.PAUSED, S.OPEN), strict=True):
        Match.objects.filter(pk=match.pk).update(status=status)
    made[2].seats.filter(number=1).update(stand_in="steady", substitute_wanted=True)
    made[6].seats.filter(number=1).update(stand_in="steady", substitute_wanted=True)
    Match.objects.filter(pk=made[4].pk).update(private=True)
    return made


def test_bots_that_have_yet_to_answer(tables: list[Match]) -> None:
    with transaction.atomic():
        match = lock_match(tables[2].pk)
        begin_stand_in(match=match, seat=match.seats.get(number=0), now=NOON)
    assert play_bots(match_id=tables[1].pk, now=NOON) == 1
    seats = Seat.objects.filter(PLAYED_BY_BOT, awaited=True, match__status=S.RUNNING)
    plainly = seats.exclude(answers__step=F("match__step") + 1).values_list("match_id", flat=True)
    with CaptureQueriesContext(connection) as asked:
        found = sweep_of_matches._waiting_for_bots()
    assert set(found) == set(plainly) == {tables[2].pk, tables[3].pk}
    assert_by(asked, "match_waiting_for_bots")
    with CaptureQueriesContext(connection) as asked:
        next_one = search_slots._longest_waiting(QUICK, tables[3].pk)
    assert next_one == tables[2]
    assert_by(asked, "match_waiting_for_bots")


def test_tables_that_never_began(tables: list[Match]) -> None:
    rules = policy.POLICY
    old: list[tuple[int, datetime]] = [
        (4, NOON - timedelta(days=rules.open_days_private)),
        (5, NOON - timedelta(days=rules.open_days)),
        (7, NOON),
        (0, NOON - timedelta(days=900)),
    ]
    for number, made_at in old:
        Match.objects.filter(pk=tables[number].pk).update(created_at=made_at)
    with CaptureQueriesContext(connection) as asked:
        found = sweep_of_matches._unstarted(NOON)
    assert sorted(found) == [tables[4].pk, tables[5].pk]
    assert_by(asked, "match_open_since")


def test_tables_that_wait_for_a_beacon(tables: list[Match]) -> None:
    for number in (0, 5):
        Match.objects.filter(pk=tables[number].pk).update(beacon_round=7)
    Match.objects.filter(pk=tables[1].pk).update(later_round=7)
    with CaptureQueriesContext(connection) as asked:
        found = sweep_of_matches._waiting_for_beacon()
    assert sorted(found) == numbers(Q(status=S.OPEN, beacon_round__isnull=False) | Q(later_round__isnull=False))
    assert sorted(found) == [tables[1].pk, tables[5].pk]
    # Of a few open tables PostgreSQL may as well take those by their age or number.
    assert_by(asked, ("match_to_begin", "match_open_since", "match_open "), ("match_to_take_back",))


def test_open_tables_of_a_reader(tables: list[Match]) -> None:
    for name in ("ana", "ben", "dora"):
        user = User.objects.filter(username=name).first()
        key = user.pk if user else None
        mine = Q(host_id=key) | Q(seats__invited_id=key) | Q(seats__user_id=key) if key else Q(pk=None)
        plainly = numbers(Q(Q(private=False, beacon_round=None) | mine, status=S.OPEN))
        assert sorted(match.pk for match in open_matches(key)) == plainly
        assert (tables[4].pk in plainly) == (key is not None)


def test_tables_that_want_a_substitute(tables: list[Match]) -> None:
    with CaptureQueriesContext(connection) as asked:
        found = sorted(matches_short_of_players().values_list("pk", flat=True))
    going_on = Q(private=False, status__in=(S.RUNNING, S.PAUSED))
    assert found == numbers(going_on & Q(seats__substitute_wanted=True)) == [tables[2].pk, tables[6].pk]
    assert_by(asked, "seat_wanted")
