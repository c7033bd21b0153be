"""Ladder seasons by the site's own services, most too short for a pair to stand out, but all else is there."""

import random
from typing import Any
from unittest.mock import patch

import pytest

from bench.box import benches
from bench.collusion import measure
from bench.figures import missed_bars
from bench.games import Seasons
from bench.season import Outcome, Season, Shape, drawn_from, season
from games.bid.rules import BID
from games.registry import GAMES
from ladders.models import Challenge, Result, RungChange
from matches.models import Match
from matches.view.verification import match_checks
from moderation.models import Weighed
from tests.ladders.play import order_of
from tests.support.tiers import some_of

pytestmark = pytest.mark.django_db
SMALL = Shape(bots=8, pairs=1, together=6, imagined=1)
SHORTER: dict[str, dict[str, Any]] = {
    "bid": {"target": 25},
    "manipulation": {"turn_limit": 24},
    "hexes": {"specials_to_end": 2},
    "plaque-auction": {"hands": 1},
    "concealed-draw": {"lives": 1},
}
"""Options that make a match short, where only the path of a season is tried."""
LONG = Shape(bots=8, pairs=1, together=14)
Challenged = Challenge.State


def played(shape: Shape, *, planted: bool, seed: int = 5, **options: Any) -> Season:
    with drawn_from(random.Random(seed)):
        season = Season(BID, shape, seed=seed, planted=planted, options=BID.Options(**options))
        season.play()
    return season


@pytest.mark.timeout(600)
@pytest.mark.exhaustive("a long season in which a planted pair stands out; `make test` plays short and honest ones")
def test_of_a_ladder_season_that_the_site_played_followed_and_weighed_the_planted_pair_alone_stands_out() -> None:
    ladder_season = played(LONG, planted=True)
    outcome = ladder_season.outcome()
    assert outcome.named == outcome.planted and len(outcome.planted) == 1 and outcome.tested > 2
    matches = Match.objects.filter(status=Match.Status.FINISHED)
    assert 8 <= matches.count() == Challenge.objects.filter(state=Challenged.DONE).count() == Result.objects.count()
    assert RungChange.objects.filter(why=RungChange.Why.RESULT).exists()
    assert len(order_of(ladder_season.ladder)) == LONG.bots
    assert Weighed.objects.exclude(favours=[]).count() == matches.count()
    assert all(check.ok for check in match_checks(matches.latest("pk")))


@pytest.mark.long("a season of every game")
@pytest.mark.parametrize("slug", some_of(GAMES, 1, "seasons of every game, not of one"))
def test_a_season_of_every_game_can_be_played_and_weighed(slug: str) -> None:
    game, size = GAMES[slug], benches()[slug].seasons
    assert size is not None
    options = game.Options(**size.options, **SHORTER.get(slug, {}))
    outcome = season(game, Shape(bots=8, pairs=1, together=1, imagined=1), seed=1, planted=True, options=options)
    assert len(outcome.planted) == 1 and outcome.named == set()
    assert not Match.objects.exists(), "it is taken back"


def test_figures_have_the_bars_that_are_to_be_reached() -> None:
    def seasons(game: object, shape: Shape, *, planted: bool, **rest: object) -> Outcome:
        return Outcome({(0, 1), (2, 3)}, {(0, 1), (4, 5)}, 9) if planted else Outcome(set(), {(1, 2)}, 9)

    with patch("bench.season.season", seasons):
        found = list(measure(BID, Seasons("collusion")))
    assert [(figure.figure, figure.value) for figure in found] == [
        ("collusion.precision", 0.5),
        ("collusion.recall", 0.5),
        ("collusion.false_positives", 1.0),
        ("collusion.honest_pairs_tested", 9.0),
    ]
    assert len([words for figure in found for words in missed_bars(figure)]) == 2


@pytest.mark.exhaustive("a whole honest season of short matches; bench/collusion.py plays long ones")
def test_nobody_stands_out_in_an_honest_season() -> None:
    outcome = played(SMALL, planted=False, **SHORTER["bid"]).outcome()
    assert outcome.named == set() == outcome.planted
