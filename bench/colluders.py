"""Bots of graded strength, some of which play for a partner, and the matches they play by the rules.

An honest bot is the game's own simple bot that plays at random with its own probability, from never to always.
A colluder in a match with its partner always chooses the answer that puts the partner furthest ahead of the others,
as far as its own seat can see; all it knows beyond that is the partner's seat.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean
from typing import Any, NamedTuple

from engine import AnyGame, choice
from engine.bots import BUDGET, best_brain, bots_of
from engine.chance import SeededChance
from engine.quick_chance import RandomChance
from moderation.signals.gains import outlook

CANDIDATES = 7
"""The number of answers a colluder considers besides the bot's own."""


class Round(NamedTuple):
    """The answers of one round and their result."""

    answers: Mapping[int, Any]
    draws: tuple[int, ...]
    events: Sequence[Any]
    state: Any


class Bots(NamedTuple):
    """All bots of a season: number 0 never plays at random, the last one always does."""

    game: AnyGame
    how_many: int
    luck: random.Random
    partner_of: Mapping[int, int]
    """The partner that each colluder feeds."""
    imagined: int
    """The number of positions in which a colluder tries each answer."""

    def play(self, table: Sequence[int], state: Any, seed: bytes) -> Iterator[Round]:
        """Play a match from its first state; `table` holds the bots by seat."""
        number = 0
        while asked := self.game.current_players(state):
            number += 1
            chance = SeededChance(seed, number)
            joint = self.game.effective_actions(state, {seat: self.answer(state, seat, table) for seat in asked})
            result = self.game.apply(state, joint, chance)
            state = result.state
            yield Round(joint, tuple(chance.draws), result.events, state)

    def answer(self, state: Any, seat: int, table: Sequence[int]) -> Any:
        """Return the answer of a seat's bot."""
        legal, seen = self.game.legal_actions(state, seat), self.game.observation(state, seat)
        chance = RandomChance(self.luck.randrange(2**32))
        partner = self.partner_of.get(table[seat])
        if partner in table:
            return self._fed(seen, legal, chance, seat, table.index(partner))
        if self.luck.random() * (self.how_many - 1) < table[seat]:
            return choice(chance, legal)
        return bots_of(self.game)[best_brain(self.game)](seen, legal, BUDGET, chance)

    def _fed(self, seen: Any, legal: Sequence[Any], chance: RandomChance, me: int, partner: int) -> Any:
        """Return the answer that puts the partner furthest ahead of the others, as far as this seat can see."""
        game, brain = self.game, bots_of(self.game)[best_brain(self.game)]
        mine = [brain(seen, legal, BUDGET, chance), *(choice(chance, legal) for _ in range(CANDIDATES))]
        # Of few legal answers some are drawn twice, and are worth the same.
        worth = dict.fromkeys(mine, 0.0)
        for _ in range(self.imagined):
            state, seed = game.imagine(seen, me, chance), chance.below(2**32)
            joint = {
                seat: brain(game.observation(state, seat), game.legal_actions(state, seat), BUDGET, chance)
                for seat in game.current_players(state)
            }
            for action in worth:
                stand = outlook(game, state, {**joint, me: action}, seed)
                rivals = [ahead for seat, ahead in enumerate(stand) if seat not in (me, partner)]
                worth[action] += stand[partner] - fmean(rivals)
        return max(worth, key=lambda action: worth[action])
