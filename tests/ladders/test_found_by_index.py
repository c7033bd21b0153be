"""What the sweep of ladders and tournaments finds by indexes is what plain conditions find, and few rows are read."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.db.models import Q
from django.test.utils import CaptureQueriesContext

from ladders.models import Challenge, Ladder, Round, Rung, TournamentTable
from ladders.services import sweep as sweep_of_ladders
from matches.models import Match
from tests.ladders.challenges import accepted
from tests.ladders.play import ladder_of, match_of, people, tournament_of
from tests.matches.tables import NOON
from tests.support.plans import assert_by

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
S, C = Match.Status, Challenge.State
ENDED = (S.FINISHED, 1)
LATER = NOON + timedelta(days=2)
OVER = (C.VOID, C.DONE)
MATCHES = 1000
"""So many are found by an index."""


def called_off(now: datetime) -> Q:
    """Called-off matches that are waited for, by joins from the match."""
    tables = Q(tournament_table__isnull=False, tournament_table__ended_at=None)
    return (Q(challenge__state=C.RUNNING) | tables) & Q(status=S.CALLED_OFF)


def reopened(now: datetime) -> Q:
    """Matches that run again and are considered over, by joins from the match."""
    tables = Q(tournament_table__ended_at__isnull=False, tournament_table__round__ended_at=None)
    over = Q(challenge__state__in=OVER) | tables & Q(tournament_table__round__deadline__gt=now)
    return over & Q(status__in=(S.RUNNING, S.PAUSED))


class Copies:
    """Makes matches like one that has begun, and challenges and tables for them, as rows alone."""

    def __init__(self) -> None:
        self.like = match_of(people(2))
        self.challenge = accepted(ladder_of(people(2)), people(2)[1], people(2)[:1])
        self.made = 0

    def matches(self, *states: tuple[str, int]) -> list[Match]:
        """Make a match of each status and outcome."""
        names = [field.attname for field in Match._meta.concrete_fields if field.attname != "id"]
        values = {name: getattr(self.like, name) for name in names}
        rows = []
        for status, outcome in states:
            self.made += 1
            own = {"invite_token": f"copy-{self.made}", "seed_hash": f"{self.made:064x}"}
            rows.append(Match(**values | own | {"status": status, "outcome": outcome}))
        return Match.objects.bulk_create(rows)

    def challenges(self, *states: tuple[str, tuple[str, int]]) -> None:
        """Make a challenge of each state, with its match."""
        names = ("ladder_id", "division_id", "challenger_id", "made_at", "expires_at")
        values = {name: getattr(self.challenge, name) for name in names}
        matches = self.matches(*[match for _, match in states])
        rows = [Challenge(**values, state=own, match=match) for (own, _), match in zip(states, matches, strict=True)]
        Challenge.objects.bulk_create(rows)

    def tables(self, of: Round, *states: tuple[datetime | None, tuple[str, int]]) -> None:
        """Make a table of a round that ended at each time, with its match."""
        matches = self.matches(*[match for _, match in states])
        rows = [
            TournamentTable(round=of, number=10 + number, match=match, ended_at=ended_at)
            for number, ((ended_at, _), match) in enumerate(zip(states, matches, strict=True))
        ]
        TournamentTable.objects.bulk_create(rows)


@pytest.fixture
def contests() -> None:
    """A challenge and a table in every state, with a match in every state, among many that are over or for nothing."""
    copies = Copies()
    states = [(S.RUNNING, 0), (S.RUNNING, 2), (S.PAUSED, 2), (S.CALLED_OFF, 0), (S.CALLED_OFF, 3), ENDED]
    # What runs for the first time was never over.
    first = states[0]
    copies.challenges(*((state, match) for state in C for match in states if state not in OVER or match != first))
    copies.challenges(*[(C.DONE, ENDED)] * MATCHES)
    tournament = tournament_of(people(2), seats=2, rounds=2)
    deadlines: list[tuple[datetime, datetime | None]] = [(LATER, None), (NOON, None), (LATER, NOON)]
    for number, (deadline, ended_at) in enumerate(deadlines, 2):
        times = {"starts_at": NOON, "deadline": deadline, "ended_at": ended_at}
        of = Round.objects.create(tournament=tournament, number=number, **times)
        copies.tables(of, *((end, match) for end in (None, NOON) for match in states if not end or match != first))
    copies.tables(Round.objects.earliest("pk"), *[(NOON, ENDED)] * MATCHES)
    copies.matches(*[(S.RUNNING, 0)] * MATCHES)


@pytest.mark.usefixtures("contests")
@pytest.mark.parametrize(
    ("find", "plainly", "count", "indexes"),
    [
        (lambda now: sweep_of_ladders._called_off(), called_off, 2 + 3 * 2, ("challenge_by_expiry", "table_played")),
        (sweep_of_ladders._reopened, reopened, 4 + 2, ("match_running_again",)),
    ],
)
def test_contests_whose_matches_changed_behind_them(
    find: Callable[[datetime], list[int]], plainly: Callable[[datetime], Q], count: int, indexes: tuple[str, ...]
) -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
    with CaptureQueriesContext(connection) as asked:
        found = find(NOON)
    assert sorted(found) == sorted(Match.objects.filter(plainly(NOON)).values_list("pk", flat=True))
    assert len(found) == count
    assert_by(asked, *indexes)


def ladders_like(like: Ladder, count: int) -> None:
    """Make so many more ladders with the same players on the same rungs."""
    rungs = list(like.rungs.all())
    for number in range(count):
        like.pk, like.slug, like.title = None, f"copy-{number}", f"Copy {number}"
        like.save()
        division = like.divisions.create(level=1, title="All")
        for rung in rungs:
            rung.pk, rung.ladder, rung.division = None, like, division
        Rung.objects.bulk_create(rungs)


def test_ladders_on_which_someone_sinks() -> None:
    """Of the rungs of open ladders, the idle ones are compared with the one below each."""
    _, lowest, sinking = [ladder_of(people(2), title=f"Ladder {number}") for number in range(3)]
    sinking.rungs.filter(position=2).update(active_at=LATER)
    lowest.rungs.filter(position=1).update(active_at=LATER)
    long_over = ladder_of(people(50), title="A closed one", now=NOON - timedelta(days=99))
    long_over.rungs.filter(position__in=range(0, 50, 2)).update(active_at=LATER)
    long_over.closed_at = NOON
    long_over.save()
    ladders_like(long_over, MATCHES // 50)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
    with CaptureQueriesContext(connection) as asked:
        found = sweep_of_ladders._with_idle(NOON + timedelta(days=28))
    assert found == [sinking.pk] and len(asked) == 1
    assert_by(asked, "one_rung_a_player", "one_player_a_rung")
