"""Ladders and tournaments go by the one table of clocks."""

from dataclasses import replace

import pytest

from games import policy
from games.models import Match
from games.paces import is_offered
from games.policy import HOUR
from games.rules.registry import GAMES
from ladders.api.organising import NewTournament
from ladders.clocks import clocks_offered
from ladders.forms import TournamentForm
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


def test_a_tournament_has_a_hard_clock_unless_another_is_chosen() -> None:
    """A round ends at its deadline whatever the clock does, so the clock that suits it comes first."""
    assert TournamentForm(GAMES["bid"])["clock"].initial == NewTournament.__struct_defaults__[0] == "hard"
    hard = clocks_offered()["hard"][1]
    assert (hard.vacations, hard.excuses) == (False, 0)
