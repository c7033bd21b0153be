"""Tables for tests: people, seats and answers, by the real services."""

import hashlib
import os
from collections.abc import Sequence
from dataclasses import fields
from datetime import datetime
from typing import Any

import msgspec

from accounts.models import User
from engine import Chance, Player, choice
from engine.table_settings import TableSettings, TimeControl
from foundation.vault import seal_as_text
from games.registry import GAMES
from matches.chat.read import unread_of
from matches.lobby.tables import SeatSpec, create_match, join_match
from matches.log.states import game_of, state_of
from matches.models import Match
from matches.play.answers import submit_answer

NOON = datetime.fromisoformat(os.environ.get("NOON_OF_TESTS", "2026-05-04T12:00:00+00:00"))
"""The moment of most tests. A benchmark that runs real servers beside them sets it to its own."""
DAY = 24 * 3600
SOME_GAME = next(iter(GAMES.values()))
"""The game of tables in tests that are about no game: the first on the site."""


def person(name: str) -> User:
    """A person with this name and a confirmed address."""
    found = User.objects.filter(username=name).first()
    return found or User.objects.create_user(username=name, email=f"{name}@example.org", password="piecepack")


def unread_counts(user_id: int, numbers: Sequence[int]) -> dict[int, int]:
    """How many messages of players a user has not read, at each of these tables that has some."""
    found = Match.objects.filter(pk__in=numbers).annotate(unread=unread_of(user_id)).filter(unread__gt=0)
    return dict(found.values_list("pk", "unread"))


def seed_token_of(host: User, slug: str) -> str:
    """The same chance in every run: a seed that follows from the game and how many tables there are."""
    root = hashlib.sha256(f"{slug} {Match.objects.count()}".encode()).hexdigest()
    return seal_as_text({"root": root, "host": host.pk})


def _taken(preferences: dict[str, Any], kind: type[TimeControl] | type[TableSettings]) -> dict[str, Any]:
    """Take the fields of one kind of settings out of the preferences."""
    return {field.name: preferences.pop(field.name) for field in fields(kind) if field.name in preferences}


def table_of(
    *names: str, slug: str = SOME_GAME.slug, bots: Sequence[str] = (), now: datetime = NOON, **preferences: Any
) -> tuple[Match, list[User]]:
    """A running match of these people and bots; the first is the host. Other keywords are options of the game."""
    people = [person(name) for name in names]
    time_control = TimeControl(**{"turn_seconds": DAY, "excuses": 0, **_taken(preferences, TimeControl)})
    table_settings = TableSettings(**_taken(preferences, TableSettings))
    match = create_match(
        host=people[0],
        slug=slug,
        options=GAMES[slug].Options(**preferences),
        seats=[SeatSpec("open")] * (len(people) - 1) + [SeatSpec("bot", brain) for brain in bots],
        time_control=time_control,
        table_settings=table_settings,
        contribution=f"words of {names[0]}",
        now=now,
        seed_token=seed_token_of(people[0], slug),
    )
    for user in people[1:]:
        words = f"words of {user.username}"
        join_match(match_id=match.pk, user=user, token=match.invite_token, contribution=words, now=now)
    match.refresh_from_db()
    return match, people


def answer_all(
    match: Match, people: Sequence[User], chance: Chance, now: datetime = NOON, asked: Sequence[Player] = ()
) -> None:
    """Seal a random answer for every awaited seat, or for these, of a match whose seats are all held by people."""
    game, state = game_of(match), state_of(match)
    for player in asked or game.current_players(state):
        action = msgspec.to_builtins(choice(chance, game.legal_actions(state, player)))
        submit_answer(match_id=match.pk, user_id=people[player].pk, step=match.next_step, actions=[action], now=now)
