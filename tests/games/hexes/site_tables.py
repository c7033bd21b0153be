"""Matches of Hex Auction for tests, brought to a run by the real services."""

from datetime import datetime

import msgspec

from matches.log.states import game_of, state_of
from matches.models import Match
from matches.play.answers import submit_answer
from matches.rounds.resolve import resolve_round
from tests.matches.tables import NOON, table_of


def match_about_to_lay(*names: str, hexes: int = 3, now: datetime = NOON) -> Match:
    """A match in which the first of these people lays first, holds that many hexes, and has laid none yet."""
    match, people = table_of(*names, slug="hexes", now=now)
    while not _reached(match, hexes):
        game, state = game_of(match), state_of(match)
        for player in game.current_players(state):
            action = msgspec.to_builtins(game.default_action(state, player))
            submit_answer(match_id=match.pk, user_id=people[player].pk, step=match.next_step, actions=[action], now=now)
        resolve_round(match_id=match.pk, now=now)
        match.refresh_from_db()
    return match


def _reached(match: Match, hexes: int) -> bool:
    state = state_of(match)
    return state.phase == "lay" and state.to_move[0] == 0 and len(state.to_move) > 1 and len(state.hands[0]) >= hexes
