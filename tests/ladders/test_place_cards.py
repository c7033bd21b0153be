"""Ratings on the place cards of a table: of its game and speed, and never where names are hidden."""

import re

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from ladders.methods.ratings import MU
from ladders.models import Pool, Rating
from matches.models import Match
from tests.matches.tables import table_of

pytestmark = pytest.mark.django_db


def rated(user: User, above: float, game: str = "bid", speed: str = Pool.Speed.DAYS, **more: float) -> None:
    """A rating of a user, so far above that of a newcomer."""
    pool, _ = Pool.objects.get_or_create(game=game, speed=speed)
    Rating.objects.create(pool=pool, user=user, mu=MU + above, **more)


def part_of(match: Match) -> str:
    """The part of a table's page that refreshes, for a visitor, without what differs each time."""
    caches["near"].clear()
    page = " ".join(Client().get(f"/table/{match.pk}/live/").content.decode().split())
    return re.sub(r'csrfmiddlewaretoken" value="\w+"', "", page)


def shown(match: Match) -> list[str]:
    """The ratings on the place cards of a table, by seat."""
    return re.findall(r'class="seat-rating"> <span class="visually-hidden">Rating</span> (.*?) </p>', part_of(match))


def test_a_place_card_shows_the_rating_of_the_tables_game_and_speed() -> None:
    match, (ana, ben, _) = table_of("ana", "ben", "cleo")
    rated(ana, 2, sigma=1.0, matches=40)
    rated(ben, -1)
    rated(ben, 5, speed=Pool.Speed.LIVE)
    rated(ben, 6, game="hexes")
    settled, new = shown(match)
    assert settled.isdigit() and int(settled) > 1500
    assert int(new.split("<")[0]) < 1500 and new.endswith('title="provisional: too few matches yet">?</abbr>')


def test_no_place_card_of_hidden_names_shows_a_rating() -> None:
    match, (ana, ben, _) = table_of("ana", "ben", "cleo", anonymous=True)
    unrated = part_of(match)
    rated(ana, 2)
    rated(ben, -1)
    assert part_of(match) == unrated
    Match.objects.filter(pk=match.pk).update(status=Match.Status.CALLED_OFF, ended_at=match.created_at)
    assert len(shown(match)) == 2


def test_all_place_cards_cost_one_query_and_a_refresh_costs_none() -> None:
    match, people = table_of("ana", "ben", "cleo")
    for user in people:
        rated(user, 1)

    def queries() -> int:
        with CaptureQueriesContext(connection) as caught:
            assert Client().get(f"/table/{match.pk}/live/").status_code == 200
        return sum("ladders_rating" in query["sql"] for query in caught)

    caches["near"].clear()
    assert [queries(), queries()] == [1, 0]
