"""Bots that search share the time of their table, so nobody waits long, however many decisions come in a row."""

from typing import Any

import pytest
from django.core.cache import cache

from matches.bots import allowance, play
from matches.bots.allowance import LEAST_SECONDS, seconds_for, take
from matches.bots.play import play_bots
from matches.models import Match
from tests.matches.tables import NOON, table_of

pytestmark = pytest.mark.django_db
SHARP, MATCH = 2.0, 1
LONGEST = 3.0


class Clock:
    """The time, which goes on when it is told."""

    now = 1_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    cache.clear()
    found = Clock()
    monkeypatch.setattr(allowance, "time", found)
    return found


def think(clock: Clock, bots: int, match: int = MATCH, brain: str = "sharp") -> float:
    """Think as long as a bot may; return how long that was."""
    seconds = seconds_for(match, brain, SHARP, bots)
    clock.now += seconds
    take(match, brain, SHARP, seconds)
    return seconds


@pytest.mark.parametrize("bots", [1, 2, 3, 11])
def test_however_many_decisions_come_in_a_row_they_take_no_longer_than_allowed(bots: int, clock: Clock) -> None:
    row = [think(clock, bots) for _ in range(60)]
    assert sum(row) < LONGEST + 60 * LEAST_SECONDS
    assert row[0] == pytest.approx(min(SHARP, LONGEST / (bots + 0.5)))
    assert row == sorted(row, reverse=True) and row[-1] == LEAST_SECONDS


def test_a_bot_that_has_not_thought_for_a_while_has_its_whole_time_again(clock: Clock) -> None:
    while think(clock, 1) > LEAST_SECONDS:
        pass
    clock.now += 1
    assert seconds_for(MATCH, "sharp", SHARP, 1) < 1
    clock.now += LONGEST
    assert seconds_for(MATCH, "sharp", SHARP, 1) == SHARP


def test_tables_and_levels_have_allowances_of_their_own(clock: Clock) -> None:
    think(clock, 1)
    assert seconds_for(MATCH, "sharp", SHARP, 1) < SHARP
    assert seconds_for(MATCH + 1, "sharp", SHARP, 1) == seconds_for(MATCH, "patient", SHARP, 1) == SHARP


def test_a_clock_that_goes_wrong_stops_no_bot_for_long(clock: Clock) -> None:
    think(clock, 1)
    clock.now -= 86_400
    assert seconds_for(MATCH, "sharp", SHARP, 1) == LEAST_SECONDS
    think(clock, 1)
    clock.now += LONGEST + LEAST_SECONDS
    assert seconds_for(MATCH, "sharp", SHARP, 1) == pytest.approx(SHARP)


def test_bots_asked_at_once_have_as_long_as_one_another_and_the_next_round_less(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[tuple[str, float]] = []

    def think(slug: str, brain: str, seen: Any, legal: Any, default: Any, budget: Any, kind: str) -> tuple[Any, bool]:
        given.append((brain, budget.seconds))
        clock.now += budget.seconds
        return default, True

    monkeypatch.setattr(play, "choose", think)
    monkeypatch.setattr(play, "monotonic", clock)
    match, _ = table_of("ana", bots=["sharp", "sharp", "steady"], rated=False)
    assert play_bots(match_id=match.pk, now=NOON) == 3
    searching = [seconds for brain, seconds in given if brain == "sharp"]
    assert searching == [pytest.approx(LONGEST / 2.5)] * 2
    assert seconds_for(match.pk, "sharp", SHARP, 2) == pytest.approx((LONGEST - sum(searching)) / 2.5)
    assert Match.objects.get(pk=match.pk).bots_asked_at is None
