"""Random play of OpenSpiel's games: one in C++ through its Python bindings, and two in Python."""

import random
import sys
from functools import partial
from typing import Any

import open_spiel.python.games  # noqa: F401 - registers the games written in Python
import pyspiel

from bench.peers.rate import print_rate

GAMES = {
    "goofspiel_py": "goofspiel(players=4,num_cards=13,points_order=random)",
    "python_iterated_prisoners_dilemma": "python_iterated_prisoners_dilemma",
    "python_liars_poker": "python_liars_poker",
}


def decisions_of_match(game: Any, chance: random.Random) -> int:
    """Play one match; return the number of players' answers. All chance in these games is uniform."""
    state = game.new_initial_state()
    players = range(game.num_players())
    pick = chance.random
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[int(pick() * len(outcomes))][0])
        elif state.is_simultaneous_node():
            legal = [state.legal_actions(player) for player in players]
            state.apply_actions([actions[int(pick() * len(actions))] for actions in legal])
            decisions += len(legal)
        else:
            actions = state.legal_actions()
            state.apply_action(actions[int(pick() * len(actions))])
            decisions += 1
    return decisions


if __name__ == "__main__":
    for name, spelling in GAMES.items():
        work = partial(decisions_of_match, pyspiel.load_game(spelling))
        print_rate(f"peers.openspiel.{name}_decisions_per_s", work, float(sys.argv[1]))
