"""The levels of AI players, from *random* to *patient*. Each game's hooks are in `search.py` of its folder."""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

from engine import Action, AnyGame, Bot, Budget, Chance, Observation
from engine.bots import BUDGET, best_brain, bots_of, play_at_random
from engine.language import mark, say
from engine.search import Hooks, SearchBot
from engine.selfplay import Entrant

QUICK = Budget(seconds=0.005)
SHARP = Budget(seconds=2.0, simulations=1_000)
PATIENT = Budget(seconds=20.0, simulations=10_000)


class Level(NamedTuple):
    """What people read about a level, as messages."""

    short_message: str
    method_message: str

    @property
    def in_short(self) -> str:
        """How it plays, in one short sentence."""
        return say(self.short_message)

    @property
    def method(self) -> str:
        """How it decides."""
        return say(self.method_message)


LEVELS = {
    "random": Level(
        mark("Any move will do."),
        mark(
            "It picks one of the answers that the rules allow, each with the same chance. It knows nothing of the game."
        ),
    ),
    "easy": Level(
        mark("Knows the rules, and makes a mistake one time in three."),
        mark("It decides as steady does, but one time in three it picks any answer. Good for a first match."),
    ),
    "steady": Level(
        mark("Plays by rules of thumb, at once."),
        mark(
            "It decides by a few rules of thumb of the game, without looking ahead. It sees only what its seat may see."
        ),
    ),
    "sharp": Level(
        mark("Thinks ahead before it answers."),
        mark(
            "It imagines what it cannot see, and plays many matches on from there in its head. Then it gives the "
            "answer that did best in them."
        ),
    ),
    "patient": Level(
        mark("Thinks ahead ten times as long as sharp usually does."),
        mark(
            "It imagines what it cannot see, and plays matches on from there in its head. It does so ten times as "
            "long as sharp usually does, for play over days."
        ),
    ),
}
"""All levels, weakest first."""
USUAL = "steady"
"""The level where nobody chooses: it answers at once."""


@cache
def levels_of(game: AnyGame) -> Mapping[str, Entrant]:
    """Return the levels of a game by name, weakest first, and the other bots that its folder offers."""
    hooks = hooks_of(game)
    search = SearchBot(game, hooks)
    bots: dict[str, tuple[Bot[Any, Any], Budget]] = {
        "random": (play_at_random, QUICK),
        "easy": (Easy(hooks.policy), QUICK),
        "steady": (hooks.policy, QUICK),
        **{name: (bot, BUDGET) for name, bot in bots_of(game).items() if name not in LEVELS},
        "sharp": (search, SHARP),
        "patient": (search, PATIENT),
    }
    return {name: Entrant(name, bot, budget) for name, (bot, budget) in bots.items()}


def hooks_of(game: AnyGame) -> Hooks:
    """Return what a game's folder tells the search; without it, matches are played on by the game's best bot."""
    room = type(game).__module__.partition(".rules")[0]
    if find_spec(f"{room}.search"):
        hooks: Hooks | None = import_module(f"{room}.search").HOOKS.get(game.slug)
        if hooks is not None:
            return hooks
    return Hooks(policy=bots_of(game)[best_brain(game)])


class Easy:
    """Plays like another bot, but one time in three without thinking."""

    def __init__(self, policy: Bot[Any, Any]) -> None:
        self.policy = policy

    def __call__(self, seen: Observation, legal_actions: Sequence[Action], budget: Budget, chance: Chance) -> Action:
        """Choose one of the legal actions."""
        bot = self.policy if chance.below(3) else play_at_random
        answer: Action = bot(seen, legal_actions, budget, chance)
        return answer
