"""Ratings, rungs and tie-breaks as functions: what holds for all results whatever."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from ladders.methods.ratings import (
    CENTRE,
    Finish,
    Skill,
    places_with_forfeits,
    provisional,
    skills_after,
)
from ladders.methods.rungs import Standing, dealt, in_reach, reach
from ladders.methods.tiebreaks import Result, points_of, standings

PLACES = st.lists(st.integers(1, 12), min_size=2, max_size=12)


@st.composite
def tables(draw: st.DrawFn) -> list[Standing]:
    """A table that has ended, its players anywhere on a ladder."""
    places = draw(PLACES)
    positions = draw(st.lists(st.integers(1, 60), min_size=len(places), max_size=len(places), unique=True))
    flags = st.lists(st.booleans(), min_size=len(places), max_size=len(places))
    return [
        Standing(player, *facts)
        for player, facts in enumerate(zip(positions, places, draw(flags), draw(flags), strict=True))
    ]


@given(tables())
def test_rungs_stay_a_permutation(table: list[Standing]) -> None:
    after = dealt(table)
    assert sorted(after) == [one.player for one in table]
    assert sorted(after.values()) == sorted(one.position for one in table)


@given(tables())
def test_nobody_rises_who_was_away_or_gave_up(table: list[Standing]) -> None:
    after = dealt(table)
    assert all(after[one.player] >= one.position for one in table if one.away or one.forfeit)


@given(tables())
def test_who_played_and_finished_ahead_stands_above(table: list[Standing]) -> None:
    after = dealt(table)
    played = [one for one in table if not (one.away or one.forfeit)]
    for one in played:
        for other in played:
            if one.place < other.place:
                assert after[one.player] < after[other.player]


@given(tables(), st.randoms(use_true_random=False))
def test_the_order_in_which_seats_are_told_does_not_matter(table: list[Standing], luck: object) -> None:
    shuffled = list(table)
    luck.shuffle(shuffled)  # type: ignore[attr-defined]
    assert dealt(shuffled) == dealt(table)


@given(tables())
def test_giving_up_never_pays(table: list[Standing]) -> None:
    """A player who gives up stands no higher than they would by playing on to the same place or any worse one."""
    one = table[0]
    gave_up = dealt([one._replace(forfeit=True), *table[1:]])[one.player]
    stayed = dealt([one._replace(forfeit=False, away=False), *table[1:]])[one.player]
    assert gave_up >= stayed


@given(tables())
def test_a_bot_for_oneself_never_pays(table: list[Standing]) -> None:
    one = table[0]._replace(forfeit=False)
    away = dealt([one._replace(away=True), *table[1:]])[one.player]
    stayed = dealt([one._replace(away=False), *table[1:]])[one.player]
    assert away >= stayed


@given(tables(), st.data())
def test_two_tables_without_a_common_player_may_end_in_either_order(
    players: list[Standing], data: st.DataObject
) -> None:
    """Each deals out what its players hold when it ends, so the rungs are the same whichever ends first."""
    cut = data.draw(st.integers(1, len(players) - 1))
    before = {one.player: one.position for one in players}
    ends = []
    for order in ((players[:cut], players[cut:]), (players[cut:], players[:cut])):
        rungs = dict(before)
        for table in order:
            rungs |= dealt([one._replace(position=rungs[one.player]) for one in table])
        ends.append(rungs)
    assert ends[0] == ends[1] and sorted(ends[0].values()) == sorted(before.values())


def test_two_players_reduce_to_the_usual_swap() -> None:
    above, below = Standing(1, 3, 2), Standing(2, 8, 1)
    assert dealt([above, below]) == {2: 3, 1: 8}
    assert dealt([above._replace(place=1), below._replace(place=2)]) == {1: 3, 2: 8}
    assert dealt([above._replace(place=1), below]) == {1: 3, 2: 8}, "level: all stay"
    assert dealt([above._replace(place=1, forfeit=True), below]) == {2: 3, 1: 8}


def test_reach_is_the_better_of_ten_places_or_forty_per_cent() -> None:
    assert [reach(position) for position in (1, 25, 26, 50, 100)] == [10, 10, 10, 20, 40]
    assert in_reach(12, 2) and not in_reach(12, 1) and not in_reach(5, 5)
    assert in_reach(100, 60) and not in_reach(100, 59)


@given(PLACES)
def test_ratings_follow_the_finishing_order(places: list[int]) -> None:
    after = skills_after([Finish(Skill(), place) for place in places])
    for one, place in zip(after, places, strict=True):
        for other, behind in zip(after, places, strict=True):
            assert (one.mu > other.mu + 1e-9) == (place < behind)
    assert all(skill.sigma < Skill().sigma + 0.01 for skill in after)


@given(PLACES, st.integers(0, 11))
def test_a_match_that_somebody_else_ended_never_lifts_a_rating(places: list[int], who: int) -> None:
    who %= len(places)
    finishes = [Finish(Skill(), place, away=seat == who) for seat, place in enumerate(places)]
    assert skills_after(finishes)[who].mu <= Skill().mu


@given(PLACES, st.lists(st.booleans(), min_size=12, max_size=12))
def test_forfeits_come_last(places: list[int], flags: list[bool]) -> None:
    forfeits = flags[: len(places)]
    after = places_with_forfeits(places, forfeits)
    stayed = [place for place, gone in zip(after, forfeits, strict=True) if not gone]
    gone_places = [place for place, gone in zip(after, forfeits, strict=True) if gone]
    assert max(stayed, default=0) < min(gone_places, default=99)
    assert sorted(after) == [1 + sum(other < one for other in after) for one in sorted(after)]


def test_a_newcomer_is_shown_so() -> None:
    assert (Skill().number, Skill().error) == (CENTRE, 167)
    assert provisional(Skill(), 30) and provisional(Skill(30.0, 5.0), 9) and not provisional(Skill(30.0, 5.0), 10)
    assert skills_after([Finish(Skill(), 1)]) == [Skill()]


@given(PLACES)
def test_points_of_a_table_add_up_to_half_its_seats(places: list[int]) -> None:
    points = [points_of(place, places) for place in places]
    assert abs(sum(points) - len(places) / 2) < 1e-9
    assert all(0 <= one <= 1 for one in points)


def test_each_tie_break_decides_in_its_turn() -> None:
    alone = [[Result(1, 1), Result(2, 2)], [Result(3, 1), Result(4, 2)]]
    level = standings([1, 2, 3, 4], alone, "seed")
    assert [line.points for line in level] == [1, 1, 0, 0]
    assert level != standings([1, 2, 3, 4], alone, "another") or level[0].lot < level[1].lot
    direct = [*alone, [Result(1, 2), Result(3, 1)], [Result(2, 1), Result(4, 2)], [Result(1, 1), Result(4, 2)]]
    order = [line.player for line in standings([1, 2, 3, 4], [*direct, [Result(3, 2), Result(2, 1)]], "seed")]
    assert order.index(4) == 3
    assert [points_of(1, [1]), points_of(1, [1, 1]), points_of(2, [1, 2, 2])] == [1.0, 0.5, 0.25]


@given(st.lists(st.permutations(range(5)), min_size=1, max_size=6), st.text(max_size=5))
def test_standings_rank_everyone_once(results: list[list[int]], seed: str) -> None:
    shown = standings(
        range(5), [[Result(player, place + 1) for place, player in enumerate(row)] for row in results], seed
    )
    assert [line.rank for line in shown] == [1, 2, 3, 4, 5]
    assert sorted(line.player for line in shown) == list(range(5))
    assert all(one.points >= other.points for one, other in pairwise(shown))
