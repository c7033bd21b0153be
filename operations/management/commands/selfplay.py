"""`manage.py selfplay GAME --bots sharp,steady,steady`: bots play each other, without the database."""

import json
from argparse import ArgumentTypeError
from collections.abc import Iterator, Sequence
from functools import partial
from math import inf, isfinite
from typing import Any, NamedTuple

from django.core.management.base import BaseCommand, CommandError, CommandParser

from engine.game import Budget
from engine.quick_chance import RandomChance
from engine.selfplay import Entrant, Played, Standing, line_up, play_match, standings
from foundation.processes import processes
from games.levels import levels_of
from games.registry import GAMES
from ladders.methods.bot_skills import skills_of
from ladders.methods.ratings import Skill

BAR = 40
"""The width of the progress bar."""
MATCH = 1_000_003
"""Seeds of matches lie this far apart, so that two runs share none by chance."""


class Plan(NamedTuple):
    """What to play, in values that go to another process."""

    slug: str
    bots: tuple[str, ...]
    seats: int
    seed: int
    seconds: float | None
    simulations: int | None


class Command(BaseCommand):
    """Play matches of bots and print who is stronger."""

    help = "Let bots of a game play each other, and print places, times and ratings. Needs no database."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the game and how to play it."""
        parser.add_argument("game", choices=sorted(GAMES))
        parser.add_argument("--bots", default="steady,random", help="levels by seat, such as sharp,steady,steady")
        parser.add_argument("--matches", type=positive, default=100)
        parser.add_argument(
            "--seed", type=int, default=1, help="with --simulations alone the same seed plays the same matches"
        )
        parser.add_argument("--seats", type=positive, help="default: one for each bot; the last bot fills the others")
        parser.add_argument("--workers", type=positive, default=1, help="how many processes play at once")
        parser.add_argument("--seconds", type=duration, help="time for a decision, instead of each level's own")
        parser.add_argument(
            "--simulations", type=positive, help="most simulations for a decision; no time but --seconds ends it"
        )
        parser.add_argument("--json", action="store_true", help="print one object instead of tables")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play, then print."""
        plan = _plan(options)
        played: list[Played] = []
        for match in _play_all(plan, options["matches"], options["workers"]):
            played.append(match)
            self._progress(len(played), options["matches"])
        found = standings(played)
        skills = skills_of(played)
        if options["json"]:
            self.stdout.write(json.dumps(_as_json(plan, found, skills, len(played)), allow_nan=False))
        else:
            self.stdout.write("\n".join(_as_table(found, skills)))

    def _progress(self, done: int, number: int) -> None:
        """Draw the bar, where somebody watches."""
        if self.stderr.isatty():
            full = BAR * done // number
            end = "\n" if done == number else ""
            self.stderr.write(f"\r[{'#' * full}{'.' * (BAR - full)}] {done} of {number} matches", ending=end)


def positive(text: str) -> int:
    """Read a whole number from 1 up."""
    if not text.isdecimal() or not int(text):
        raise ArgumentTypeError("give a whole number from 1 up")
    return int(text)


def duration(text: str) -> float:
    """Read a number of seconds above 0."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not (isfinite(seconds) and seconds > 0):
        raise ArgumentTypeError("give a number of seconds above 0")
    return seconds


def _plan(options: dict[str, Any]) -> Plan:
    """Check the options together."""
    game = GAMES[options["game"]]
    bots = tuple(name.strip() for name in options["bots"].split(","))
    if not all(bots):
        raise CommandError("A name of a bot is empty. Put one comma between two names, and none at the end.")
    if unknown := sorted(set(bots) - set(levels_of(game))):
        raise CommandError(f"There is no bot {unknown[0]}. Choose from: {', '.join(levels_of(game))}.")
    seats = options["seats"] or max(len(bots), game.players[0])
    if seats not in game.players or len(bots) > seats:
        raise CommandError(f"{game.title} takes {game.players[0]} to {game.players[-1]} seats, one for each bot.")
    return Plan(game.slug, bots, seats, options["seed"], options["seconds"], options["simulations"])


def _play_all(plan: Plan, matches: int, workers: int) -> Iterator[Played]:
    """Yield the matches in order, which ratings depend on."""
    if workers == 1:
        yield from map(partial(play, plan), range(matches))
        return
    # Not `foundation.niced`: that is one process, which gives way to pages. This command has the machine to itself.
    with processes(workers) as pool:
        yield from pool.map(partial(play, plan), range(matches))


def play(plan: Plan, number: int) -> Played:
    """Play one match, in whatever process."""
    game = GAMES[plan.slug]
    levels = levels_of(game)
    lineup = [_entrant(levels[name], plan) for name in plan.bots]
    lineup += [lineup[-1]] * (plan.seats - len(lineup))
    return play_match(
        game, game.Options(), line_up(lineup, plan.seats, number), RandomChance(plan.seed * MATCH + number)
    )


def _entrant(level: Entrant, plan: Plan) -> Entrant:
    budget = level.budget if plan.seconds is None else level.budget.lasting(plan.seconds)
    if plan.simulations:
        # Time would end a decision sooner on a slower machine.
        budget = Budget(plan.seconds or inf, plan.simulations)
    return level._replace(budget=budget)


def _as_json(plan: Plan, found: Sequence[Standing], skills: dict[str, Skill], matches: int) -> dict[str, Any]:
    bots = [
        {
            "bot": one.name,
            "firsts": one.firsts._asdict(),
            "place": one.place._asdict(),
            "decisions": one.decisions,
            "mean_ms": round(one.mean_ms, 3),
            "ms_99": round(one.ms_99, 3),
            "rating": skills[one.name].number,
            "rating_error": skills[one.name].error,
        }
        for one in found
    ]
    return {"game": plan.slug, "seats": plan.seats, "seed": plan.seed, "matches": matches, "bots": bots}


def _as_table(found: Sequence[Standing], skills: dict[str, Skill]) -> Iterator[str]:
    yield f"{'bot':<10} {'firsts':>22} {'mean place':>22} {'ms':>9} {'ms, 99%':>9} {'rating':>12}"
    for one in found:
        skill = skills[one.name]
        firsts, place = (f"{mean:.2f} ({low:.2f} to {high:.2f})" for mean, low, high in (one.firsts, one.place))
        rating = f"{skill.number} ± {skill.error}"
        yield f"{one.name:<10} {firsts:>22} {place:>22} {one.mean_ms:>9.2f} {one.ms_99:>9.2f} {rating:>12}"
    yield "firsts: first places, as a multiple of the share of seats, with the 95 per cent interval"
