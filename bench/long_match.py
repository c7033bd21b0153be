"""A long match of one's own, written into a site's database as its players would have played it."""

import msgspec

from engine import Player, SeededChance, choice
from engine.log import LoggedAnswer, commitment
from engine.quick_chance import RandomChance
from games.registry import GAMES
from matches.log.chain import seed_of, write_step
from matches.log.states import game_of, state_of
from matches.models import Match
from matches.rounds.play import logged_step
from matches.view.match_view import matches
from tests.matches.tables import NOON, table_of

ROUNDS = 20
LARGEST = max(GAMES.values(), key=lambda game: game.players[-1])
"""The game for the most players."""
NONCE = "0" * 32


def write_long_match() -> int:
    """Write the longest match that is played at random here, finished, and return its number."""
    names = [f"seat{number}" for number in range(LARGEST.players[-1])]
    begun, _ = table_of(*names, slug=LARGEST.slug, rated=False, rounds=ROUNDS)
    match = matches().get(pk=begun.pk)
    game, state, picks = game_of(match), state_of(match), RandomChance(3)
    seats = list(match.seats.all())
    seed = seed_of(match, seats)
    while asked := game.current_players(state):
        joint = {seat: choice(picks, game.legal_actions(state, seat)) for seat in asked}
        stands = game.effective_actions(state, joint)
        answers = tuple(_answer(match, seat, joint[seat], stands[seat]) for seat in joint)
        chance = SeededChance(seed, match.next_step)
        result = game.apply(state, joint, chance)
        entry = logged_step(match, "round", answers, chance, result, NOON)
        state = result.state
        write_step(match=match, entry=entry, seed=seed, state=state, now=NOON)
    for seat, place in zip(seats, game.places(state) or (), strict=True):
        seat.place = seat.rated_place = place
        seat.awaited = False
        seat.save()
    match.status, match.ended_at = Match.Status.FINISHED, NOON
    match.save()
    return int(match.pk)


def _answer(match: Match, player: Player, meant: object, stands: object) -> LoggedAnswer:
    action = msgspec.to_builtins(stands)
    if meant != stands:
        return LoggedAnswer(player, action, "player")
    sealed = commitment(step=match.next_step, player=player, action=action, nonce=NONCE)
    return LoggedAnswer(player, action, "player", NONCE, sealed)
