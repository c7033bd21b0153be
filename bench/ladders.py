"""A season of a hundred bots of graded strength: how well ratings and rungs approach their true order.

Each bot is the game's own simple bot that plays at random with its own probability, from never to always. They play
by the rules alone, without a database; the site's own functions rate the results and assign the rungs. Kendall's tau
compares the resulting orders with the true one: 1 is the same order, 0 is no relation.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from statistics import fmean

from bench.box import game_with
from bench.figures import Figure
from engine import choice
from engine.bots import BUDGET, best_brain, bots_of
from engine.quick_chance import RandomChance
from ladders.methods.pairing import meetings
from ladders.methods.pairing.exact import MOST_STEPS, TooLongError, without_repeats
from ladders.methods.pairing.field import Field
from ladders.methods.pairing.robin import robin, rounds_needed
from ladders.methods.pairing.sizes import split
from ladders.methods.pairing.swiss import swiss
from ladders.methods.ratings import Finish, Skill, skills_after
from ladders.methods.rungs import Standing, dealt, in_reach
from ladders.methods.tiebreaks import Result, standings

BOTS, TABLE, MATCHES, SEED = 100, 4, 30, 7
SWISS_EVENTS = 50
LEAST_TAU = 0.8
"""The least tau of ratings after that many matches; rungs reflect only the latest results and have no bar."""


def figures(seconds: float) -> Iterator[Figure]:
    """Measure one season; the duration does not depend on `seconds`."""
    season = Season()
    season.play()
    yield Figure("ladders.tau_rating", round(tau(season.by_rating()), 3), "tau", least=LEAST_TAU)
    yield Figure("ladders.tau_rungs", round(tau(season.rungs), 3), "tau")
    yield Figure("ladders.tau_rungs_before", round(tau(season.rungs_before), 3), "tau")
    yield Figure("ladders.matches_each", round(fmean(season.played), 1), "matches")
    yield from _pairings()


def tau(order: Sequence[int]) -> float:
    """Return Kendall's tau between an order, best first, and the true order: 0, 1, 2 and so on."""
    agreed = sum(1 if one < other else -1 for one, other in combinations(order, 2))
    return agreed / (len(order) * (len(order) - 1) / 2)


class Season:
    """A ladder of bots that challenge each other; bot 0 never plays at random, the last one always does."""

    def __init__(self, bots: int = BOTS, matches: int = MATCHES) -> None:
        self.luck, self.chance, self.matches = random.Random(SEED), RandomChance(SEED), matches
        self.game = game_with("graded")
        self.skills = [Skill()] * bots
        self.played = [0] * bots
        self.rungs = list(range(bots))
        """The bots from the top down, in random order at first."""
        self.luck.shuffle(self.rungs)
        self.rungs_before = list(self.rungs)

    def play(self) -> None:
        """Play until the bots average a season's number of matches."""
        while sum(self.played) < self.matches * len(self.played):
            table = self._challenge()
            self._follow(table, self._places(table))

    def by_rating(self) -> list[int]:
        """Return the bots by rating, best first."""
        return sorted(range(len(self.skills)), key=lambda bot: -self.skills[bot].mu)

    def _challenge(self) -> list[int]:
        """Let the bot that has played least invite those within reach that have played least."""
        challenger = min(self.rungs[1:], key=lambda bot: (self.played[bot], self.luck.random()))
        here = self.rungs.index(challenger) + 1
        near = [bot for place, bot in enumerate(self.rungs, start=1) if in_reach(here, place)]
        above = min(self.rungs[: here - 1][-10:], key=lambda bot: (self.played[bot], self.luck.random()))
        rest = sorted((bot for bot in near if bot != above), key=lambda bot: (self.played[bot], self.luck.random()))
        return [challenger, above, *rest[: TABLE - 2]]

    def _places(self, table: Sequence[int]) -> Sequence[int]:
        """Play a match by the rules; each bot errs as often as its strength says."""
        game = self.game
        brain = bots_of(game)[best_brain(game)]
        state = game.initial_state(len(table), game.Options(), self.chance).state
        while asked := game.current_players(state):
            joint = {}
            for player in asked:
                legal = game.legal_actions(state, player)
                errs = self.luck.random() * (len(self.played) - 1) < table[player]
                seen = game.observation(state, player)
                joint[player] = choice(self.chance, legal) if errs else brain(seen, legal, BUDGET, self.chance)
            state = game.apply(state, joint, self.chance).state
        return game.places(state) or ()

    def _follow(self, table: Sequence[int], places: Sequence[int]) -> None:
        finishes = [Finish(self.skills[bot], place) for bot, place in zip(table, places, strict=True)]
        where = {bot: self.rungs.index(bot) + 1 for bot in table}
        after = dealt([Standing(bot, where[bot], place) for bot, place in zip(table, places, strict=True)])
        for bot, skill in zip(table, skills_after(finishes), strict=True):
            self.skills[bot] = skill
            self.played[bot] += 1
            self.rungs[after[bot] - 1] = bot


def _pairings() -> Iterator[Figure]:
    """Measure how far round robins are from their lower bound, and how often Swiss tournaments repeat meetings.

    Swiss tournaments of these sizes must reach their lower bound; round robins have no bar.
    """
    for players, seats in ((16, 4), (13, 4), (25, 5), (15, 3), (21, 3), (24, 4), (28, 4), (40, 4), (30, 6)):
        tables = _tournament(players, seats, rounds_needed(players, seats), swiss_pairing=False)
        met = meetings.count(tables)
        sizes = split(players, seats, max(2, seats - 1), seats).sizes
        least = meetings.least_unevenness(players, sizes, rounds_needed(players, seats))
        name = f"ladders.robin_{players}_by_{seats}_above_bound"
        yield Figure(name, float(meetings.unevenness(met) - least), "meetings")
    for players, seats, rounds in ((200, 2, 9), (200, 4, 6), (24, 4, 5)):
        tables = _tournament(players, seats, rounds, swiss_pairing=True)
        met, name = meetings.count(tables), f"ladders.swiss_{players}_by_{seats}_repeats"
        least = meetings.least_repeats(players, sum(met.values()))
        yield Figure(name, float(meetings.repeats(met)), "meetings", most=least)
        yield Figure(f"{name}_lower_bound", float(least), "meetings")
    yield from _swiss_by_luck()


def _swiss_by_luck() -> Iterator[Figure]:
    """Count the rounds of many events with random results in which players meet again.

    A repeat counts as needed if a search ten times as long as the site's proves that no seating avoids it.
    """
    rounds = again = needed = 0
    for number in range(SWISS_EVENTS):
        luck = random.Random(number)
        seats = luck.randint(3, 6)
        players = luck.randint(2 * seats, 48)
        tables, results = list[list[int]](), list[list[Result]]()
        for _ in range(luck.randint(3, 9)):
            field, groups = _field(players, seats, tables, results)
            drawn = swiss(field, groups).tables
            repeated = not field.met.keys().isdisjoint(meetings.count(drawn))
            rounds, again, needed = rounds + 1, again + repeated, needed + (repeated and _is_needed(drawn, field.met))
            tables += drawn
            results += [list(map(Result, luck.sample(table, len(table)), range(1, len(table) + 1))) for table in drawn]
    yield Figure("ladders.swiss_by_luck_rounds", float(rounds), "rounds")
    yield Figure("ladders.swiss_by_luck_rounds_that_repeat", float(again), "rounds")
    yield Figure("ladders.swiss_by_luck_rounds_that_repeat_unproven", float(again - needed), "rounds")


def _is_needed(tables: Sequence[Sequence[int]], met: Mapping[meetings.Pair, int]) -> bool:
    """True if it is proven that these players cannot be seated without a repeated meeting."""
    players = [player for table in tables for player in table]
    strangers = {
        one: frozenset(other for other in players if other != one and meetings.pair(one, other) not in met)
        for one in players
    }
    try:
        return without_repeats(players, [len(table) for table in tables], strangers, 10 * MOST_STEPS) is None
    except TooLongError:
        return False


def _tournament(players: int, seats: int, rounds: int, *, swiss_pairing: bool) -> list[list[int]]:
    """Return the tables of a tournament in which lower numbers win."""
    tables: list[list[int]] = []
    for number in range(1, rounds + 1):
        results = [[Result(player, place) for place, player in enumerate(sorted(table), 1)] for table in tables]
        field, groups = _field(players, seats, tables, results)
        tables += (swiss(field, groups) if swiss_pairing else robin(field, number, rounds)).tables
    return tables


def _field(
    players: int, seats: int, tables: Sequence[Sequence[int]], results: Sequence[Sequence[Result]]
) -> tuple[Field, dict[int, int]]:
    """Return what the pairing of the next round starts from, and each player's score group."""
    lines = standings(range(players), results, "seed")
    steps = sorted({line.points for line in lines}, reverse=True)
    order, seed = [line.player for line in lines], f"seed {len(tables)}"
    field = Field(order, seats, max(2, seats - 1), seats, seed, meetings.count(tables))
    return field, {line.player: steps.index(line.points) for line in lines}
