"""Matches of bots against each other, and what they tell."""

import pytest

from engine.bots import BUDGET, play_at_random
from engine.quick_chance import RandomChance
from engine.selfplay import Entrant, Played, estimate, line_up, play_match, standings
from examples.goofspiel.bot import matching
from examples.goofspiel.rules import GOOFSPIEL
from examples.goofspiel.rules.actions import Bid

RANDOM, MATCHING = Entrant("random", play_at_random, BUDGET), Entrant("matching", matching, BUDGET)


def test_a_better_bot_wins_more_than_its_share():
    matches = [
        play_match(GOOFSPIEL, GOOFSPIEL.Options(), line_up([MATCHING, RANDOM, RANDOM], 3, number), RandomChance(number))
        for number in range(60)
    ]
    best, other = standings(matches)
    assert (best.name, other.name) == ("matching", "random")
    assert best.firsts.low > 1 > other.firsts.high
    assert best.place.high < other.place.low
    assert best.decisions + other.decisions == 60 * 3 * 12
    assert best.mean_ms > 0 and best.ms_99 > 0


def test_an_answer_that_the_rules_refuse_names_its_bot():
    stubborn = Entrant("stubborn", lambda seen, legal, budget, chance: Bid(card=99), BUDGET)
    with pytest.raises(ValueError, match=r"^stubborn answered Bid\(card=99\): "):
        play_match(GOOFSPIEL, GOOFSPIEL.Options(), [RANDOM, stubborn], RandomChance(1))


def test_everyone_sits_in_every_seat():
    rows = [[entrant.name for entrant in line_up([MATCHING, RANDOM, RANDOM], 3, match)] for match in range(3)]
    assert {tuple(row) for row in rows} == {
        ("matching", "random", "random"),
        ("random", "matching", "random"),
        ("random", "random", "matching"),
    }


def test_a_shared_first_place_is_split():
    (winner, loser) = standings([Played(("a", "b", "b"), (1, 1, 3), ((), (), ()))])
    assert (winner.name, winner.firsts.mean) == ("a", 1.5)
    assert (loser.name, loser.firsts.mean, loser.place.mean) == ("b", 0.75, 2)


def test_a_few_matches_tell_nothing_for_sure():
    assert estimate([1.0], 0, 4) == (1.0, 0, 4)
    assert estimate([1.0, 0.0], 0, 4) == pytest.approx([0.5, 0, 0.5 + 1.96 / 2])
    assert estimate([0.0, 2.0] * 100, 0, 4).low == pytest.approx(1 - 1.96 / 199**0.5)


def test_matches_that_are_all_alike_leave_room_for_others():
    assert estimate([0.0] * 300, 0, 4) == pytest.approx([0, 0, 0.04])
    assert estimate([3.0] * 300, 1, 3) == pytest.approx([3, 2.98, 3])
