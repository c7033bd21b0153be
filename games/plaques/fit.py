"""Fit the networks of Concealed Draw to rounds of one seat among *steady*: `python -m games.plaques.fit`.

The seat plays by the networks there are, and sometimes by another good answer. In each of its positions several answers
are tried and the round is played on, by the same networks and without such others. Nothing of the site imports this.
"""

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from math import log
from pathlib import Path
from textwrap import fill
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine import Chance, choice, shuffled
from engine.bots import BUDGET
from engine.quick_chance import RandomChance
from foundation.processes import processes
from games.plaques.bots.chances import chance_by, numbers_as_it_is, numbers_going_on
from games.plaques.bots.concealed import steady
from games.plaques.bots.keen import LEAST_DECLARED, unseen_by, weighed
from games.plaques.bots.weights import NETWORKS, NUMBERS, Network, Unit
from games.plaques.rules.concealed import CONCEALED_DRAW
from games.plaques.rules.concealed.actions import ConcealedAction, Declare, Draw, Take
from games.plaques.rules.concealed.options import ConcealedOptions
from games.plaques.rules.concealed.state import ConcealedState
from games.plaques.rules.concealed.view import ConcealedObservation
from games.plaques.rules.ranking import STEP, strength

Rows = NDArray[np.float32]
"""The numbers of a tableau each, then 1 if the round was won from there, else 0."""
Floats = NDArray[np.float64]

WEIGHTS = Path(__file__).parent / "bots" / "weights.py"
ROUND = 1_000_003
"""Seeds of rounds lie this far apart, so that two runs share none by chance."""
EXPLORED = 12
"""In this many of 100 decisions, one of the best answers is played instead of the best one."""
BEST = 3
DECLARED = 40
"""So often in 100 a declaration is tried with a tableau that is too bad for it."""
GOOD_TAKES = 3
"""After a declaration, so many plaques of the centre are tried that make a tableau better."""
DRAWS = 5
"""So many unseen plaques stand for all, which takes a fifth of the time."""
TEST = 25
"""One in so many tableaux is kept back to measure the loss."""
UNITS, EPOCHS, BATCH = 24, 6, 1024
RATE, LAST_RATE, DECAY = 6e-3, 2e-5, 1e-5
MEAN, SQUARE = 0.9, 0.999
"""How much of the running means of Adam stays at each step."""
BAR = 40
"""The width of the progress bar."""
LINE = 116
"""The width of the numbers written."""


class Plan(NamedTuple):
    """Rounds to play, in values that go to another process."""

    players: int
    rounds: int
    seed: int


def main(arguments: Sequence[str] | None = None) -> None:
    """Play rounds of two, three and four players, fit a network to each, and write all."""
    parser = argparse.ArgumentParser(prog="python -m games.plaques.fit", description="Fit networks to Concealed Draw.")
    parser.add_argument("--rounds", type=_positive, default=100_000, help="of each number of players (default: 100000)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed plays the same rounds")
    parser.add_argument("--workers", type=_positive, default=1, help="how many processes play at once")
    parser.add_argument("--write", type=Path, default=WEIGHTS, help="default: over the networks that play the rounds")
    given = parser.parse_args(arguments)
    if not given.write.parent.is_dir():
        parser.error(f"there is no folder {given.write.parent}")
    networks = {}
    for players, before in NETWORKS.items():
        rows = data(Plan(players, given.rounds, given.seed), given.workers)
        kept_back = max(1, len(rows) // TEST)
        test, others = rows[:kept_back], rows[kept_back:]
        networks[players] = fitted(others, given.seed)
        losses = f"loss {loss(networks[players], test):.4f}, before {loss(before, test):.4f}"
        print(f"{players} players, {len(others)} tableaux: {losses}", flush=True)
    given.write.write_text(
        written(networks, f"python -m games.plaques.fit --rounds {given.rounds} --seed {given.seed}")
    )


def _positive(text: str) -> int:
    """Read a whole number from 1 up."""
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError("give a whole number from 1 up")
    return int(text)


def data(plan: Plan, workers: int = 1) -> Rows:
    """Play all rounds; return what was tried in them, in order."""
    found = []
    for rows in _played(plan, workers):
        found.append(rows)
        _progress(len(found), plan)
    return np.concatenate(found)


def _played(plan: Plan, workers: int) -> Iterator[Rows]:
    if workers == 1:
        yield from map(partial(rows_of, plan), range(plan.rounds))
        return
    with processes(workers) as pool:
        yield from pool.map(partial(rows_of, plan), range(plan.rounds), chunksize=16)


def _progress(done: int, plan: Plan) -> None:
    """Draw the bar, where somebody watches."""
    if sys.stderr.isatty():
        full = BAR * done // plan.rounds
        end = "\n" if done == plan.rounds else ""
        bar = f"[{'#' * full}{'.' * (BAR - full)}]"
        sys.stderr.write(f"\r{bar} {done} of {plan.rounds} rounds of {plan.players} players{end}")


def rows_of(plan: Plan, number: int) -> Rows:
    """Play one round, in whatever process; return what its seat could have kept, and how that went."""
    chance = RandomChance(plan.seed * ROUND + number)
    seat = number % plan.players
    state = CONCEALED_DRAW.initial_state(plan.players, ConcealedOptions(lives=1), chance).state
    rows: list[list[float]] = []
    while state.last is None:
        if state.turn == seat:
            rows += tried(state, chance)
        state = _after(state, _answer(state, seat, chance, EXPLORED), chance)
    return np.array(rows, dtype=np.float32).reshape(-1, NUMBERS + 1)


def tried(state: ConcealedState, chance: Chance) -> Iterator[list[float]]:
    """Try answers of the seat whose turn it is, which yields a row each."""
    seat = state.turn
    seen = CONCEALED_DRAW.observation(state, seat)
    if seen.phase == "draw":
        for action in _to_the_end(seen, chance):
            after = _after(state, action, chance)
            # The eighth plaque may stay: five count, and steady discards none of them.
            held = (*seen.own, after.drawn) if after.drawn else seen.own
            yield [*numbers_as_it_is(seen, held), _won(after, seat, chance)]
    elif seen.declarer is None:
        for action in weighed(seen, CONCEALED_DRAW.legal_actions(state, seat), ()):
            after = _after(state, action, chance)
            if chance.below(2) and after.declarer is None:
                numbers = numbers_going_on(seen, after.tableaux[seat], after.centre, unseen_by(seen))
                yield [*numbers, _won(after, seat, chance)]


def _to_the_end(seen: ConcealedObservation, chance: Chance) -> list[ConcealedAction]:
    """List answers after which a tableau stays as it is: to declare, and all of a last turn that may be good."""
    now = strength(seen.own)
    if seen.declarer is None:
        good = now // STEP >= LEAST_DECLARED
        return [Declare()] if chance.below(100) < DECLARED or good else []
    takes = [Take(plaque) for plaque in seen.centre if strength((*seen.own, plaque)) > now]
    draw = [Draw()] if seen.pile_size else []
    return [Declare(), *takes[:GOOD_TAKES], *draw]


def _won(state: ConcealedState, seat: int, chance: Chance) -> float:
    """Play a round on without exploring; return 1 if the seat wins it."""
    while state.last is None:
        state = _after(state, _answer(state, seat, chance, 0), chance)
    return float(state.last.winner == seat)


def _answer(state: ConcealedState, seat: int, chance: Chance, explored: int) -> ConcealedAction:
    """Answer by the networks for one seat, and as steady for the others."""
    seen, legal = CONCEALED_DRAW.observation(state, state.turn), CONCEALED_DRAW.legal_actions(state, state.turn)
    if state.turn != seat or (seen.phase == "discard" and seen.declarer is not None):
        return steady(seen, legal, BUDGET, chance)
    draws = unseen_by(seen)
    found = weighed(seen, legal, shuffled(chance, draws)[:DRAWS] if seen.declarer is None else draws)
    best = sorted(found, key=found.__getitem__, reverse=True)
    return choice(chance, best[:BEST]) if chance.below(100) < explored else best[0]


def _after(state: ConcealedState, action: ConcealedAction, chance: Chance) -> ConcealedState:
    return CONCEALED_DRAW.apply(state, {state.turn: action}, chance).state


def fitted(rows: Rows, seed: int, epochs: int = EPOCHS, batch: int = BATCH) -> Network:
    """Fit a network to rows, by Adam (Kingma and Ba 2014) with steps that get shorter."""
    rng = np.random.default_rng(seed)
    numbers, won = rows[:, :-1], rows[:, -1]
    batch = min(batch, len(rows))
    share = float(np.clip(won.mean(), 0.001, 0.999))
    inner, outer = rng.normal(0, 0.2, (NUMBERS, UNITS)), rng.normal(0, 0.2, UNITS)
    parts: list[Floats] = [inner, np.zeros(UNITS), outer, np.array(log(share / (1 - share)))]
    means, squares = [np.zeros_like(part) for part in parts], [np.zeros_like(part) for part in parts]
    steps = epochs * (len(rows) // batch)
    step = 0
    for _ in range(epochs):
        order = rng.permutation(len(rows))
        for start in range(0, len(rows) - batch + 1, batch):
            chosen = order[start : start + batch]
            step += 1
            rate = RATE * (1 - step / steps) + LAST_RATE
            for part, mean, square, slope in zip(
                parts, means, squares, _slopes(parts, numbers[chosen], won[chosen]), strict=True
            ):
                mean += (1 - MEAN) * (slope - mean)
                square += (1 - SQUARE) * (slope**2 - square)
                part -= rate * mean / (1 - MEAN**step) / (np.sqrt(square / (1 - SQUARE**step)) + 1e-8)
    return network_of(parts)


def _slopes(parts: Sequence[Floats], numbers: Rows, won: Rows) -> list[Floats]:
    """Return how the logistic loss rises with each part of the network."""
    inner, starts, outer, start = parts
    reached = numbers @ inner + starts
    hidden = np.maximum(reached, 0.0)
    wrong = (1 / (1 + np.exp(-(hidden @ outer + start))) - won) / len(won)
    back = np.outer(wrong, outer) * (reached > 0)
    return [numbers.T @ back + DECAY * inner, back.sum(axis=0), hidden.T @ wrong, np.array(wrong.sum())]


def network_of(parts: Sequence[Floats]) -> Network:
    """Multiply each unit by its outgoing weight, of which only the sign is left."""
    inner, starts, outer, start = parts
    sizes = np.abs(outer)
    columns = zip(np.sign(outer), starts * sizes, (inner * sizes).T, strict=True)
    units = [Unit(float(sign), float(first), tuple(weights.tolist())) for sign, first, weights in columns]
    return Network(float(start), tuple(units))


def loss(network: Network, rows: Rows) -> float:
    """Return the mean logistic loss of a network."""
    chances = [abs(1 - won - chance_by(network, numbers)) for *numbers, won in rows.tolist()]
    return -sum(log(max(chance, 1e-9)) for chance in chances) / len(chances)


def written(networks: Mapping[int, Network], command: str) -> str:
    """Return the text of the module with these networks: its present head, and new tables."""
    _, _, code = WEIGHTS.read_text().split('"""', 2)
    head, tables = code.split("NETWORKS = {\n")
    _, foot = tables.split("\n}\n")
    first = f'"""The networks of `chances.py`, by players left: `{command}` made them."""'
    return "\n".join([first + head + "NETWORKS = {", *map(_table, networks, networks.values()), "}", foot])


def _table(players: int, network: Network) -> str:
    """Write a network in thousandths, as `_network` reads it."""
    lines = [f"    {players}: _network(", f"        {round(network.start, 3)},", '        """']
    for unit in network.units:
        numbers = [unit.sign, *[1000 * number for number in (unit.start, *unit.weights)]]
        words = " ".join([str(round(number)) for number in numbers])
        lines.append(fill(words, LINE, initial_indent=" " * 8, subsequent_indent=" " * 10))
    return "\n".join([*lines, '        """,', "    ),"])


if __name__ == "__main__":
    main()
