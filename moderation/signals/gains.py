"""Whom a player's answers favour where they differ from those of the game's simple bot.

Each such answer is ranked among the bot's and others drawn at random from the legal ones, using only what that seat
could know: all are tried in positions the player could not tell apart, with the same answers of the others and the same
random draws, and the bot plays on for all for some rounds. For each opponent, the answers are ordered by that
opponent's lead over the other opponents. So neither luck and hidden cards nor the stakes matter.

Only finished matches are weighed, where everything is open.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import takewhile
from statistics import fmean
from typing import Any, NamedTuple

from engine import AnyGame, choice
from engine.bots import BUDGET, best_brain, bots_of
from engine.chance import shuffled
from engine.log import LoggedStep
from engine.quick_chance import RandomChance
from engine.replay import replay

BY_PERSONS = frozenset({"player", "conditional_move"})
AHEAD = 2
"""How many rounds to play on after an answer, for games that can tally a position."""
WORLDS = 48
"""The number of positions in which an answer is tried."""
OTHERS = 3
"""How many answers besides the bot's it is ranked among."""
SAME = 9
"""Decimals to which two outlooks are compared; the digits beyond depend on the order of summation."""
WEIGHED_MOST = 40
"""In a match with more answers that differ from the bot's, an even sample is weighed, so that no match takes long."""


class Gain(NamedTuple):
    """The rank of one answer among its alternatives."""

    step: int
    giver: int
    gained: tuple[float, ...]
    """For each seat, from the answer worst for it among its rivals (-0.5) to the best (0.5); 0 for the giver's own."""


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
    """Weigh the answers of the seats in `persons`; `seed` fixes all random draws.

    They are taken from all over the match in turn, so that those weighed before `enough` are a fair sample.
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
    """Rank the answer for each seat by its mean outlook in several positions the giver cannot tell apart."""
    chance = RandomChance(seed)
    others = [choice(chance, turn.legal) for _ in range(OTHERS)]
    worlds = [_tried(game, turn, others, chance) for _ in range(WORLDS)]
    means = [[fmean(column) for column in zip(*outlooks, strict=True)] for outlooks in zip(*worlds, strict=True)]
    chosen, *rest = [above_rivals(mean, turn.giver) for mean in means]
    gained = [_rank(one, among) for one, among in zip(chosen, zip(*rest, strict=True), strict=True)]
    return Gain(turn.step, turn.giver, tuple(gained))


def _tried(game: AnyGame, turn: _Turn, others: Sequence[Any], chance: RandomChance) -> list[Sequence[float]]:
    """The outlook in one such position after each answer compared, if all others answer like the bot."""
    brain, state = bots_of(game)[best_brain(game)], game.imagine(turn.seen, turn.giver, chance)
    joint = {
        seat: brain(game.observation(state, seat), game.legal_actions(state, seat), BUDGET, chance)
        for seat in game.current_players(state)
    }
    seed = chance.below(2**32)
    answers = (turn.action, joint[turn.giver], *others)
    # Of few legal answers some are drawn twice, and the same answer with the same draws has the same outlook.
    after = {answer: outlook(game, state, {**joint, turn.giver: answer}, seed) for answer in dict.fromkeys(answers)}
    return [after[answer] for answer in answers]


def above_rivals(stands: Sequence[float], giver: int) -> list[float]:
    """How far each seat stands above the mean of the giver's opponents; 0 for the giver."""
    mean = fmean(stand for seat, stand in enumerate(stands) if seat != giver)
    return [round(stand - mean, SAME) if seat != giver else 0.0 for seat, stand in enumerate(stands)]


def _rank(one: float, among: Sequence[float]) -> float:
    """The share of the others that is lower, minus one half; equal ones count half."""
    lower = sum(one > other for other in among) + sum(one == other for other in among) / 2
    return lower / len(among) - 0.5


def outlook(game: AnyGame, state: Any, joint: Mapping[int, Any], seed: int) -> Sequence[float]:
    """The standing of the seats some rounds after a joint answer, or at the end for games without a tally."""
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
