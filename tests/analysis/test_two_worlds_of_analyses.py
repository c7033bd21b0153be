"""Worlds that differ only in what a reader may not know answer alike to everyone who asks for an analysis."""

from collections.abc import Iterator
from itertools import chain, product
from typing import Any

import msgspec
import pytest
from django.test import Client

from accounts.models import User
from analysis.findings import Advice, Considered, Finding
from analysis.models import Analysis
from engine import Player
from engine.quick_chance import RandomChance
from foundation.vault import seal
from games.registry import GAMES
from matches.log.states import game_of, state_of
from matches.models import Match
from matches.view.match_view import matches
from tests.analysis.test_teacher import finished
from tests.matches.tables import NOON, person, table_of
from tests.matches.test_rewinding import take_back
from tests.matches.test_two_worlds import MASKED, NOTHING_HIDDEN, some_steps
from tests.site.matrix.asking import undone

pytestmark = pytest.mark.django_db
STEPS = 3


@pytest.fixture(autouse=True)
def _one_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON)


def replies(match: Match, user: User | None) -> Iterator[tuple[str, int, bytes]]:
    """What a reader is told who asks for the analysis of each seat, on the page and as a program; by what is asked."""
    client = Client()
    if user is not None:
        client.force_login(user)
    for seat in range(match.players):
        page, path = f"/table/{match.pk}/seat/{seat}/analysis/", f"/api/v1/matches/{match.pk}/seats/{seat}/analysis"
        for asked, method in product((page, path), ("GET", "POST")):
            with undone():
                reply = client.generic(method, asked)
            yield asked, reply.status_code, MASKED.sub(b"-", reply.content)


def pages_of_bots(match: Match, user: User | None) -> Iterator[tuple[str, int, bytes]]:
    """The pages of the bots at a table."""
    client = Client()
    if user is not None:
        client.force_login(user)
    for seat in match.seats.filter(user__kind="house").select_related("user"):
        assert seat.user is not None
        page = f"/people/{seat.user.username}/"
        reply = client.get(page)
        assert reply.status_code == 200
        yield page, reply.status_code, MASKED.sub(b"-", reply.content)


def seen_by(match: Match, user: User | None) -> list[tuple[str, int, bytes]]:
    fresh = matches().get(pk=match.pk)
    return [*replies(fresh, user), *pages_of_bots(fresh, user)]


def plant(match: Match, state: Any) -> None:
    """Keep an analysis of each seat that says what it should do in this state: one that must not be read."""
    Analysis.objects.filter(match=match).delete()
    game = game_of(match)
    for seat in range(match.players):
        asked = seat in game.current_players(state)
        legal = game.legal_actions(state, seat) if asked else ()
        answers = [Considered(msgspec.to_builtins(action), 0.5, 0.1, 1.0) for action in legal[:1]]
        share = (hash(msgspec.json.encode(state)) % 100) / 100
        shares = (share, *[(1 - share) / (match.players - 1)] * (match.players - 1))
        found = [Finding(0, shares, shares, 0.0, advice=Advice(tuple(answers)))]
        Analysis.objects.create(
            match=match, seat=seat, head=match.head, user=person("ana"), asked_at=NOON, done_at=NOON, sealed=seal(found)
        )


def worlds(match: Match, reader: Player | None) -> tuple[Any, Any]:
    """The state of a match, and another that this reader cannot tell from it."""
    game, state = game_of(match), state_of(match)
    seat = 0 if reader is None else reader
    return state, game.imagine(game.observation(state, seat), seat, RandomChance(5))


def assert_alike(match: Match, reader: Player | None, user: User | None) -> None:
    """See that nobody learns from a running match's analysis in which of two worlds they are."""
    found = []
    for world in worlds(match, reader):
        Match.objects.filter(pk=match.pk).update(sealed_state=seal(world))
        plant(match, world)
        found.append(seen_by(match, user))
    assert found[0] == found[1]
    # Visitors are led to log in where they ask for one.
    others = {302, 401} if user is None else set()
    assert {status for what, status, _ in found[0] if "analysis" in what} == {403, *others}


@pytest.mark.parametrize("slug", GAMES)
def test_the_analysis_of_a_match_that_runs_says_the_same_in_every_world(slug: str) -> None:
    match, people = some_steps(slug, max(GAMES[slug].players[0], 3), STEPS)
    state, other = worlds(match, 0)
    assert (state != other) == ((slug, STEPS) not in NOTHING_HIDDEN)
    for reader, user in chain([(None, None)], enumerate(people)):
        assert_alike(match, reader, user)
        Match.objects.filter(pk=match.pk).update(sealed_state=match.sealed_state)


@pytest.mark.parametrize("slug", ["concealed-draw", "manipulation"])
def test_nor_does_that_of_a_bot_who_sits_there_or_its_own_page(slug: str) -> None:
    match, people = table_of("ana", "ben", slug=slug, bots=["sharp"])
    assert len(list(pages_of_bots(match, None))) == 1
    for reader, user in chain([(None, None)], enumerate(people)):
        assert_alike(match, reader, user)
        Match.objects.filter(pk=match.pk).update(sealed_state=match.sealed_state)


def test_an_analysis_from_before_a_rewind_is_not_read_while_the_match_goes_on() -> None:
    """What it found of the rounds since may tell what is still hidden."""
    match, people = finished("concealed-draw")
    found = []
    for world in (state_of(match), None):
        if world is not None:
            plant(match, world)
            take_back(match, 3)
        else:
            Analysis.objects.filter(match=match).delete()
        found.append([seen_by(match, user) for user in (None, *people)])
    assert found[0] == found[1]
    assert match.status == Match.Status.RUNNING


def test_who_may_not_see_a_match_does_not_learn_that_it_was_analysed() -> None:
    match, _ = finished()
    Match.objects.filter(pk=match.pk).update(private=True)
    eve, found = person("eve"), []
    for analysed in (True, False):
        if analysed:
            plant(match, state_of(match))
        else:
            Analysis.objects.filter(match=match).delete()
        found.append([seen_by(match, user) for user in (None, eve)])
    assert found[0] == found[1]
    assert {status for what, status, _ in found[0][1] if "analysis" in what} == {404}
