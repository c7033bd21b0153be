"""Whose claims lie where is told for the table asked about, not for the one asked about before."""

from games.tp5.rules.state import Owners, claims_of

ONE: Owners = ((), (0,), (1, 0), ())
OTHER: Owners = ((1,), (), (2,), (0,))


def test_two_tables_in_turn():
    for _ in range(2):
        assert [claims_of(ONE, owner) for owner in range(3)] == [(1, 2), (2,), ()]
        assert [claims_of(OTHER, owner) for owner in range(3)] == [(3,), (0,), (2,)]


def test_a_table_before_the_deal():
    assert claims_of((), 0) == ()
