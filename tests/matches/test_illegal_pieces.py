"""A piece that was legal in an earlier round is refused in each game, and the page says why and asks again."""

from typing import Any

import msgspec
import pytest
from django.test import Client
from django.utils.html import strip_tags

from accounts.models import User
from engine.quick_chance import RandomChance
from games.registry import GAMES
from matches.log.states import game_of, state_of
from matches.models import Answer, Match
from matches.rounds.resolve import resolve_round
from tests.matches.tables import NOON, answer_all, table_of

pytestmark = pytest.mark.django_db
ANA = 0
ROUNDS = 60


@pytest.mark.parametrize("slug", GAMES)
def test_a_piece_that_became_illegal_is_refused_and_the_page_says_why(slug: str) -> None:
    match, action = _illegal_piece(slug)
    sealed = Answer.objects.count()
    client = Client()
    client.force_login(User.objects.get(seats__match=match, seats__number=ANA))
    answer = {"step": match.next_step, "action": msgspec.json.encode(action).decode()}
    reply = client.post(f"/table/{match.pk}/answer/", answer)
    page = reply.content.decode()
    assert reply.status_code == 400
    assert 'role="alert"' in page and f'data-step="{match.next_step}"' in page
    why = strip_tags(page.split('role="alert"', 1)[1].split("</p>", 1)[0].split(">", 1)[1]).strip()
    assert len(why.split()) > 3 and why.endswith("."), why
    assert Answer.objects.count() == sealed


def _illegal_piece(slug: str) -> tuple[Match, Any]:
    """Play until Ana is asked and something that she could do before is not allowed now."""
    names = ("ana", "ben", "cleo", "dora")[: GAMES[slug].players[-1]]
    match, people = table_of(*names, slug=slug)
    chance, before = RandomChance(1), dict[str, Any]()
    for _ in range(ROUNDS):
        game, state = game_of(match), state_of(match)
        if ANA in game.current_players(state):
            legal = {repr(action): action for action in game.legal_actions(state, ANA)}
            if over := [action for words, action in before.items() if words not in legal]:
                return match, over[0]
            before |= legal
        answer_all(match, people, chance)
        resolve_round(match_id=match.pk, now=NOON)
        match.refresh_from_db()
    raise AssertionError(f"All that was ever legal in {slug} still is.")
