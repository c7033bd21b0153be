"""Who favours whom stands out; who plays badly, or against the leader, does not."""

import random
from math import isclose, pi, sqrt
from statistics import fmean

import pytest

from moderation.signals.feeding import MATCHES_LEAST, PRIOR, SHRINK, Favour, Feeding, Often, favours, feeding, tail
from moderation.signals.gains import Gain, above_rivals


def noise(matches: int, *, seed: int = 1) -> list[Favour]:
    """Four players who meet again and again, and whose favours are luck."""
    luck = random.Random(seed)
    return [
        Favour(match, giver, receiver, luck.gauss(0, 1), ())
        for match in range(matches)
        for giver in range(4)
        for receiver in range(4)
        if giver != receiver
    ]


def stand_out(found: list[Favour]) -> list[Feeding]:
    return feeding(lambda: found)


def test_luck_does_not_stand_out() -> None:
    assert [stand_out(noise(20, seed=seed)) for seed in range(10)] == [[]] * 10


def test_a_giver_who_always_favours_one_stands_out() -> None:
    found = [row._replace(amount=row.amount + 2 * ((row.giver, row.receiver) == (1, 3))) for row in noise(20)]
    assert [(one.giver, one.receiver) for one in stand_out(found)] == [(1, 3)]


def test_sums_say_the_same_as_all_favours_of_a_pair_together() -> None:
    found = [row._replace(amount=row.amount + 2 * ((row.giver, row.receiver) == (1, 3))) for row in noise(20)]
    (pair,) = stand_out(found)
    rows = [row.amount for row in found if (row.giver, row.receiver) == (1, 3)]
    others = [row.amount for row in found if row.receiver == 3 and row.giver != 1]
    by_others = max(0.0, sum(others) / (len(others) + SHRINK))
    mean = fmean(rows) - by_others
    spread = PRIOR * fmean(row.amount**2 for row in found) + sum((amount - fmean(rows)) ** 2 for amount in rows)
    deviations = mean / sqrt(spread / (PRIOR + len(rows) - 1) / len(rows))
    assert pair.matches == 20
    assert [pair.mean, pair.deviations] == pytest.approx([mean, deviations])
    assert [row.amount for row in pair.most] == pytest.approx(sorted([a - by_others for a in rows], reverse=True)[:5])


def test_pairs_that_hardly_met_take_no_room_each() -> None:
    strangers = [(giver, giver + apart) for giver in range(2_000) for apart in range(1, 51)]
    often = Often([*strangers, *[(7, 1_000_007)] * MATCHES_LEAST])
    assert (7, 1_000_007) in often
    assert sum(pair in often for pair in strangers) < len(strangers) / 1000


def test_a_receiver_whom_everybody_favours_does_not() -> None:
    found = [row._replace(amount=row.amount + 2 * (row.receiver == 3)) for row in noise(40)]
    assert stand_out(found) == []


def test_pairs_who_met_seldom_are_not_judged() -> None:
    found = [Favour(match, 1, 2, 5.0, ()) for match in range(MATCHES_LEAST - 1)]
    found += [Favour(match, 1, 3, 0.0, ()) for match in range(MATCHES_LEAST - 1)]
    assert stand_out(found) == []


def test_what_favours_one_is_told_by_accounts_and_steps() -> None:
    found = favours(7, [10, 11, 12], [Gain(3, 0, (0.0, 0.25, -0.25)), Gain(5, 0, (0.0, 0.5, -0.5))])
    assert found == [Favour(7, 10, 11, 0.75 / sqrt(2), (5, 3)), Favour(7, 10, 12, -0.75 / sqrt(2), ())]


def test_seats_that_others_took_over_and_matches_of_two_are_left_out() -> None:
    assert {row.receiver for row in favours(7, [10, None, 12], [Gain(3, 0, (0.0, 0.5, -0.5))])} == {12}
    assert favours(7, [10, 11], [Gain(3, 0, (0.0, 0.5))]) == []


def test_luck_weighs_the_same_in_long_and_in_short_matches() -> None:
    luck = random.Random(1)

    def spread(answers: int) -> float:
        matches = [[Gain(step, 0, (0.0, luck.uniform(-0.5, 0.5), 0.0)) for step in range(answers)] for _ in range(400)]
        return fmean(favours(7, [10, 11, 12], gains)[0].amount ** 2 for gains in matches)

    assert isclose(spread(2), spread(30), rel_tol=0.3)


def test_seats_stand_above_the_mean_of_the_opponents() -> None:
    assert above_rivals([100.0, 4.0, 7.0, 1.0], giver=0) == [0.0, 0.0, 3.0, -3.0]


@pytest.mark.parametrize(
    ("value", "freedom", "share"),
    # The first three of printed tables; with one, two and three degrees of freedom there is a formula for it.
    [
        (1.812, 10, 0.05),
        (2.764, 10, 0.01),
        (1.697, 30, 0.05),
        (1.0, 1, 0.25),
        (sqrt(2), 2, 0.5 - sqrt(2) / 4),
        (sqrt(3), 3, 0.5 - 0.25 - 1 / (2 * pi)),
        (4.587, 10, 0.0005),
        (0.0, 10, 0.5),
        (-1.812, 10, 0.95),
    ],
)
def test_tails_are_those_of_the_tables(value: float, freedom: int, share: float) -> None:
    assert isclose(tail(value, freedom), share, rel_tol=2e-3)
