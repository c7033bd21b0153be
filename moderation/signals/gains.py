"""Who gains when a player answers otherwise than the game's simple bot would have.

Each answer of a person is weighed against the bot's, by what that seat could know: both are tried in positions that it
could not tell apart, with the same answers of the others and the same chance, and the bot plays some rounds on for all.
What an opponent then has more on average is what this answer gave them. Luck and hidden cards weigh nothing so.
Only matches that have ended are weighed: all is open.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any, NamedTuple

from games.bots import BUDGET, best_brain, bots_of
from games.bots.chance import RandomChance
from games.rules.core import Game
from games.rules.core.chance import shuffled
from games.rules.core.log import LoggedStep
from games.rules.core.replay import replay

AnyGame = Game[Any, Any, Any, Any]
BY_PERSONS = frozenset({"player", "plan"})
AHEAD = 2
"""How many rounds are played on after an answer, for a game that can tally a position."""
WORLDS = 6
"""In how many positions an answer is tried."""
WEIGHED_MOST = 40
"""A match with more answers that differ from the bot's is weighed in part, evenly, so that no match takes long."""


class Gain(NamedTuple):
    """What one answer changed for each seat, in the game's own points or places."""

    step: int
    giver: int
    gained: tuple[float, ...]


class _Turn(NamedTuple):
    """An answer that differs from the bot's."""

    step: int
    seen: Any
    giver: int
    action: Any


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
                    yield _Turn(step.number, seen, answer.player, joint[answer.player])
        state = result.state


def _weighed(game: AnyGame, turn: _Turn, seed: int) -> Gain:
    """The mean over several positions that the giver cannot tell apart."""
    chance = RandomChance(seed)
    worlds = [_changed(game, turn, chance) for _ in range(WORLDS)]
    return Gain(turn.step, turn.giver, tuple(sum(column) / WORLDS for column in zip(*worlds, strict=True)))


def _changed(game: AnyGame, turn: _Turn, chance: RandomChance) -> list[float]:
    """What the answer changes for each seat in one such position, if the others answer as the bot would."""
    brain, state = bots_of(game)[best_brain(game)], game.imagine(turn.seen, turn.giver, chance)
    joint = {
        seat: brain(game.observation(state, seat), game.legal_actions(state, seat), BUDGET, chance)
        for seat in game.current_players(state)
    }
    seed = chance.below(2**32)
    would = outlook(game, state, joint, seed)
    was = outlook(game, state, {**joint, turn.giver: turn.action}, seed)
    return [one - other for one, other in zip(was, would, strict=True)]


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
