"""OpenSpiel's search as an opponent at Goofspiel of two: for each line of JSON with a position, a line with its bid.

Its ISMCTS is for games of turns, so the game is wrapped as one. OpenSpiel cannot draw the states of this wrapped game
that a seat cannot tell apart; here a bid that the other has made already is drawn evenly, as nothing else is hidden.
"""

import json
import sys
import time
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

GAME = "turn_based_simultaneous_game(game=goofspiel(players=2,num_cards={},points_order=random,returns_type=win_loss))"
CURIOUS = 2.0
"""The factor of its upper confidence bounds: of 0.5, 1 and 2 the one with which it lost least to ours."""


class Opponent:
    """One seat's searches at matches with so many cards."""

    def __init__(self, cards: int, simulations: int) -> None:
        self.game = pyspiel.load_game(GAME.format(cards))
        self.random = np.random.RandomState(1)
        evaluator = RandomRolloutEvaluator(1, self.random)
        self.search = ISMCTSBot(self.game, evaluator, CURIOUS, simulations, random_state=self.random)
        self.search.set_resampler(self.resampled)

    def bid(self, prizes: list[int], bids: list[list[int]], seat: int) -> tuple[int, float]:
        """Return the card that a seat bids for the last of these prizes, and the seconds of CPU for it."""
        state = self.at(prizes, bids)
        if seat:
            state.apply_action(state.legal_actions()[0])
        began = time.process_time()
        action = self.search.step(state)
        return int(action) + 1, time.process_time() - began

    def at(self, prizes: list[int], bids: list[list[int]]) -> Any:
        """Return the state in which the first seat bids for the last prize."""
        state = self.game.new_initial_state()
        for number, prize in enumerate(prizes):
            state.apply_action(prize - 1)
            for card in bids[number] if number < len(bids) else ():
                state.apply_action(card - 1)
        return state

    def resampled(self, state: Any, player: int) -> Any:
        """Return a state that the player cannot tell from this one."""
        if not player:
            return state.clone()
        drawn = self.game.new_initial_state()
        for action in state.history()[:-1]:
            drawn.apply_action(action)
        drawn.apply_action(self.random.choice(drawn.legal_actions()))
        return drawn


if __name__ == "__main__":
    opponent = Opponent(int(sys.argv[1]), int(sys.argv[2]))
    for line in sys.stdin:
        print(json.dumps(opponent.bid(**json.loads(line))), flush=True)
