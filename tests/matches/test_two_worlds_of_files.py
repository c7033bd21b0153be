"""Files of a running match hold, for every step, what their reader could see then, and nothing else.

Files replay the whole log, so a changed state does not show in them. Each position is compared with that
of another world, which differs in what the reader could not know after that very step.
"""

import json
from typing import Any

import msgspec
import pytest

from engine import Player
from engine.quick_chance import RandomChance
from foundation.vault import seal
from games.registry import GAMES
from matches.log.states import game_of, open_step, state_after, state_of
from matches.models import Match
from matches.view.exports import is_piecepack
from matches.view.match_view import match_view
from tests.api.bots import problem
from tests.matches.tables import answer_all
from tests.matches.test_exports import assert_lies_so
from tests.matches.test_two_worlds import some_steps
from tests.support.clients import client_of
from tests.support.ppn import read_ppn

pytestmark = pytest.mark.django_db
STEPS = 8
WITHOUT_SECRETS = {"bid"}
"""Games without hidden state: only sealed answers are secret in them."""
PIECEPACK = [slug for slug in GAMES if is_piecepack(slug)]
PUBLIC = frozenset(
    {
        *("format", "about", "site", "number", "game", "rules_version", "options"),
        *("seed_hash", "head", "steps", "moderated", "commitments"),
    }
)
"""What a receipt says that everyone may know."""
each_game = pytest.mark.parametrize("slug", GAMES)


def running(slug: str) -> tuple[Match, list[Any]]:
    """A match that is on, and its people."""
    match, people = some_steps(slug, max(GAMES[slug].players[0], 3), STEPS)
    assert match.status == Match.Status.RUNNING
    return match, people


def readers(people: list[Any]) -> list[Player | None]:
    """Everybody with a seat, and a visitor."""
    return [None, *range(len(people))]


def user_of(people: list[Any], reader: Player | None) -> Any:
    return None if reader is None else people[reader]


def other_worlds(match: Match, reader: Player | None) -> list[Any]:
    """What a reader sees after each step of a world in which all that they cannot know is different."""
    game, found = game_of(match), []
    for step in range(match.step + 1):
        seen = game.observation(state_after(match, step), reader)
        if reader is not None:
            seen = game.observation(game.imagine(seen, reader, RandomChance(step + 50)), reader)
        found.append(seen)
    return found


def plain(value: Any) -> Any:
    """A value as it comes out of a file."""
    return json.loads(msgspec.json.encode(value))


@each_game
def test_every_position_of_a_file_is_what_its_reader_could_see_then(slug: str) -> None:
    match, people = running(slug)
    for reader in readers(people):
        one, seen = client_of(user_of(people, reader)), plain(other_worlds(match, reader))
        steps = one.get(f"/table/{match.pk}/view.json").json()["steps"]
        assert [step["seen"] for step in steps] == seen
        content = one.get(f"/api/v1/matches/{match.pk}/export").json()["content"] if reader is not None else None
        assert content is None or content["steps"] == steps
        assert plain([match_view(match, reader, at_step=step).seen for step in range(match.step + 1)]) == seen


@each_game
def test_every_event_of_a_file_is_for_its_reader(slug: str) -> None:
    match, people = running(slug)
    game, rows = game_of(match), match.steps.order_by("number", "part")
    all_events = [[msgspec.convert(raw, game.Event) for raw in open_step(row).events] for row in rows]
    for reader in readers(people):
        steps = client_of(user_of(people, reader)).get(f"/table/{match.pk}/view.json").json()["steps"]
        shown = [[seen for event in events if (seen := event.seen_by(reader)) is not None] for events in all_events]
        assert [step["events"] for step in steps] == plain(shown)


@pytest.mark.parametrize("slug", PIECEPACK)
def test_every_table_in_the_notation_is_what_its_reader_could_see_then(slug: str) -> None:
    match, people = running(slug)
    for reader in readers(people):
        one = client_of(user_of(people, reader))
        text = one.get(f"/table/{match.pk}/view.ppn").content.decode()
        found = read_ppn(text)
        for step, seen in enumerate(other_worlds(match, reader)):
            assert_lies_so(found.tables[step], tuple(GAMES[slug].notation.rows(seen, over=False)))
        if reader is not None:
            assert one.get(f"/api/v1/matches/{match.pk}/export?form=ppn").json()["text"] == text


@each_game
def test_readers_do_see_different_files(slug: str) -> None:
    """The comparisons above would notice another seat's file, which differs wherever a game has secrets."""
    match, people = running(slug)
    files = [client_of(user_of(people, reader)).get(f"/table/{match.pk}/view.json").json() for reader in (0, 1)]
    assert [step["seen"] for step in files[0]["steps"]] != [step["seen"] for step in files[1]["steps"]]


def is_changed(match: Match, people: list[Any]) -> bool:
    """True if some seat's other world differs from the real one."""
    game = game_of(match)
    return any(
        game.imagine(game.observation(state, reader), reader, RandomChance(step + 50)) != state
        for step in range(match.step + 1)
        for state in [state_after(match, step)]
        for reader in range(len(people))
    )


def test_the_other_worlds_are_others() -> None:
    """What a seat cannot know really differs, so a file that showed it would differ too."""
    changed = {slug for slug in GAMES if is_changed(*running(slug))}
    assert GAMES.keys() - changed <= WITHOUT_SECRETS


@each_game
def test_receipts_and_links_tell_nothing_that_is_hidden(slug: str) -> None:
    """All of the next answers, and all that a reader cannot know of the state, is different; the files stay as is."""
    match, people = running(slug)
    game, clients = game_of(match), [client_of(user) for user in people]
    files = [one.get(f"/table/{match.pk}/receipt.json").content for one in clients]
    heads = {match_view(match, reader).head for reader in readers(people)}
    assert heads == {match.head}
    seen = game.observation(state_of(match), 0)
    match.sealed_state = seal(game.imagine(seen, 0, RandomChance(50)))
    match.save()
    answer_all(match, people, RandomChance(9))
    assert [one.get(f"/table/{match.pk}/receipt.json").content for one in clients] == files
    for number, data in enumerate(files):
        statement = json.loads(data)["statement"]
        assert {name for name in statement if name not in PUBLIC} <= {"seat", "contribution"}
        others = [seat.contribution for seat in match.seats.all() if seat.number != number]
        assert not any(words in data.decode() for words in others)
        notation = clients[number].get(f"/table/{match.pk}/view.ppn").content.decode()
        assert not any(words in notation for words in others)


@each_game
def test_nobody_is_given_the_record_before_the_end(slug: str) -> None:
    match, people = running(slug)
    for reader in readers(people):
        one = client_of(user_of(people, reader))
        assert one.get(f"/table/{match.pk}/match.json").status_code == 403
        if reader is not None:
            problem(one.get(f"/api/v1/matches/{match.pk}/export?form=record"), 403, "match_not_finished")
