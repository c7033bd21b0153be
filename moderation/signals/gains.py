"""Whom a player's answers favour where they are not those of the game's simple bot.

Each such answer is ranked among the bot's and others drawn from all that the rules allowed, by what that seat could
know: all are tried in positions that it could not tell apart, with the same answers of the others and the same chance,
and the bot plays some rounds on for all. For each opponent they are ordered by how far that one then stands above the
other opponents. Luck and hidden cards weigh nothing so, nor does how much was at stake.
Only matches that have ended are weighed: all is open.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import takewhile
from statistics import fmean
from typing import Any, NamedTuple

from games.bots import BUDGET, best_brain, bots_of
from games.bots.chance import RandomChance
from games.rules.core import Game, choice
from games.rules.core.chance import shuffled
from games.rules.core.log import LoggedStep
from games.rules.core.replay import replay

AnyGame = Game[Any, Any, Any, Any]
BY_PERSONS = frozenset({"player", "plan"})
AHEAD = 2
"""How many rounds are played on after an answer, for a game that can tally a position."""
WORLDS = 24
"""In how many positions an answer is tried."""
OTHERS = 3
"""How many other answers than the bot's it is ranked among."""
SAME = 9
"""Decimals to which two outlooks are compared: beyond lies what adding up in another order makes of them."""
WEIGHED_MOST = 40
"""A match with more answers that differ from the bot's is weighed in part, evenly, so that no match takes long."""


class Gain(NamedTuple):
    """Where one answer stands among those that could have been given in its place."""

    step: int
    giver: int
    gained: tuple[float, ...]
    """For each seat, from the worst answer for it among its rivals (-0.5) to the best (0.5); 0 for the giver's own."""


class _Turn(NamedTuple):
    """An answer that differs from the bot's."""

    step: int
    seen: Any
    giver: int
    action: Any
    legal: Sequence[Any]


def gains(
    game: AnyGame,
    players: int,
    options: Any,
    steps: Sequence[LoggedStep],
    *,
    persons: Collection[int],
    seed: int,
    enough: Callable[[], bool] = lambda: False,
) -> list[Gain]:
    """Weigh the answers of the seats in `persons`; `seed` fixes all chance.

    They are taken from all over the match in turn, so that those weighed before `enough` are a fair part of it.
    """
    turns = list(_turns(game, players, options, steps, persons, seed))
    every = -(-len(turns) // WEIGHED_MOST) or 1
    chosen = [(number, turn) for number, turn in enumerate(turns) if number % every == 0]
    mixed = shuffled(RandomChance(seed), chosen)
    found = [_weighed(game, turn, seed + number) for number, turn in takewhile(lambda _: not enough(), mixed)]
    return sorted(found, key=lambda gain: (gain.step, gain.giver))


def _turns(
    game: AnyGame, players: int, options: Any, steps: Sequence[LoggedStep], persons: Collection[int], seed: int
) -> Iterator[_Turn]:
    brain, chance, state = bots_of(game)[best_brain(game)], RandomChance(seed), None
    for step, result in replay(game, players, options, steps):
        if step.kind == "round":
            joint = {answer.player: game.action_from(answer.action) for answer in step.answers}
            for answer in step.answers:
                if answer.player not in persons or answer.by not in BY_PERSONS:
                    continue
                legal = game.legal_actions(state, answer.player)
                seen = game.observation(state, answer.player)
                if brain(seen, legal, BUDGET, chance) != joint[answer.player]:
                    yield _Turn(step.number, seen, answer.player, joint[answer.player], legal)
        state = result.state


def _weighed(game: AnyGame, turn: _Turn, seed: int) -> Gain:
    """Rank the answer for each seat by its mean outlook in several positions that the giver cannot tell apart."""
    chance = RandomChance(seed)
    others = [choice(chance, turn.legal) for _ in range(OTHERS)]
    worlds = [_tried(game, turn, others, chance) for _ in range(WORLDS)]
    means = [[fmean(column) for column in zip(*outlooks, strict=True)] for outlooks in zip(*worlds, strict=True)]
    chosen, *rest = [above_rivals(mean, turn.giver) for mean in means]
    gained = [_rank(one, among) for one, among in zip(chosen, zip(*rest, strict=True), strict=True)]
    return Gain(turn.step, turn.giver, tuple(gained))


def _tried(game: AnyGame, turn: _Turn, others: Sequence[Any], chance: RandomChance) -> list[Sequence[float]]:
    """The outlook in one such position after the answer, the bot's and each other, if all else answer as the bot."""
    brain, state = bots_of(game)[best_brain(game)], game.imagine(turn.seen, turn.giver, chance)
    joint = {
        seat: brain(game.observation(state, seat), game.legal_actions(state, seat), BUDGET, chance)
        for seat in game.current_players(state)
    }
    seed = chance.below(2**32)
    answers = (turn.action, joint[turn.giver], *others)
    return [outlook(game, state, {**joint, turn.giver: answer}, seed) for answer in answers]


def above_rivals(stands: Sequence[float], giver: int) -> list[float]:
    """How far each seat stands above the mean of the giver's opponents; 0 for the giver."""
    mean = fmean(stand for seat, stand in enumerate(stands) if seat != giver)
    return [round(stand - mean, SAME) if seat != giver else 0.0 for seat, stand in enumerate(stands)]


def _rank(one: float, among: Sequence[float]) -> float:
    """Which share of the others is lower, less a half; those alike count half."""
    lower = sum(one > other for other in among) + sum(one == other for other in among) / 2
    return lower / len(among) - 0.5


def outlook(game: AnyGame, state: Any, joint: Mapping[int, Any], seed: int) -> Sequence[float]:
    """How the seats stand some rounds after a joint answer; at the end for games that tally nothing before."""
    brain, chance = bots_of(game)[best_brain(game)], RandomChance(seed)
    after = game.apply(state, joint, chance).state
    ahead = AHEAD if game.tally(after) is not None else -1
    while ahead and (asked := game.current_players(after)):
        answers = {
            player: brain(game.observation(after, player), game.legal_actions(after, player), BUDGET, chance)
            for player in asked
        }
        after = game.apply(after, answers, chance).state
        ahead -= 1
    return game.tally(after) or [-float(place) for place in game.places(after) or ()]
