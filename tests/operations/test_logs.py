"""Logs hold no secret: worlds that differ only in secrets are logged alike, and words of errors are left out."""

import logging
import re
from io import StringIO
from typing import Any

import msgspec
import pytest
from django.db import transaction
from django.test import Client

from analysis.tasks import sweep_analyses
from engine import IllegalAction
from engine.quick_chance import RandomChance
from foundation.vault import seal
from games.registry import GAMES
from matches.log.states import game_of, state_of
from matches.models import Match, Seat
from matches.tasks import play_bots_task, resolve_round_task, sweep_matches
from meeting.tasks import sweep_seekers
from tests.matches.tables import NOON
from tests.matches.test_two_worlds import bytes_seen, secret_pairs, some_steps
from tests.operations.logged import lines_of, logged

pytestmark = pytest.mark.django_db

VARYING = ("request_id", "timestamp", "ms")
MADE = re.compile(r"\b[0-9a-f]{32}\b|\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b")


def without_times(written: StringIO) -> list[dict[str, Any]]:
    """All lines, without what differs between two runs of the same."""
    lines = [{name: value for name, value in line.items() if name not in VARYING} for line in lines_of(written)]
    return [{**line, "event": MADE.sub("-", line["event"])} for line in lines]


def live_through(match: Match, people: list[Any], player: int, action: Any) -> list[dict[str, Any]]:
    """Send an answer, look at every page, let every task run; return what was logged at the lowest level."""
    with transaction.atomic(), logged("DEBUG") as written:
        client = Client(raise_request_exception=False)
        client.force_login(people[player])
        form = {"step": str(match.next_step), "action": msgspec.json.encode(action).decode()}
        assert client.post(f"/table/{match.pk}/answer/", form).status_code < 500
        for user in (None, *people):
            bytes_seen(match, user)
        for task in (resolve_round_task, play_bots_task):
            task.apply(args=(match.pk,))
        sweep_matches.apply()
        transaction.set_rollback(True)
    lines = without_times(written)
    assert {"request", "task"} <= {line["event"] for line in lines}
    return lines


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.sampled(1, "every game, not one")
def test_a_sealed_answer_is_not_logged(slug: str):
    match, people = some_steps(slug, max(GAMES[slug].players[0], 3), 3)
    for player, one, other in list(secret_pairs(match))[:1]:
        worlds = [live_through(match, people, player, action) for action in (one, other)]
        assert worlds[0] == worlds[1]


@pytest.mark.parametrize("slug", GAMES)
def test_a_hidden_state_is_not_logged(slug: str, monkeypatch: pytest.MonkeyPatch):
    """Not even when everything fails with words that quote it."""
    match, _ = some_steps(slug, max(GAMES[slug].players[0], 3), 3)
    game, state = game_of(match), state_of(match)
    late = match.seats.filter(awaited=True)[0]
    imagined = game.imagine(game.observation(state, 0), 0, RandomChance(5))

    def failing(*args: object) -> None:
        current = state_of(Match.objects.get(pk=match.pk))
        raise IllegalAction("bad", f"This cannot be done in {current!r}.") from KeyError(repr(current))

    monkeypatch.setattr(type(game), "observation", failing)
    monkeypatch.setattr(type(game), "default_action", failing)
    worlds = []
    for hidden in (state, imagined):
        Match.objects.filter(pk=match.pk).update(sealed_state=seal(hidden))
        with logged("DEBUG") as written:
            client = Client(raise_request_exception=False)
            assert client.get(f"/table/{match.pk}/").status_code == 500
            # A round that everybody missed would pause the match, and ask the rules nothing.
            Seat.objects.filter(match=match).exclude(pk=late.pk).update(deadline=None)
            Seat.objects.filter(pk=late.pk).update(deadline=NOON)
            sweep_matches.apply()
        worlds.append(without_times(written))
    assert worlds[0] == worlds[1]
    assert {"A request failed", f"The deadlines of match {match.pk} could not be passed: IllegalAction"} <= {
        line["event"] for line in worlds[0]
    }


def test_sweeps_are_silent():
    """They run every few seconds, each of several apps."""
    with logged("INFO") as written:
        for sweep in (sweep_matches, sweep_seekers, sweep_analyses):
            sweep.apply()
    assert lines_of(written) == []


SECRET = "the moons' ace"


@pytest.mark.parametrize(
    ("name", "words", "args"),
    [
        ("celery.worker.request", "Task handler raised error: %r", (ValueError(SECRET),)),
        (
            "celery.app.trace",
            "Task %(name)s[%(id)s] %(description)s: %(exc)s\n%(traceback)s",
            (
                {
                    "name": "matches.sweep",
                    "id": "1",
                    "description": "raised unexpected",
                    "exc": SECRET,
                    "traceback": SECRET,
                },
            ),
        ),
        ("asyncio", f"Task exception was never retrieved\nfuture: <Task exception=ValueError('{SECRET}')>", ()),
    ],
)
def test_lines_of_libraries_are_kept_without_the_words_of_errors(name: str, words: str, args: tuple[object, ...]):
    with logged("INFO") as written:
        logging.getLogger(name).error(words, *args)
    assert len(lines_of(written)) == 1
    assert SECRET not in written.getvalue()


def test_a_traceback_becomes_kinds_and_places():
    with logged("INFO") as written:
        try:
            try:
                raise KeyError(SECRET)
            except KeyError as error:
                raise ValueError(SECRET) from error
        except ValueError:
            logging.getLogger("games.any").exception("It failed", stack_info=True)
    (line,) = lines_of(written, "It failed")
    assert line["error"] == "ValueError from KeyError"
    assert "tests/operations/test_logs.py" in line["where"][-1]
    assert SECRET not in written.getvalue()


def test_of_a_traceback_our_own_places_and_the_innermost_are_told():
    with logged("INFO") as written:
        try:
            Match.objects.filter(pk__in="ab").count()
        except ValueError:
            logging.getLogger("games.any").exception("It failed")
    (line,) = lines_of(written, "It failed")
    ours, *innermost = line["where"]
    assert "tests/operations/test_logs.py" in ours
    assert len(innermost) == 3
    assert not any("tests/" in place for place in innermost)


def test_developers_see_what_errors_say():
    with logged("INFO", as_json=False, whole_errors=True) as written:
        try:
            raise KeyError(SECRET)
        except KeyError:
            logging.getLogger("games.any").exception("It failed")
    assert SECRET in written.getvalue()


def test_an_embedded_site_is_logged_for_the_eye_and_without_each_request():
    with logged("INFO", as_json=False, each_request=False) as written:
        Client().get("/nowhere")
        assert written.getvalue() == ""
        logging.getLogger("matches.queue").warning("The queue cannot be reached; match %s", 4)
    assert "[warning" in written.getvalue() and "match 4" in written.getvalue()
    assert "{" not in written.getvalue()


def test_what_a_library_adds_to_a_line_is_left_out():
    with logged("INFO") as written:
        logging.getLogger("any").warning("words", extra={"request": SECRET, "view": "matches:table"})
    (line,) = lines_of(written)
    assert line["view"] == "matches:table"
    assert SECRET not in written.getvalue()
