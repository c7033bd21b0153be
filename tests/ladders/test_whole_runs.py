"""A season and one tournament of each kind, run to their end by the real services with bots."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from ladders.models import Challenge, Rating, Result, RungChange, SeasonPlace, StandingChange, Tournament
from ladders.selectors.tournaments import standings_of, tables_of
from ladders.services.challenges import make_challenge
from ladders.services.rounds import advance_tournament
from ladders.services.seasons import open_season
from ladders.services.sweep import sweep
from matches.models import Match
from tests.ladders.play import house, ladder_of, order_of, organiser, play_to_the_end, playing, tournament_of
from tests.matches.tables import NOON

pytestmark = pytest.mark.django_db


def run_tournament(tournament: Tournament, now: datetime) -> None:
    """Let bots play every table, round after round."""
    for _ in range(30):
        for table in playing(tournament):
            play_to_the_end(table.match_id or 0, now)
        advance_tournament(tournament_id=tournament.pk, now=now)
        tournament.refresh_from_db()
        if tournament.status != Tournament.Status.RUNNING:
            return


@pytest.mark.long("a whole tournament of bots")
@pytest.mark.parametrize(
    ("kind", "players", "seats", "wanted"),
    [
        pytest.param("swiss", 9, 3, {}, marks=pytest.mark.exhaustive("a Swiss tournament of nine bots, not of seven")),
        ("swiss", 7, 2, {"rounds": 3}),
        ("robin", 6, 3, {}),
        ("knockout", 12, 4, {"go_on": 2}),
    ],
)
@pytest.mark.sampled(1, "tournaments of each kind, not of one")
def test_a_tournament_of_bots_comes_to_its_end(kind: str, players: int, seats: int, wanted: dict[str, Any]) -> None:
    tournament = tournament_of(house(players), kind, seats=seats, **wanted)
    assert tournament.status == Tournament.Status.RUNNING
    run_tournament(tournament, NOON)
    assert tournament.status == Tournament.Status.FINISHED
    ranks = sorted(entry.rank or 0 for entry in tournament.entries.all())
    assert ranks == list(range(1, players + 1))
    lines = standings_of(tournament, tables_of(tournament))
    assert [line.player for line in lines] == list(tournament.entries.order_by("rank").values_list("pk", flat=True))
    assert not Match.objects.filter(status=Match.Status.RUNNING).exists()
    added = sum(StandingChange.objects.filter(entry__tournament=tournament).values_list("points", flat=True))
    assert added == pytest.approx(sum(line.points for line in lines))


@pytest.mark.exhaustive("a whole season of a ladder")
def test_a_season_of_bots_with_challenges_promotion_and_a_final() -> None:
    bots = house(12)
    ladder = ladder_of(bots, seats=range(3, 4), divisions=["First", "Second"], moves=1)
    _half_in_the_first_division(ladder)
    by, now = organiser(), NOON
    season = open_season(
        ladder_id=ladder.pk, by=by, title="Spring", starts_at=now, ends_at=now + timedelta(days=40), now=now
    )
    for day in range(0, 30, 8):
        now = NOON + timedelta(days=day)
        for division in ladder.divisions.all():
            users = [rung.user for rung in division.rungs.select_related("user")]
            challenge = make_challenge(ladder_id=ladder.pk, challenger=users[-1], opponents=users[:2], now=now)
            play_to_the_end(challenge.match_id or 0, now)
    assert Challenge.objects.filter(state=Challenge.State.DONE).count() == 8
    assert Result.objects.count() == 8
    before = [rung.user for rung in ladder.rungs.select_related("user")]
    now = NOON + timedelta(days=41)
    sweep(now=now)
    season.refresh_from_db()
    assert season.ended_at == now
    assert [place.user for place in SeasonPlace.objects.filter(season=season)] == before
    after = order_of(ladder)
    assert after[5] == before[6] and after[6] == before[5]
    assert RungChange.objects.filter(why=RungChange.Why.PROMOTED).count() == 1
    final = tournament_of([], "final", now=now, seats=4, go_on=2, ladder=ladder, most_entries=8)
    run_tournament(final, now)
    assert final.status == Tournament.Status.FINISHED
    assert {entry.user for entry in final.entries.all()} == set(after[:8])
    sat = Match.objects.filter(status=Match.Status.FINISHED).values_list("seats__user_id", flat=True)
    assert Rating.objects.count() == len(set(sat)) > 8


def _half_in_the_first_division(ladder) -> None:
    """Newcomers join the lowest division; move half of them up, as the test's operator."""
    first, second = ladder.divisions.order_by("level")
    for position, rung in enumerate(second.rungs.order_by("position"), start=1):
        if position <= 6:
            rung.division, rung.position = first, position
        else:
            rung.position = position - 6
        rung.save()
