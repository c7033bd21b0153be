"""Matches of one seat of a level among seats of a weaker one, and the other way round where there is a limit.

The same seed, matches and simulations play the same matches on any machine; only the times differ.
"""

import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import combinations
from math import inf
from typing import Any, NamedTuple

from bench.rules import seats_of
from bench.strength.kept import Kept, code_of
from engine import AnyGame, Budget
from engine.quick_chance import RandomChance
from engine.search.deadline import now
from engine.selfplay import Entrant, Estimate, Played, line_up, play_match, standings
from games.levels import SHARP, levels_of
from games.registry import GAMES
from ladders.methods.bot_skills import skills_of
from ladders.methods.ratings import Skill

BARS = {("steady", "random"): 2.2, ("sharp", "steady"): 1.5, ("patient", "sharp"): 1.1}
"""How many times its share of first places a level is to take, of three or more seats."""
LIMITS = {("random", "steady"): 0.8}
"""How many times its share a level may take at most among stronger ones, which could spoil each other's play."""
WEIGHTS = {("steady", "random"): 2, ("sharp", "steady"): 12, ("patient", "sharp"): 12}
"""How many times longer two levels play than others: where there is a bar, and where matches take long."""
LONGER = 10
"""How many more simulations *patient* has than *sharp*."""
MOST_MS = 1000 * SHARP.seconds
"""The time that a decision of *sharp* may take."""
MATCH = 1_000_003
"""Seeds of matches lie this far apart, so that two runs share none by chance."""
WIDTH = 40
"""The width of the progress bar."""
Each = Callable[[Callable[[int], Played], Iterable[int]], Iterable[Played]]
"""Plays several matches, by number: `map`, or that of several processes."""


class Size(NamedTuple):
    """How much to play."""

    levels: tuple[str, ...]
    matches: int
    """The most matches of two levels."""
    seconds: float
    """The time for one game, after which no further match begins; none: only what was kept counts."""
    simulations: int | None
    """For a decision of *sharp*; None: the time that it has on the site."""
    seed: int


class Met(NamedTuple):
    """How one seat of a level did among seats of another."""

    level: str
    among: str
    matches: int
    firsts: Estimate
    place: Estimate


class Times(NamedTuple):
    """How long the decisions of a level took, in milliseconds."""

    decisions: int
    mean: float
    late: float
    """The 99th percentile."""


class Strength(NamedTuple):
    """What one game's matches showed."""

    game: AnyGame
    met: Sequence[Met]
    times: dict[str, Times]
    skills: dict[str, Skill]
    thinking: Times | None
    """The decisions of *sharp* among *steady* with the time that it has on the site; None without *steady*."""


def measure(game: AnyGame, size: Size, kept: Kept | None = None, each: Each = map) -> Strength:
    """Let one seat of each level meet seats of every weaker one, and of a stronger one where there is a limit."""
    kept = kept or Kept()
    everything: list[Played] = []
    met = []
    pairs = [(level, weaker) for weaker, level in combinations(size.levels, 2)]
    pairs += [pair for pair in LIMITS if {*pair} <= {*size.levels}]
    share = size.seconds / (1 + sum(WEIGHTS.get(pair, 1) for pair in pairs))
    for level, among in pairs:
        played = _matches(game, level, among, size, share * WEIGHTS.get((level, among), 1), kept, each)
        if played:
            everything += played
            one = next(standing for standing in standings(played) if standing.name == level)
            met.append(Met(level, among, len(played), one.firsts, one.place))
    times = {one.name: Times(one.decisions, one.mean_ms, one.ms_99) for one in standings(everything)}
    thinking = _thinking(game, share, size.seed, kept) if "steady" in size.levels else None
    return Strength(game, met, times, skills_of(everything), thinking)


def _thinking(game: AnyGame, seconds: float, seed: int, kept: Kept) -> Times:
    """Measure decisions of *sharp*, or return what was kept of them if there is no time."""
    key = {"game": game.slug, "figure": "sharp_ms", "seed": seed, "code": code_of(game)}
    if seconds or not kept.of(key):
        kept.add(key, 0, thinking_times(game, seconds, seed))
    return Times(*kept.of(key)[0])


def thinking_times(game: AnyGame, seconds: float, seed: int) -> Times:
    """Measure decisions of *sharp* with its time of the site, in a match among *steady*, until the time is up."""
    levels = levels_of(game)
    lineup = [levels["sharp"], *[levels["steady"]] * (seats_of(game) - 1)]
    chance = RandomChance(seed)
    state = game.initial_state(len(lineup), game.Options(), chance).state
    taken: list[float] = []
    ends = now() + seconds
    while (asked := game.current_players(state)) and (not taken or now() < ends):
        joint = {}
        for seat in asked:
            seen, legal = game.observation(state, seat), game.legal_actions(state, seat)
            began = now()
            joint[seat] = lineup[seat].bot(seen, legal, lineup[seat].budget, chance)
            if seat == 0 and len(legal) > 1:
                taken.append(1000 * (now() - began))
        state = game.apply(state, joint, chance).state
    taken.sort()
    return Times(len(taken), sum(taken) / len(taken), taken[int(0.99 * len(taken))])


def _matches(
    game: AnyGame, level: str, among: str, size: Size, seconds: float, kept: Kept, each: Each
) -> Sequence[Played]:
    """Play until there are enough matches or the time is up; every seat is taken equally often."""
    seats, key = seats_of(game), _key(game, level, among, size)
    played = [Played(*map(_tuples, found)) for found in kept.of(key)]
    began, share = now(), len(played) / size.matches if seconds else 1.0
    while share < 1.0:
        done = len(played)
        numbers = range(done, done - done % seats + seats)
        for number, match in zip(numbers, each(partial(_play, game.slug, level, among, size), numbers), strict=True):
            kept.add(key, number, match)
            played.append(match)
        share = max(len(played) / size.matches, (now() - began) / seconds)
        _progress(f"{game.title}: {level} among {among}", share)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    return played[: len(played) - len(played) % seats]


def _key(game: AnyGame, level: str, among: str, size: Size) -> dict[str, Any]:
    """Return what decides a match of two levels beside its number."""
    budgets = [_entrant(game, name, size).budget for name in (level, among)]
    return {
        "game": game.slug,
        "seats": seats_of(game),
        "level": level,
        "among": among,
        "simulations": [budget.simulations for budget in budgets],
        "seconds": [None if budget.seconds == inf else budget.seconds for budget in budgets],
        "seed": size.seed,
        "code": code_of(game),
    }


def _tuples(found: Any) -> Any:
    """Return what JSON has made of tuples as tuples again."""
    return tuple(map(_tuples, found)) if isinstance(found, list) else found


def _play(slug: str, level: str, among: str, size: Size, number: int) -> Played:
    """Play one match, in whatever process."""
    game = GAMES[slug]
    seats = seats_of(game)
    lineup = [_entrant(game, level, size), *[_entrant(game, among, size)] * (seats - 1)]
    played = play_match(game, game.Options(), line_up(lineup, seats, number), RandomChance(size.seed * MATCH + number))
    # To the hundredth of a millisecond, which keeps a file of a day small.
    return played._replace(seconds=tuple(tuple(round(one, 5) for one in seat) for seat in played.seconds))


def _entrant(game: AnyGame, name: str, size: Size) -> Entrant:
    level = levels_of(game)[name]
    if size.simulations is None or name not in ("sharp", "patient"):
        return level
    simulations = size.simulations * (LONGER if name == "patient" else 1)
    return level._replace(budget=Budget(seconds=inf, simulations=simulations))


def _progress(words: str, share: float) -> None:
    """Draw the bar, where somebody watches."""
    if sys.stderr.isatty():
        full = min(WIDTH, int(WIDTH * share))
        print(f"\r[{'#' * full}{'.' * (WIDTH - full)}] {words:<45}", end="", file=sys.stderr, flush=True)
