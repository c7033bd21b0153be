"""A season with planted pairs of whom one feeds the other: whether the payoff signal finds them, and nobody else.

Honest bots are the game's own simple bot that plays at random with a probability of its own, from never to always. In
each planted pair one bot, at a table with its partner, always chooses what lets the partner come
farthest ahead of the others, as far as its own seat can tell; all it knows beyond is where the partner sits. As many
pairs of friends meet as often and play honestly. No bot is weighed by what it is, only by the logs of its matches.
"""

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean
from typing import Any, NamedTuple

import msgspec

from bench.figures import Figure
from games.bots import BUDGET, best_brain, bots_of
from games.bots.chance import RandomChance
from games.rules.bid import BID
from games.rules.core import Game, choice
from games.rules.core.chance import SeededChance
from games.rules.core.log import LoggedAnswer, LoggedStep
from games.rules.plaques.auction import PLAQUE_AUCTION
from moderation.signals.feeding import MATCHES_LEAST, Favour, favours, feeding, to_scale
from moderation.signals.gains import gains, outlook

AnyGame = Game[Any, Any, Any, Any]
Pair = tuple[int, int]

TABLE = 4
PLANTED, HONEST = (11, 12), (13, 14)
"""The seeds of the seasons."""
CANDIDATES = 7
"""How many other answers than the bot's a colluder thinks of."""


class Shape(NamedTuple):
    """How large a season is."""

    bots: int = 48
    matches: int = 24
    """How many each plays, or a few more."""
    pairs: int = 6
    """Pairs that are planted, and as many of honest friends."""
    together: int = 16
    """How often the two of a pair meet."""
    imagined: int = 12
    """In how many positions a colluder tries each answer."""


SMALLER = Shape(bots=24, matches=16, pairs=4, imagined=8)
"""For games in which a colluder takes long to think."""


def figures(seconds: float) -> Iterator[Figure]:
    """Measure seasons of *Bid!* and of *Plaque Auction*; how long it takes does not follow from `seconds`."""
    yield from _measured("collusion", BID, Shape())
    yield from _measured("collusion.plaque_auction", PLAQUE_AUCTION, SMALLER)


def _measured(name: str, game: AnyGame, shape: Shape) -> Iterator[Figure]:
    seasons = [Season(game, shape, seed=seed, planted=True) for seed in PLANTED]
    named = sum(len(season.named()) for season in seasons)
    found = sum(len(season.named() & season.planted) for season in seasons)
    yield Figure(f"{name}.precision", round(found / max(1, named), 3), "share")
    yield Figure(f"{name}.recall", round(found / sum(len(season.planted) for season in seasons), 3), "share")
    honest = [Season(game, shape, seed=seed, planted=False) for seed in HONEST]
    yield Figure(f"{name}.false_positives", float(sum(len(season.named()) for season in honest)), "pairs")
    yield Figure(f"{name}.honest_pairs_tested", float(sum(season.tested() for season in honest)), "pairs")


class Season:
    """Matches of bots, and what their logs tell; bot 0 never plays at random, the last one always."""

    def __init__(self, game: AnyGame, shape: Shape, *, seed: int, planted: bool) -> None:
        self.game, self.shape, self.luck = game, shape, random.Random(seed)
        bots = self.luck.sample(range(shape.bots), 4 * shape.pairs)
        pairs = list(zip(bots[::2], bots[1::2], strict=True))
        self.partner_of: Mapping[int, int] = dict(pairs[: shape.pairs]) if planted else {}
        """Whom each colluder feeds."""
        self.planted = {(min(pair), max(pair)) for pair in self.partner_of.items()}
        self.played = [0] * shape.bots
        self.found: list[Favour] = []
        self._play(pairs)

    def named(self) -> set[Pair]:
        """The pairs that stand out."""
        return {(min(one.giver, one.receiver), max(one.giver, one.receiver)) for one in feeding(to_scale(self.found))}

    def tested(self) -> int:
        """How many pairs met often enough to be judged by."""
        times: dict[Pair, set[int]] = defaultdict(set)
        for row in self.found:
            times[min(row.giver, row.receiver), max(row.giver, row.receiver)].add(row.match)
        return sum(len(matches) >= MATCHES_LEAST for matches in times.values())

    def _play(self, pairs: Sequence[Pair]) -> None:
        """The meetings of the pairs, with others who have played least, then the matches of all."""
        for _ in range(self.shape.together):
            for pair in pairs:
                self._match(self._company(pair))
        while sum(self.played) < self.shape.matches * len(self.played):
            self._match(self._company(()))

    def _company(self, pair: Sequence[int]) -> list[int]:
        others = [bot for bot in range(len(self.played)) if bot not in pair]
        others.sort(key=lambda bot: (self.played[bot], self.luck.random()))
        table = [*pair, *others[: TABLE - len(pair)]]
        self.luck.shuffle(table)
        return table

    def _match(self, table: list[int]) -> None:
        number = sum(self.played) // TABLE
        steps = list(self._steps(table, self.luck.randbytes(16)))
        options = self.game.Options()
        found = gains(self.game, TABLE, options, steps, persons=range(TABLE), seed=number)
        self.found += favours(number, table, found)
        for bot in table:
            self.played[bot] += 1

    def _steps(self, table: Sequence[int], seed: bytes) -> Iterator[LoggedStep]:
        """A match's log, as the site would keep it."""
        chance, number = SeededChance(seed, 0), 0
        state = self.game.initial_state(TABLE, self.game.Options(), chance).state
        yield LoggedStep(0, "setup", "", draws=tuple(chance.draws))
        while asked := self.game.current_players(state):
            number += 1
            chance = SeededChance(seed, number)
            joint = {seat: self._answer(state, seat, table) for seat in asked}
            joint = dict(self.game.carried_out(state, joint))
            state = self.game.apply(state, joint, chance).state
            answers = tuple(LoggedAnswer(seat, msgspec.to_builtins(action), "player") for seat, action in joint.items())
            yield LoggedStep(number, "round", "", answers, tuple(chance.draws))

    def _answer(self, state: Any, seat: int, table: Sequence[int]) -> Any:
        legal, seen = self.game.legal_actions(state, seat), self.game.observation(state, seat)
        chance = RandomChance(self.luck.randrange(2**32))
        partner = self.partner_of.get(table[seat])
        if partner in table:
            return fed(
                self.game, seen, legal, chance, me=seat, partner=table.index(partner), imagined=self.shape.imagined
            )
        if self.luck.random() * (self.shape.bots - 1) < table[seat]:
            return choice(chance, legal)
        return bots_of(self.game)[best_brain(self.game)](seen, legal, BUDGET, chance)


def fed(
    game: AnyGame, seen: Any, legal: Sequence[Any], chance: RandomChance, *, me: int, partner: int, imagined: int
) -> Any:
    """The answer after which a partner comes farthest ahead of the others, as far as a seat can tell."""
    brain = bots_of(game)[best_brain(game)]
    mine = [brain(seen, legal, BUDGET, chance), *(choice(chance, legal) for _ in range(CANDIDATES))]
    worth = [0.0] * len(mine)
    for _ in range(imagined):
        state, seed = game.imagine(seen, me, chance), chance.below(2**32)
        joint = {
            seat: brain(game.observation(state, seat), game.legal_actions(state, seat), BUDGET, chance)
            for seat in game.current_players(state)
        }
        for number, action in enumerate(mine):
            stand = outlook(game, state, {**joint, me: action}, seed)
            worth[number] += stand[partner] - fmean(stand[seat] for seat in range(TABLE) if seat not in (me, partner))
    return mine[worth.index(max(worth))]
