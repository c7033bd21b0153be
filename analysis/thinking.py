"""The work of the niced processes: they get what a seat may know, never a state, and return what the search found."""

from collections.abc import Sequence
from dataclasses import replace
from math import sqrt
from typing import Any

import msgspec

from analysis.findings import Advice, Considered, Finding, Luck
from engine import AnyGame, Budget
from engine.quick_chance import RandomChance
from engine.search import Hooks, SearchBot, Thought
from engine.search.outlook import SURE, Outlook, firsts, outlook, shares_of
from engine.search.values import value_of_places
from foundation.niced import NicedProcess
from games.levels import SHARP, hooks_of
from games.registry import GAMES

PATIENCE = 60.0
"""Seconds after which the look at one position is given up."""
MEMORY = 1 << 30
MOST_ANSWERS = 4
"""The answers that are kept of each question."""

TEACHER = NicedProcess(PATIENCE, seconds=PATIENCE, memory=MEMORY)


class Place(msgspec.Struct, frozen=True):
    """A position as a seat may know it; with the places if it is the end."""

    seen: msgspec.Raw
    places: tuple[int, ...] | None = None


class Task(msgspec.Struct, frozen=True):
    """A position to look at, and the time for it."""

    game: str
    seat: int
    step: int
    here: Place
    others: tuple[Place, ...] = ()
    """Where other draws could have led; none if nothing was drawn."""
    legal: tuple[Any, ...] = ()
    answer: Any = None
    seconds: float = 0.3
    """For the position as it is judged, and again for matches to the end; the others together have as much."""
    answer_seconds: float = SHARP.seconds


def advise(slug: str, seen: bytes, legal: bytes, seconds: float) -> bytes:
    """Ask *sharp* about a question."""
    game = GAMES[slug]
    actions = [game.action_from(raw) for raw in msgspec.json.decode(legal)]
    view = msgspec.json.decode(seen, type=game.Observation)
    return msgspec.json.encode(_advice(game, view, actions, None, seconds))


def look(encoded: bytes) -> bytes:
    """Look at one position of a match."""
    task = msgspec.json.decode(encoded, type=Task)
    game = GAMES[task.game]
    hooks = hooks_of(game)
    here = _outlook(game, hooks, task.here, task.seat, task.seconds)
    ends = _outlook(game, hooks, task.here, task.seat, task.seconds, to_the_end=True)
    over = task.here.places is not None
    # At the end of a match other draws are looked at to their ends too: results compare with nothing else.
    others = [
        _outlook(game, hooks, place, task.seat, task.seconds / len(task.others), to_the_end=over or bool(place.places))
        for place in task.others
    ]
    advice = None
    if task.answer is not None:
        seen = msgspec.json.decode(task.here.seen, type=game.Observation)
        legal = [game.action_from(raw) for raw in task.legal]
        advice = _advice(game, seen, legal, game.action_from(task.answer), task.answer_seconds)
    luck = _luck(ends if over else here, others, task.seat) if others else None
    return msgspec.json.encode(Finding(task.step, here.shares, ends.shares, here.error, over, luck, advice))


def _outlook(
    game: AnyGame, hooks: Hooks, place: Place, seat: int, seconds: float, *, to_the_end: bool = False
) -> Outlook:
    if place.places is not None:
        share = firsts if to_the_end else shares_of
        return Outlook(tuple(share(value_of_places(place.places))), 0.0)
    seen = msgspec.json.decode(place.seen, type=game.Observation)
    return outlook(game, hooks, seen, seat, Budget(seconds), to_the_end=to_the_end)


def _luck(here: Outlook, others: Sequence[Outlook], seat: int) -> Luck:
    """Compare what came with the mean of what could have come, which is itself an estimate of a few draws."""
    worths = [other.shares[seat] for other in others]
    count = len(worths)
    mean = sum(worths) / count
    spread = sum((worth - mean) ** 2 for worth in worths) / max(1, count - 1)
    return Luck(here.shares[seat] - mean, SURE * sqrt(spread / count + (here.error / SURE) ** 2))


def _advice(game: AnyGame, seen: Any, legal: Sequence[Any], mine: Any, seconds: float) -> Advice:
    hooks = replace(hooks_of(game), kept=() if mine is None else (mine,))
    if len(legal) == 1:
        return _only(legal[0], mine)
    budget = Budget(seconds, SHARP.simulations)
    thought = SearchBot(game, hooks).think(seen, legal, budget, RandomChance())
    if len(thought.actions) == 1:
        # The game's hooks left one out of all: there was nothing to compare it with.
        return _only(thought.actions[0], mine)
    shares = thought.shares
    ranked = sorted(range(len(thought.actions)), key=lambda index: (-shares[index], -thought.values[index]))
    given = thought.actions.index(mine) if mine in thought.actions else -1
    kept = [index for index in ranked if not thought.visits or thought.visits[index]][:MOST_ANSWERS]
    if given >= 0 and given not in kept:
        kept.append(given)
    return Advice(
        tuple([_considered(thought, index, shares[index]) for index in kept]),
        kept.index(given) if given >= 0 else -1,
    )


def _only(action: Any, mine: Any) -> Advice:
    return Advice((Considered(msgspec.to_builtins(action), 0.0, 0.0, 1.0),), mine=-1 if mine is None else 0)


def _considered(thought: Thought, index: int, share: float) -> Considered:
    worth = min(1.0, max(0.0, thought.values[index]))
    error = SURE * thought.errors[index] if thought.errors else 0.0
    return Considered(msgspec.to_builtins(thought.actions[index]), worth, min(error, 1.0), share)
