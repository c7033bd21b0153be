"""Who sits with whom, from values alone."""

import sys
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from math import inf
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from meeting.methods.seating import (
    CLOSE,
    DAY,
    HOUR,
    MINUTE,
    PATIENCE,
    Group,
    Seeker,
    TableKind,
    seat_newcomer,
    seat_people,
)

BID = TableKind("bid", "86400", False, 3)
DUEL = TableKind("tp5", "86400", False, 2)
LIVE = TableKind("tp5", "300", True, 2)
SIX = TableKind("hexes", "86400", False, 6)


def seeker(user: int, *kinds: TableKind, rating: int = 1500, waited: float = 0, **more: object) -> Seeker:
    return Seeker(user, dict.fromkeys(kinds, rating), more.pop("reliability", None), waited, **more)  # type: ignore[arg-type]


def test_two_who_fit_sit_down_at_once() -> None:
    assert seat_people([seeker(1, DUEL), seeker(2, DUEL)], []) == [Group(DUEL, (1, 2))]


def test_a_table_begins_only_when_it_is_full() -> None:
    assert seat_people([seeker(1, BID), seeker(2, BID)], []) == []


def test_other_games_and_paces_do_not_meet() -> None:
    assert seat_people([seeker(1, DUEL), seeker(2, LIVE)], []) == []


def test_blocked_people_never_meet_in_any_order_or_company() -> None:
    three = [seeker(number, BID, waited=9 * DAY) for number in (1, 2, 3)]
    assert seat_people(three, [(3, 1)]) == []
    assert seat_people([*three, seeker(4, BID)], [(3, 1)]) == [Group(BID, (1, 2, 4))]


def test_a_player_who_waited_longest_chooses_first_and_takes_the_closest() -> None:
    people = [
        seeker(1, DUEL, rating=1500),
        seeker(2, DUEL, rating=1600, waited=MINUTE),
        seeker(3, DUEL, rating=1590),
    ]
    assert seat_people(people, []) == [Group(DUEL, (2, 3))]


def test_what_fits_grows_wider_while_one_waits() -> None:
    far = seeker(2, DUEL, rating=1500 + CLOSE + 100)
    assert seat_people([seeker(1, DUEL), far], []) == []
    assert seat_people([seeker(1, DUEL, waited=6 * HOUR), far], [])
    further = seeker(2, DUEL, rating=4000)
    assert seat_people([seeker(1, DUEL, waited=6 * HOUR), further], []) == []
    assert seat_people([seeker(1, DUEL, waited=DAY), further], [])


def test_live_tables_are_less_patient() -> None:
    far = seeker(2, LIVE, rating=2500)
    assert seat_people([seeker(1, LIVE, waited=5 * MINUTE), far], []) == []
    assert seat_people([seeker(1, LIVE, waited=10 * MINUTE), far], [])


def test_who_often_misses_turns_meets_others_who_do() -> None:
    people = [
        seeker(1, DUEL, reliability=99, waited=MINUTE),
        seeker(2, DUEL, reliability=60),
        seeker(3, DUEL, reliability=98),
    ]
    assert seat_people(people, []) == [Group(DUEL, (1, 3))]
    assert seat_people(people[:2], []) == []


def test_bots_fill_the_table_of_those_who_allow_it_by_now() -> None:
    alone = seeker(1, BID, waited=HOUR, bots_after=HOUR)
    assert seat_people([alone], []) == [Group(BID, (1,))]
    assert seat_people([alone], [])[0].bots == 2
    assert seat_people([replace(alone, waited=HOUR - 1)], []) == []
    assert seat_people([replace(alone, bots_after=inf)], []) == []


def test_people_go_before_bots_and_nobody_gets_bots_unasked() -> None:
    allows = seeker(1, BID, DUEL, waited=HOUR, bots_after=HOUR)
    also = seeker(2, BID, waited=HOUR, bots_after=MINUTE)
    refuses = seeker(3, BID)
    assert seat_people([allows, also], []) == [Group(BID, (1, 2))]
    assert seat_people([allows, refuses], []) == [Group(DUEL, (1,))]
    assert seat_people([allows, also, refuses], []) == [Group(BID, (1, 2, 3))]


KINDS = st.sampled_from([BID, DUEL, LIVE])
PEOPLE = st.lists(
    st.builds(
        lambda kinds, rating, waited, bots: (dict.fromkeys(kinds, rating), waited, bots),
        st.sets(KINDS, min_size=1),
        st.integers(1000, 2000),
        st.integers(0, 2 * DAY),
        st.sampled_from([inf, MINUTE]),
    ),
    max_size=12,
)


@given(PEOPLE, st.lists(st.tuples(st.integers(0, 11), st.integers(0, 11)), max_size=8))
def test_nobody_sits_twice_or_at_a_table_they_did_not_want(drawn: list, apart: list) -> None:
    people = [Seeker(user, wants, None, waited, bots) for user, (wants, waited, bots) in enumerate(drawn)]
    groups = seat_people(people, apart)
    seated = [user for group in groups for user in group.users]
    assert len(seated) == len(set(seated))
    for group in groups:
        assert 0 <= group.bots < group.kind.players
        assert all(group.kind in people[user].wants for user in group.users)
        assert not group.bots or all(people[user].takes_bots for user in group.users)
        assert not any(one in group.users and other in group.users and one != other for one, other in apart)


def test_somebody_who_comes_sits_with_the_one_who_waited_longest() -> None:
    first, second = seeker(1, DUEL, rating=1400, waited=HOUR), seeker(2, DUEL, rating=1690, waited=MINUTE)
    comes = seeker(3, DUEL, rating=1545)
    assert seat_newcomer([second, comes, first], [], 3) == Group(DUEL, (1, 3))
    assert seat_newcomer([second, comes, first], [(3, 1)], 3) == Group(DUEL, (2, 3))
    assert seat_newcomer([second, comes, first], [(1, 3), (3, 2)], 3) is None


def test_somebody_who_comes_gets_bots_at_once_if_they_allow_them_by_now() -> None:
    assert seat_newcomer([seeker(1, BID, bots_after=0), seeker(2, DUEL)], [], 1) == Group(BID, (1,))


@given(PEOPLE, st.lists(st.tuples(st.integers(0, 11), st.integers(0, 11)), max_size=8))
def test_who_comes_sits_with_people_who_may_meet(drawn: list, apart: list) -> None:
    people = [Seeker(user, wants, None, waited, bots) for user, (wants, waited, bots) in enumerate(drawn)]
    for one in people[:1]:
        group = seat_newcomer(people, apart, one.user)
        if group is None:
            continue
        assert one.user in group.users
        assert all(group.kind in people[user].wants for user in group.users)
        assert not any(first in group.users and other in group.users and first != other for first, other in apart)


def calls_to_seat(people: Sequence[Seeker], apart: list[tuple[int, int]]) -> int:
    """How many calls a look at everyone takes, which is the same on every machine."""
    calls, before = 0, sys.getprofile()

    def count(frame: object, event: str, what: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        assert seat_people(people, apart) == []
    finally:
        sys.setprofile(before)
    return calls


def test_twice_as_many_who_never_fit_take_twice_as_long_and_not_four_times() -> None:
    def halves(count: int) -> int:
        apart = [pair for half in (range(0, count, 2), range(1, count, 2)) for pair in combinations(half, 2)]
        calls = calls_to_seat([seeker(user, BID, waited=user) for user in range(count)], apart)
        return calls - calls_to_seat([], apart)

    def far(count: int) -> int:
        return calls_to_seat([seeker(user, BID, rating=1000 + 500 * user) for user in range(count)], [])

    for crafted in (halves, far):
        assert crafted(160) < 3 * crafted(80)


def comers_until_full(every: float) -> tuple[float, Sequence[Group]]:
    """Let people come who take any table, where one has waited for a table for six; return his wait and the tables."""
    wanted: dict[int, tuple[float, tuple[TableKind, ...]]] = {0: (0, (SIX,))}
    tables = list[Group]()
    for number in range(1, 100):
        now = number * every
        wanted[number] = now, (SIX, BID, DUEL)
        found = seat_people([seeker(user, *kinds, waited=now - at) for user, (at, kinds) in wanted.items()], [])
        tables += found
        for user in [user for group in found for user in group.users]:
            del wanted[user]
        if 0 not in wanted:
            return now, tables
    raise AssertionError("He waits on and on.")


def test_a_table_for_six_fills_though_no_six_come_at_once() -> None:
    for every in (12 * MINUTE, 30 * MINUTE):
        waited, tables = comers_until_full(every)
        assert waited <= PATIENCE[False] + 2 * HOUR
        assert tables[0].kind == DUEL, "the others do not wait for it from the start"


def test_people_are_held_for_a_larger_table_for_a_while() -> None:
    def pairs(waits: float = PATIENCE[False], come: float = 0, count: int = 2, **more: Any) -> int:
        comers = [seeker(number, SIX, DUEL, waited=come, **more) for number in range(1, count + 1)]
        return len(seat_people([seeker(0, SIX, waited=waits), *comers], []))

    assert pairs(waits=PATIENCE[False] - 1) == 1, "he has not waited long"
    assert pairs() == 0
    assert (pairs(come=HOUR - 1), pairs(come=HOUR)) == (0, 1), "for an hour"
    assert (pairs(come=HOUR, count=3), pairs(come=2 * HOUR, count=3)) == (0, 1), (
        "for two once it is more than half full"
    )
    assert pairs(come=MINUTE, bots_after=MINUTE) == 1, "not longer than they want to wait for people"


def test_who_would_play_live_too_is_held_for_minutes_only() -> None:
    waits = seeker(0, SIX, waited=DAY)
    for come, seated in ((10 * MINUTE - 1, 0), (10 * MINUTE, 1)):
        comers = [seeker(number, SIX, LIVE, waited=come) for number in (1, 2)]
        assert len(seat_people([waits, *comers], [])) == seated


def test_people_are_held_from_those_alone_who_waited_less() -> None:
    waits, comes = seeker(0, SIX, waited=DAY), seeker(1, SIX, DUEL)
    assert seat_people([waits, comes, seeker(2, DUEL, waited=HOUR)], []) == []
    assert seat_people([waits, comes, seeker(2, DUEL, waited=2 * DAY)], []) == [Group(DUEL, (2, 1))]
    assert seat_people([waits, comes, seeker(2, DUEL)], [(1, 0)]) == [Group(DUEL, (1, 2))], "he may not meet her"


def test_somebody_who_comes_is_held_and_takes_nobody_who_is() -> None:
    people = [seeker(0, SIX, waited=DAY), seeker(1, SIX, DUEL, waited=MINUTE), seeker(2, SIX, DUEL), seeker(3, DUEL)]
    assert seat_newcomer(people[:3], [], 2) is None
    assert seat_newcomer([*people[:2], people[3]], [], 3) is None
    six = [*people[:2], *(seeker(number, SIX, DUEL) for number in range(4, 8))]
    assert seat_newcomer(six, [], 7) == Group(SIX, (0, 1, 4, 5, 6, 7))
