"""The cost of a table's page early and late in a long match: neither queries nor time may grow."""

import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any

from bench.box import benches, game_with
from bench.database import own_database
from bench.figures import Figure

EARLY, LATE = 10, 1000
TIMES = 30
MOST_QUERIES, MOST_MS = 8, 20.0


def figures(seconds: float) -> Iterator[Figure]:
    """Fetch a player's table page at an early and a late step of one match, in this process."""
    with own_database():
        yield from _measure()


def _measure() -> Iterator[Figure]:
    measured = {}
    match, people = _long_match()
    for step in (EARLY, LATE):
        _pass_until(match, people, step)
        measured[step] = _page(match, people[0])
    for step, (queries, milliseconds) in measured.items():
        yield Figure(f"table.queries_step{step}", queries, "", most=MOST_QUERIES)
        yield Figure(f"table.ms_step{step}", round(milliseconds, 2), "ms", most=MOST_MS)


def _long_match() -> tuple[Any, Any]:
    """A match in which both players only ever play the default action, and which that never ends."""
    from tests.matches.tables import table_of

    game = game_with("endless")
    return table_of("ana", "ben", slug=game.slug, **(benches()[game.slug].endless or {}))


def _pass_until(match: Any, people: Any, step: int) -> None:
    import msgspec

    from matches.log.states import game_of, state_of
    from matches.play.answers import submit_answer
    from matches.rounds.resolve import resolve_round
    from tests.matches.tables import NOON

    match.refresh_from_db()
    while match.step < step:
        game, state = game_of(match), state_of(match)
        for player in game.current_players(state):
            action = msgspec.to_builtins(game.default_action(state, player))
            submit_answer(
                match_id=match.pk, user_id=people[player].pk, step=match.next_step, actions=[action], now=NOON
            )
        resolve_round(match_id=match.pk, now=NOON)
        match.refresh_from_db()


def _page(match: Any, user: Any) -> tuple[int, float]:
    """Return the queries and median milliseconds of the table's page."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    ask = _asks_as(user, f"/table/{match.pk}/")
    ask()
    with CaptureQueriesContext(connection) as asked:
        ask()
    times = [_timed(ask) for _ in range(TIMES)]
    return len(asked), 1000 * statistics.median(times)


def _asks_as(user: Any, path: str) -> Callable[[], None]:
    """Return how this user asks for a page of the site itself: a test's client would copy each template's context."""
    from django.core.handlers.wsgi import WSGIHandler
    from django.test import Client, RequestFactory

    client, asked, handler = Client(), RequestFactory(), WSGIHandler()
    client.force_login(user)
    asked.cookies = client.cookies

    def ask() -> None:
        assert handler.get_response(asked.get(path)).status_code == 200

    return ask


def _timed(ask: Callable[[], None]) -> float:
    begun = time.process_time()
    ask()
    return time.process_time() - begun
