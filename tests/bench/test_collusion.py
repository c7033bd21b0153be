"""A short ladder season by the site's own services: a planted pair stands out, and nobody in an honest one."""

import random

import pytest

from bench.season import Season, Shape, drawn_from
from games.models import Match
from games.rules.bid import BID
from games.services.verification import match_checks
from ladders.models import Challenge, Result, RungChange
from tests.ladders.play import order_of

pytestmark = pytest.mark.django_db
SMALL = Shape(bots=8, pairs=1, together=9, imagined=3)
Challenged = Challenge.State


def played(*, planted: bool, seed: int = 5) -> Season:
    with drawn_from(random.Random(seed)):
        season = Season(BID, SMALL, seed=seed, planted=planted, options=BID.Options())
        season.play()
    return season


def test_a_planted_pair_stands_out_in_a_ladder_season_and_nobody_else() -> None:
    season = played(planted=True)
    outcome = season.outcome()
    assert outcome.named == outcome.planted
    assert len(outcome.planted) == 1
    matches = Match.objects.filter(status=Match.Status.FINISHED)
    assert 10 <= matches.count() == Challenge.objects.filter(state=Challenged.DONE).count() == Result.objects.count()
    assert RungChange.objects.filter(why=RungChange.Why.RESULT).exists()
    assert len(order_of(season.ladder)) == SMALL.bots
    assert all(check.ok for check in match_checks(matches.latest("pk")))


def test_nobody_stands_out_in_an_honest_season() -> None:
    outcome = played(planted=False).outcome()
    assert outcome.named == set() == outcome.planted
    assert outcome.tested > 0
