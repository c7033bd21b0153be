"""AI players: the search on Goofspiel, which other libraries have too, and how far each level is above the one below.

*sharp* gets few simulations here and not its whole time; `make ai-strength` and `manage.py selfplay` can give it all.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Any

from bench.figures import Figure
from bench.rules import seats_of
from bench.strength.measure import MOST_MS, thinking_times
from engine import AnyGame, Budget
from engine.bots import BUDGET, play_at_random
from engine.quick_chance import RandomChance
from engine.search import Hooks, RegretMatching, SearchBot, Selection, Uct
from engine.search.exact import Draws, Endgame
from engine.search.simulation import Tree
from engine.selfplay import Entrant, Played, line_up, play_match, standings
from examples.goofspiel.rules import GOOFSPIEL
from examples.goofspiel.search import HOOKS, nearly_over, public, won_alone
from games.levels import levels_of
from games.registry import GAMES

SIMULATIONS = Budget(seconds=60, simulations=1000)
CARDS = 5
"""The cards of the matches of two that are solved exactly."""
SOLVED = 3
"""The cards left with which the search solves them too: it has seconds here, and meets each such position often."""
WINS = {6: 64, 13: 81}
"""The wins of 100 that OpenSpiel's search has against two random players, by number of cards."""
MOST_GOOFSPIEL_MS = 50
LEAST_RATE = 30_000
LEAST_RATIO = 2.2
LEAST_SHARP = 1.5
FEW = Budget(seconds=60, simulations=60)
MORE_THAN_TWO = 3


def figures(seconds: float) -> Iterator[Figure]:
    """Measure the search, then the bots of every game."""
    yield from _exploited(seconds)
    yield from _speed(seconds)
    for cards, least in WINS.items():
        yield from _wins(cards, least, 5 * seconds)
    for game in GAMES.values():
        levels = levels_of(game)
        sharp = levels["sharp"]._replace(budget=FEW)
        yield from _above(game, levels["steady"], levels["random"], LEAST_RATIO, seconds)
        yield from _above(game, sharp, levels["steady"], LEAST_SHARP, 10 * seconds)
        late = thinking_times(game, 10 * seconds, 1).late
        yield Figure(f"ai.{game.slug}.sharp_ms", round(late), "ms", most=MOST_MS)


def _exploited(seconds: float) -> Iterator[Figure]:
    """How much a best reply gains from strategies that were found in the same time; in shares of a win."""
    starts = [
        GOOFSPIEL.initial_state(2, GOOFSPIEL.Options(cards=CARDS), Draws([prize])).state for prize in range(CARDS)
    ]
    endgame = Endgame(GOOFSPIEL, public)

    def lost(rule: Selection, hooks: Hooks) -> float:
        tree, chance, ends = Tree(GOOFSPIEL, hooks, rule, Uct()), RandomChance(1), time.process_time() + 10 * seconds
        for number in count():
            if time.process_time() >= ends:
                break
            tree.simulate(starts[number % CARDS], chance)
        found = [endgame.exploitability(endgame.position(state), tree.strategy) for state in starts]
        return sum(found) / CARDS

    uct = lost(Uct(), Hooks(public=public))
    yield Figure("ai.goofspiel.exploitability_uct", round(uct, 4), "wins")
    exact = Hooks(public=public, endgame=partial(nearly_over, few=SOLVED))
    yield Figure("ai.goofspiel.exploitability", round(lost(RegretMatching(), exact), 4), "wins", most=uct / 2)


def _speed(seconds: float) -> Iterator[Figure]:
    state = GOOFSPIEL.initial_state(3, GOOFSPIEL.Options(cards=6), RandomChance(1)).state
    seen, legal = GOOFSPIEL.observation(state, 0), GOOFSPIEL.legal_actions(state, 0)
    bot = SearchBot(GOOFSPIEL, HOOKS["goofspiel"])
    done, began = 0, time.process_time()
    while not done or time.process_time() - began < seconds:
        done += bot.think(seen, legal, SIMULATIONS, RandomChance(done)).simulations
    rate = done / (time.process_time() - began)
    yield Figure("ai.goofspiel.sims_per_s", round(rate), "1/s", least=LEAST_RATE)


def _wins(cards: int, least: int, seconds: float) -> Iterator[Figure]:
    """Play against two random players with 1,000 simulations for each decision."""
    hooks = replace(HOOKS["goofspiel"], playout=won_alone)
    sharp = Entrant("sharp", SearchBot(GOOFSPIEL, hooks), SIMULATIONS)
    rival = Entrant("random", play_at_random, BUDGET)
    played = _matches(GOOFSPIEL, GOOFSPIEL.Options(cards=cards), [sharp, rival, rival], seconds)
    won = [match.places[match.names.index("sharp")] == 1 and match.places.count(1) == 1 for match in played]
    found = next(standing for standing in standings(played) if standing.name == "sharp")
    yield Figure(f"ai.goofspiel.wins_of_100_with_{cards}", round(100 * sum(won) / len(won), 1), "wins", least=least)
    yield Figure(f"ai.goofspiel.ms_with_{cards}", round(found.mean_ms, 1), "ms", most=MOST_GOOFSPIEL_MS)


def _above(game: AnyGame, best: Entrant, rival: Entrant, least: float, seconds: float) -> Iterator[Figure]:
    """How often a level comes first among seats of a weaker one, against its share of seats."""
    seats = seats_of(game)
    played = _matches(game, game.Options(), [best, *[rival] * (seats - 1)], seconds)
    firsts = next(standing.firsts for standing in standings(played) if standing.name == best.name)
    name = f"ai.{game.slug}.{best.name}_over_{rival.name}"
    # With two seats nobody can come first more than twice as often.
    bar = least if seats >= MORE_THAN_TWO or least < MORE_THAN_TWO - 1 else None
    yield Figure(name, round(firsts.mean, 2), "times its share", least=bar)
    yield Figure(f"{name}_low", round(firsts.low, 2), "times its share", least=1)
    yield Figure(f"{name}_high", round(firsts.high, 2), "times its share")


def _matches(game: AnyGame, options: Any, lineup: Sequence[Entrant], seconds: float) -> list[Played]:
    """Play matches of a line-up, at least one in every seat."""
    ends, played = time.process_time() + seconds, list[Played]()
    while len(played) < len(lineup) or time.process_time() < ends:
        number = len(played)
        played.append(play_match(game, options, line_up(lineup, len(lineup), number), RandomChance(number)))
    return played
