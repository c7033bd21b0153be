"""Buttons that end something for good are closed at first, and say what they do."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.registry import GAMES
from ladders.services.seasons import open_season
from ladders.services.tournaments import Plan, enter_tournament, make_tournament
from tests.ladders.play import CLOCK, SLUG, ladder_of, organiser, people, tournament_of
from tests.matches.tables import NOON
from tests.support.clients import client_of
from tests.support.html import squeezed

pytestmark = pytest.mark.django_db

CLOSED = re.compile(r'<details(?: id="\w+")? class="disclosure"><summary>[^<]+</summary><form[^>]* action="([^"]+)">')


def closed_forms(path: str, user: User) -> set[str]:
    """The last parts of the addresses that closed forms of a page send to."""
    answer = client_of(user).get(path)
    return {address.strip("/").split("/")[-1] for address in CLOSED.findall(squeezed(answer.content.decode()))}


def test_a_ladder_is_not_closed_left_or_its_season_ended_by_one_tap() -> None:
    by, players = organiser(), people(3)
    ladder = ladder_of(players)
    dates = {"starts_at": NOON, "ends_at": NOON + timedelta(days=9999)}
    open_season(ladder_id=ladder.pk, by=by, title="Spring", now=NOON, **dates)
    path = ladder.get_absolute_url()
    assert closed_forms(path, by) == {"close", "end"}
    assert closed_forms(path, players[0]) == {"leave"}


def test_a_tournament_is_not_started_called_off_or_left_by_one_tap() -> None:
    by, players = organiser(), people(4)
    running = tournament_of(players)
    plan = Plan("Soon", "swiss", SLUG, GAMES[SLUG].Options(), 4, timezone.now() + timedelta(days=1), CLOCK)
    announced = make_tournament(by=by, plan=plan, now=timezone.now())
    for player in players:
        enter_tournament(tournament_id=announced.pk, user=player, now=timezone.now())
    assert closed_forms(announced.get_absolute_url(), by) == {"start", "call-off"}
    assert closed_forms(running.get_absolute_url(), by) == {"call-off"}
    assert closed_forms(running.get_absolute_url(), players[0]) == {"withdraw"}
    # Before the start a player may enter once more.
    assert not closed_forms(announced.get_absolute_url(), players[0])
