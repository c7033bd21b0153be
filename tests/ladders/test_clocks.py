"""Ladders and tournaments go by the one table of clocks."""

from dataclasses import replace

import pytest

from games.registry import GAMES
from ladders.api.organising import NewTournament
from ladders.forms import TournamentForm
from ladders.models import Ladder, Pool, Tournament
from ladders.selectors.ratings import speed_of
from ladders.time_controls import offered_time_controls
from matches import policy
from matches.clocks.time_controls import is_offered
from matches.models import Match
from matches.policy import HOUR


@pytest.mark.parametrize("name", offered_time_controls())
def test_what_organisers_choose_from_is_what_hosts_choose_from(name: str) -> None:
    assert is_offered(offered_time_controls()[name][1])


def test_a_changed_table_changes_what_organisers_choose_from(monkeypatch: pytest.MonkeyPatch) -> None:
    longer = tuple(replace(time_control, start_hours=480) for time_control in policy.POLICY.fischer)
    monkeypatch.setattr(policy, "POLICY", replace(policy.POLICY, fischer=longer))
    words, time_control = offered_time_controls()["hard"]
    assert "20 days" in words
    assert time_control.turn_seconds == 480 * HOUR


@pytest.mark.parametrize("kind", [Match, Ladder, Tournament])
def test_what_is_live_counts_as_live(kind: type[Match | Ladder | Tournament]) -> None:
    least = policy.POLICY.live_below_hours * HOUR
    assert speed_of(kind(turn_seconds=least - 1)) == Pool.Speed.LIVE
    assert speed_of(kind(turn_seconds=least)) == Pool.Speed.DAYS


@pytest.mark.django_db
def test_a_tournament_has_a_hard_clock_unless_another_is_chosen() -> None:
    """A round ends at its deadline whatever the clock does, so the clock that suits it comes first."""
    assert TournamentForm(GAMES["bid"], None)["time_control"].initial == NewTournament.__struct_defaults__[0] == "hard"
    hard = offered_time_controls()["hard"][1]
    assert (hard.vacations, hard.excuses) == (False, 0)
