"""Bots of graded strength, some of whom play for a partner, and the matches that they play by the rules.

An honest bot is the game's own simple bot that plays at random with a probability of its own, from never to always. A
colluder, at a table with the partner, always chooses what lets the partner come farthest ahead of the others, as far
as its own seat can tell; all it knows beyond is where the partner sits.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean
from typing import Any, NamedTuple

from games.bots import BUDGET, best_brain, bots_of
from games.bots.chance import RandomChance
from games.rules.core import Game, choice
from games.rules.core.chance import SeededChance
from moderation.signals.gains import outlook

AnyGame = Game[Any, Any, Any, Any]
CANDIDATES = 7
"""How many other answers than the bot's a colluder thinks of."""


class Round(NamedTuple):
    """What a round of a match came to."""

    answers: Mapping[int, Any]
    draws: tuple[int, ...]
    events: Sequence[Any]
    state: Any


class Bots(NamedTuple):
    """All bots of a season: number 0 never plays at random, the last one always."""

    game: AnyGame
    how_many: int
    luck: random.Random
    partner_of: Mapping[int, int]
    """Whom each colluder feeds."""
    imagined: int
    """In how many positions a colluder tries each answer."""

    def play(self, table: Sequence[int], state: Any, seed: bytes) -> Iterator[Round]:
        """Play a match on from its first state; `table` are the bots by seat."""
        number = 0
        while asked := self.game.current_players(state):
            number += 1
            chance = SeededChance(seed, number)
            joint = self.game.carried_out(state, {seat: self.answer(state, seat, table) for seat in asked})
            result = self.game.apply(state, joint, chance)
            state = result.state
            yield Round(joint, tuple(chance.draws), result.events, state)

    def answer(self, state: Any, seat: int, table: Sequence[int]) -> Any:
        """What the bot of a seat answers."""
        legal, seen = self.game.legal_actions(state, seat), self.game.observation(state, seat)
        chance = RandomChance(self.luck.randrange(2**32))
        partner = self.partner_of.get(table[seat])
        if partner in table:
            return self._fed(seen, legal, chance, seat, table.index(partner))
        if self.luck.random() * (self.how_many - 1) < table[seat]:
            return choice(chance, legal)
        return bots_of(self.game)[best_brain(self.game)](seen, legal, BUDGET, chance)

    def _fed(self, seen: Any, legal: Sequence[Any], chance: RandomChance, me: int, partner: int) -> Any:
        """The answer after which the partner comes farthest ahead of the others, as far as this seat can tell."""
        game, brain = self.game, bots_of(self.game)[best_brain(self.game)]
        mine = [brain(seen, legal, BUDGET, chance), *(choice(chance, legal) for _ in range(CANDIDATES))]
        worth = [0.0] * len(mine)
        for _ in range(self.imagined):
            state, seed = game.imagine(seen, me, chance), chance.below(2**32)
            joint = {
                seat: brain(game.observation(state, seat), game.legal_actions(state, seat), BUDGET, chance)
                for seat in game.current_players(state)
            }
            for number, action in enumerate(mine):
                stand = outlook(game, state, {**joint, me: action}, seed)
                rivals = [ahead for seat, ahead in enumerate(stand) if seat not in (me, partner)]
                worth[number] += stand[partner] - fmean(rivals)
        return mine[worth.index(max(worth))]
