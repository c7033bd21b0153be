"""Accounts of one person stand out by when they answer; friends, and people of like habits, do not."""

from itertools import product
from math import isclose

from bench.timing import Shape, Site, figures
from moderation.signals.chances import among_all
from moderation.signals.timing import DAY, Answered, at_least, together

PAIR = [(1, 2)]


def evenings(account: int, days: range, hour: int = 20, match: int = 0) -> list[Answered]:
    return [Answered(account, match or account, day * DAY + hour) for day in days]


def test_who_comes_on_the_same_odd_days_stands_out() -> None:
    odd = [day for week in range(10) for day in (7 * week + week * week % 7,)]
    both = [Answered(account, account, day * DAY + 20) for account, day in product((1, 2), odd)]
    (found,) = together(both, PAIR)
    assert (found.pair, found.days) == ((1, 2), 10)
    assert found.usual < 5


def test_the_tables_that_are_named_are_those_it_rests_on() -> None:
    odd = [7 * week + week * week % 7 for week in range(12)]
    asked = [Answered(account, match, day * DAY + 20) for account, match in ((1, 10), (2, 20)) for day in odd]
    elsewhen = evenings(1, range(0, 80, 3), hour=9, match=11)
    together_at = evenings(1, range(1, 80, 9), match=30) + evenings(2, range(2, 80, 9), match=30)
    (found,) = together([*asked, *elsewhen, *together_at], PAIR)
    assert found.tables == (10, 20)


def test_who_comes_every_evening_as_everybody_does_not() -> None:
    assert together(evenings(1, range(90)) + evenings(2, range(90)), PAIR) == []


def test_who_comes_every_saturday_does_not() -> None:
    saturdays = range(0, 90, 7)
    assert together(evenings(1, saturdays) + evenings(2, saturdays), PAIR) == []


def test_answers_that_call_for_each_other_tell_nothing() -> None:
    odd = range(0, 60, 5)
    at_one_table = evenings(1, odd, match=9) + evenings(2, odd, match=9)
    assert together(at_one_table, PAIR) == []
    assert together(at_one_table + evenings(1, odd) + evenings(2, odd), PAIR) == [], "who was called plays on elsewhere"
    assert len(together(evenings(1, odd) + evenings(2, odd), PAIR)) == 1


def test_planted_pairs_stand_out_and_honest_ones_do_not() -> None:
    """The bound that the measurement must keep; it is the same in every run."""
    found = {figure.figure: figure.value for figure in figures(1.0)}
    assert found["timing.precision"] >= 0.9
    assert found["timing.recall"] >= 0.7
    assert found["timing.false_positives"] == 0 and found["timing.honest_pairs_tested"] > 500


def test_without_an_owner_in_common_even_close_friends_are_not_named() -> None:
    assert Site(Shape(called=0.9), seed=3, planted=False).named() == set()


def test_chances() -> None:
    assert isclose(at_least(8, 10, 0.5), 56 / 1024)
    assert isclose(at_least(0, 7, 0.2), 1.0)
    assert among_all([0.01, 0.04, 0.03]) == [0.03, 0.03, 0.03]
