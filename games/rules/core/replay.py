"""Replaying a match from its log, and checking all that can be checked of it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from games.rules.core.chance import ChanceExhausted, RecordedChance, SeededChance
from games.rules.core.game import Game, IllegalAction, Step
from games.rules.core.log import (
    FORMAT,
    LoggedStep,
    MatchRecord,
    canonical,
    commitment,
    first_link,
    match_seed,
    next_link,
    seed_hash,
)

AnyGame = Game[Any, Any, Any, Any]


@dataclass(frozen=True)
class Check:
    """One thing that was checked of a match."""

    name: str
    ok: bool
    detail: str


def replay_step(game: AnyGame, state: Any, step: LoggedStep) -> Step[Any]:
    """Apply a logged round to the state before it, with the chance that the log holds.

    Raises `IllegalAction` or `ChanceExhausted` when the log cannot be true.
    """
    chance = RecordedChance(step.draws)
    joint = {answer.player: game.action_from(answer.action) for answer in step.answers}
    result = game.apply(state, joint, chance)
    if not chance.used_up:
        raise ChanceExhausted(f"Step {step.number} holds more draws than the rules ask for.")
    return result


def replay(
    game: AnyGame, players: int, options: Any, steps: Iterable[LoggedStep]
) -> Iterator[tuple[LoggedStep, Step[Any]]]:
    """Yield each step of a log with what the rules make of it."""
    state: Any = None
    for step in steps:
        if step.kind == "setup":
            result = game.initial_state(players, options, RecordedChance(step.draws))
        elif step.kind == "round":
            result = replay_step(game, state, step)
        else:
            result = Step(state, ())
        state = result.state
        yield step, result


def check_record(game: AnyGame, record: MatchRecord) -> list[Check]:
    """Check a finished match: seed, chain, commitments, chance and rules."""
    seed = match_seed(bytes.fromhex(record.site_seed), [seat.contribution for seat in record.seats])
    return [
        _check_seed(record),
        _check_chain(record, seed),
        _check_commitments(record),
        _check_withheld(game, record),
        _check_chance(game, record, seed),
        _check_rules(game, record),
    ]


def _check_seed(record: MatchRecord) -> Check:
    ok = record.format == FORMAT and seed_hash(bytes.fromhex(record.site_seed)) == record.seed_hash
    words = "The site's seed is the one it committed to before anyone joined."
    return Check("seed", ok, words if ok else "The site's seed is not the one whose hash was published.")


def _check_chain(record: MatchRecord, seed: bytes) -> Check:
    link = first_link(
        game=record.game,
        rules_version=record.rules_version,
        options=record.options,
        contributions=[seat.contribution for seat in record.seats],
        seed_hash=record.seed_hash,
    )
    for number, chained in enumerate(record.steps):
        link = next_link(link, chained.step, seed)
        if chained.step.number != number or link != chained.hash:
            return Check("chain", False, f"Step {number} does not fit the chain: it or a step before it was changed.")
    return Check("chain", True, f"All {len(record.steps)} steps are chained as they were written.")


def _check_commitments(record: MatchRecord) -> Check:
    opened = withheld = 0
    for chained in record.steps:
        for answer in chained.step.answers:
            if not answer.commitment:
                withheld += 1
                continue
            number, player = chained.step.number, answer.player
            if answer.commitment != commitment(step=number, player=player, action=answer.action, nonce=answer.nonce):
                return Check("answers", False, f"The answer of seat {player} in step {number} is not the one sealed.")
            opened += 1
    more = f" {withheld} came to nothing and stay closed." if withheld else ""
    return Check("answers", True, f"{opened} sealed answers open to what was committed to.{more}")


def _check_withheld(game: AnyGame, record: MatchRecord) -> Check:
    """Answers stay closed only where the rules let an answer come to nothing."""
    options, state = msgspec.convert(record.options, game.Options), None
    try:
        for step, result in replay(game, record.players, options, [chained.step for chained in record.steps]):
            wrong = [] if step.kind != "round" else _wrongly_withheld(game, state, step)
            if wrong:
                return Check("closed", False, f"The answer of seat {wrong[0]} in step {step.number} should be open.")
            state = result.state
    except (IllegalAction, ChanceExhausted) as error:
        return Check("closed", False, f"The log breaks the rules: {error}")
    return Check("closed", True, "No answer stays closed but those that came to nothing.")


def _wrongly_withheld(game: AnyGame, state: Any, step: LoggedStep) -> list[int]:
    """Seats whose answer is closed although no other answer of theirs could have come to it."""
    joint = {answer.player: game.action_from(answer.action) for answer in step.answers}

    def could_come_to_nothing(player: int) -> bool:
        stands = joint[player]
        others = (action for action in game.legal_actions(state, player) if action != stands)
        return any(game.carried_out(state, {**joint, player: action})[player] == stands for action in others)

    return [
        answer.player for answer in step.answers if not answer.commitment and not could_come_to_nothing(answer.player)
    ]


def _check_chance(game: AnyGame, record: MatchRecord, seed: bytes) -> Check:
    try:
        drawn = sum(_redraw(game, record, seed))
    except (_WrongDraw, IllegalAction, ChanceExhausted) as error:
        return Check("chance", False, str(error))
    return Check("chance", True, f"All {drawn} draws follow from the seed.")


class _WrongDraw(Exception):
    """A step whose draws are not those that the seed gives."""


def _redraw(game: AnyGame, record: MatchRecord, seed: bytes) -> Iterator[int]:
    """Play every step again from the seed; yield how many draws each took."""
    options = msgspec.convert(record.options, game.Options)
    state: Any = None
    for chained in record.steps:
        step = chained.step
        chance = SeededChance(seed, step.number)
        if step.kind == "setup":
            state = game.initial_state(record.players, options, chance).state
        elif step.kind == "round":
            joint = {answer.player: game.action_from(answer.action) for answer in step.answers}
            state = game.apply(state, joint, chance).state
        if tuple(chance.draws) != step.draws:
            raise _WrongDraw(f"The chance in step {step.number} is not what the seed gives.")
        yield len(chance.draws)


def _check_rules(game: AnyGame, record: MatchRecord) -> Check:
    options = msgspec.convert(record.options, game.Options)
    try:
        for step, result in replay(game, record.players, options, [chained.step for chained in record.steps]):
            if step.kind in ("setup", "round") and canonical(step.events) != canonical(result.events):
                return Check("rules", False, f"Step {step.number} tells of other events than the rules give.")
            last = result.state
    except (IllegalAction, ChanceExhausted) as error:
        return Check("rules", False, f"The log breaks the rules: {error}")
    places = game.places(last)
    ended = f"final places {', '.join(map(str, places))}" if places else "the match has not ended"
    return Check("rules", True, f"Every step follows the rules of {game.title}; {ended}.")
