"""Ladders and tournaments go by the one table of clocks."""

from dataclasses import replace

import pytest

from games import policy
from games.models import Match
from games.paces import is_offered
from games.policy import HOUR
from ladders.clocks import clocks_offered
from ladders.models import Ladder, Pool, Tournament
from ladders.selectors.ratings import speed_of


@pytest.mark.parametrize("name", clocks_offered())
def test_what_organisers_choose_from_is_what_hosts_choose_from(name: str) -> None:
    assert is_offered(clocks_offered()[name][1])


def test_a_changed_table_changes_what_organisers_choose_from(monkeypatch: pytest.MonkeyPatch) -> None:
    longer = tuple(replace(clock, start_hours=480) for clock in policy.POLICY.fischer)
    monkeypatch.setattr(policy, "POLICY", replace(policy.POLICY, fischer=longer))
    words, clock = clocks_offered()["hard"]
    assert "20 days" in words
    assert clock.turn_seconds == 480 * HOUR


@pytest.mark.parametrize("kind", [Match, Ladder, Tournament])
def test_what_is_live_counts_as_live(kind: type[Match | Ladder | Tournament]) -> None:
    least = policy.POLICY.live_below_hours * HOUR
    assert speed_of(kind(turn_seconds=least - 1)) == Pool.Speed.LIVE
    assert speed_of(kind(turn_seconds=least)) == Pool.Speed.DAYS
