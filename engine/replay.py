"""Replay a match from its log and verify it."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec

from engine.beacon import fault_of, randomness_of, unchecked
from engine.chance import Chance, ChanceExhausted, RecordedChance, SeededChance
from engine.game import AnyGame, IllegalAction, Step
from engine.language import say
from engine.later_rounds import fault_of_later_rounds, later_rounds
from engine.log import (
    BY_PLAYERS,
    BY_RULES,
    FORMAT,
    REWOUND,
    LoggedStep,
    MatchRecord,
    canonical,
    commitment,
    first_link,
    match_seed,
    next_link,
    seed_before,
    seed_hash,
)
from engine.origin import origin_of


@dataclass(frozen=True)
class Check:
    """The result of one check of a match."""

    name: str
    ok: bool
    detail: str


def replay_step(game: AnyGame, state: Any, step: LoggedStep) -> Step[Any]:
    """Apply a logged round to the state before it, using the recorded draws.

    Raises `IllegalAction` or `ChanceExhausted` if the log contradicts the rules.
    """
    chance = RecordedChance(step.draws)
    joint = {answer.player: game.action_from(answer.action) for answer in step.answers}
    result = game.apply(state, joint, chance)
    _check_used_up(chance, step)
    return result


def _check_used_up(chance: RecordedChance, step: LoggedStep) -> None:
    """Raise `ChanceExhausted` if the rules needed fewer draws than a step holds."""
    if not chance.used_up:
        raise ChanceExhausted(say("Step {number} holds more draws than the rules need.", number=step.number))


class BrokenLog(Exception):
    """A log that is invalid under any rules."""


BROKEN = (IllegalAction, ChanceExhausted, BrokenLog)
"""The exceptions raised when an invalid log is read."""


Watch = Callable[[LoggedStep, Any], None]
"""Takes a step and the position after it."""


def steps_of(record: MatchRecord) -> list[LoggedStep]:
    """The steps of a record without their links."""
    return [chained.step for chained in record.steps]


def step_aimed_at(step: LoggedStep) -> int:
    """The step that a rewind went back to. Raises `BrokenLog`."""
    aim = step.note.get("to")
    if not isinstance(aim, int) or not 0 <= aim < step.number:
        raise BrokenLog(say("Step {number} does not go back to an earlier step.", number=step.number))
    return aim


def replay(
    game: AnyGame, players: int, options: Any, steps: Sequence[LoggedStep]
) -> Iterator[tuple[LoggedStep, Step[Any]]]:
    """Yield each step of a log with the result of applying it. Raises the exceptions in `BROKEN`."""
    chances = [RecordedChance(step.draws) for step in steps]
    for step, chance, result in zip(steps, chances, _played(game, players, options, steps, chances), strict=True):
        _check_used_up(chance, step)
        yield step, result


def _played(
    game: AnyGame, players: int, options: Any, steps: Sequence[LoggedStep], chances: Iterable[Chance]
) -> Iterator[Step[Any]]:
    """Play a log with one source of chance per step."""
    aims = {step_aimed_at(step) for step in steps if step.kind == REWOUND}
    kept: dict[int, Any] = {}
    state: Any = None
    for step, chance in zip(steps, chances, strict=True):
        if step.kind == REWOUND:
            aim = step_aimed_at(step)
            # A later rewind cannot return to steps that were taken back.
            while kept and next(reversed(kept)) > aim:
                kept.popitem()
            state = kept.get(aim)
        result = play_step(game, players, options, state, step, chance)
        state = result.state
        if step.number in aims and step.is_play:
            kept[step.number] = state
        yield result


def play_step(game: AnyGame, players: int, options: Any, state: Any, step: LoggedStep, chance: Chance) -> Step[Any]:
    """Apply one step to the state before it, or to the state that a rewind returns to."""
    if step.kind == "setup":
        return _set_up(game, players, options, step, chance)
    if state is None:
        raise BrokenLog(say("Step {number} has no state to continue from.", number=step.number))
    if step.kind == "round":
        return game.apply(state, {answer.player: game.action_from(answer.action) for answer in step.answers}, chance)
    return Step(rewind(game, state, chance) if step.kind == REWOUND else state, ())


def _set_up(game: AnyGame, players: int, options: Any, step: LoggedStep, chance: Chance) -> Step[Any]:
    """Begin a match by the rules, or where the record in its setup ends, with the undrawn pieces reshuffled."""
    origin = origin_of(step)
    return game.initial_state(players, options, chance) if origin is None else play_on(game, origin, chance)


def play_on(game: AnyGame, origin: MatchRecord, chance: Chance) -> Step[Any]:
    """Return the position from which a match is played on. Raises the exceptions in `BROKEN`."""
    return Step(rewind(game, end_of(game, origin), chance), ())


def end_of(game: AnyGame, record: MatchRecord) -> Any:
    """Return the last position of a record. Raises the exceptions in `BROKEN`."""
    state: Any = None
    for _, result in replay(game, record.players, msgspec.convert(record.options, game.Options), steps_of(record)):
        state = result.state
    return state


def rewind(game: AnyGame, state: Any, chance: Chance) -> Any:
    """The state from which a rewound match continues, with the undrawn pieces reshuffled."""
    return game.reshuffle(state, chance)


def taken_back(steps: Sequence[LoggedStep]) -> set[int]:
    """The numbers of the steps that a later rewind took back. Raises `BrokenLog`."""
    gone: set[int] = set()
    aim: int | None = None
    for step in reversed(steps):
        if aim is not None and step.number > aim:
            gone.add(step.number)
        if step.kind == REWOUND:
            aim = step_aimed_at(step) if aim is None else min(aim, step_aimed_at(step))
    return gone


def seeds_of(record: MatchRecord) -> Iterator[bytes]:
    """Yield the seed of each step. Raises `BrokenLog` if a seed is missing, or is not the one fixed at the start."""
    words = [seat.contribution for seat in record.seats]
    site_seed, later = bytes.fromhex(record.site_seed), iter(record.later_seeds)
    randomness = record.beacon.randomness if record.beacon else ""
    seed = match_seed(site_seed, words, randomness)
    for step in steps_of(record):
        if step.kind == REWOUND and "seed_hash" in step.note:
            before, site_seed = site_seed, bytes.fromhex(next(later, ""))
            if seed_hash(site_seed) != step.note["seed_hash"] or seed_before(site_seed) != before:
                raise BrokenLog(
                    say(
                        "The seed from step {number} on is not the one that was fixed before the start.",
                        number=step.number,
                    )
                )
            randomness = randomness_of(step.note.get("signature", "")) or randomness
            seed = match_seed(site_seed, words, randomness)
        yield seed


class Examined(NamedTuple):
    """The checks of a match and its last position, which is None if the log breaks the rules."""

    checks: list[Check]
    state: Any


def check_record(game: AnyGame, record: MatchRecord, watch: Watch = lambda step, state: None) -> Examined:
    """Check a match as far as it went: seed, chain, commitments, chance and rules.

    Every step is played once, and `watch` is called with it and the position after it.
    """
    play = _Play(game, record)
    state = play.examine(watch)
    checks = [_check_seed(record), check_chain(record), _check_commitments(record), *play.checks(state)]
    return Examined([*checks, *_check_beacon(record), *_moderated(record)], state)


def _moderated(record: MatchRecord) -> list[Check]:
    """List what did not follow from the rules, each of which is a step of the chain; empty if there is nothing."""
    apart = [step for step in steps_of(record) if step.kind not in BY_RULES]
    agreed = [step for step in apart if step.kind == REWOUND and step.note.get("by") == BY_PLAYERS]
    taken_back = say("Rounds taken back as all players agreed: {count}.", count=len(agreed))
    found = [Check("taken_back", True, taken_back)] if agreed else []
    done = Counter(step.kind for step in apart if step not in agreed)
    if not done:
        return found
    words = ", ".join(f"{kind} × {count}" if count > 1 else kind for kind, count in sorted(done.items()))
    return [Check("moderators", True, say("Steps by moderators: {words}.", words=words)), *found]


def _check_seed(record: MatchRecord) -> Check:
    ok = record.format == FORMAT and seed_hash(bytes.fromhex(record.site_seed)) == record.seed_hash
    words = say("The site's seed fits its hash. Compare the hash with the one you saw before the match.")
    return Check("seed", ok, words if ok else say("The site's seed is not the one whose hash was published."))


def _check_beacon(record: MatchRecord) -> list[Check]:
    """Check the public randomness; empty if the table was opened without any, and none is named."""
    fault = fault_of_later_rounds(steps_of(record), mixed_in=record.beacon is not None)
    if (beacon := record.beacon) is None:
        return [Check("beacon", False, fault)] if fault else []
    later = later_rounds(record)
    fault = fault_of(beacon, record.steps[0].step.at) or fault
    words = say("Round {round} of drand is mixed in, the first after the last seat was taken.", round=beacon.round)
    if missing := unchecked(beacon, later):
        words = say(
            "It has to be round {round} of drand. Not compared: {missing}.", round=beacon.round, missing=missing[0]
        )
    if later:
        rounds = ", ".join(str(number) for number, _ in later)
        more = say(
            "Fixed each time that the match was taken back after its end, and mixed in: {rounds}.", rounds=rounds
        )
        words = f"{words} {more}"
    return [Check("beacon", not fault, fault or words)]


def check_chain(record: MatchRecord) -> Check:
    """Check that each link follows from the one before it."""
    link = first_link(
        game=record.game,
        rules_version=record.rules_version,
        options=record.options,
        contributions=[seat.contribution for seat in record.seats],
        commitments=[seat.commitment for seat in record.seats],
        seed_hash=record.seed_hash,
        beacon=record.beacon,
    )
    before: LoggedStep | None = None
    try:
        for chained, seed in zip(record.steps, seeds_of(record), strict=True):
            step = chained.step
            link = next_link(link, step, seed)
            if not step.follows(before) or link != chained.hash:
                return Check(
                    "chain",
                    False,
                    say("Step {place} does not fit the chain: it or a step before it was changed.", place=step.place),
                )
            before = step
    except BrokenLog as error:
        return Check("chain", False, str(error))
    return Check("chain", True, say("Each of the {count} steps fits the one before it.", count=len(record.steps)))


def _check_commitments(record: MatchRecord) -> Check:
    opened = withheld = 0
    for chained in record.steps:
        for answer in chained.step.answers:
            if not answer.commitment:
                withheld += 1
                continue
            number, player = chained.step.number, answer.player
            if answer.commitment != commitment(step=number, player=player, action=answer.action, nonce=answer.nonce):
                return Check(
                    "answers",
                    False,
                    say(
                        "The answer of seat {player} in step {number} is not the one sealed.",
                        player=player,
                        number=number,
                    ),
                )
            opened += 1
    words = say("{opened} sealed answers open to what was committed to.", opened=opened)
    if withheld:
        words = f"{words} {say('{withheld} came to nothing and stay closed.', withheld=withheld)}"
    return Check("answers", True, words)


class _Play:
    """Plays a log once, and finds the first fault of each kind."""

    def __init__(self, game: AnyGame, record: MatchRecord) -> None:
        self.game, self.players, self.steps = game, record.players, steps_of(record)
        self.options = msgspec.convert(record.options, game.Options)
        self.seeds = seeds_of(record)
        self.faults: dict[str, str] = {}
        self.drawn = 0

    def examine(self, watch: Watch) -> Any:
        """Play the log and return its last position, or None if it breaks the rules."""
        before: Any = None
        chances = [RecordedChance(step.draws) for step in self.steps]
        played = _played(self.game, self.players, self.options, self.steps, chances)
        try:
            for step, chance, result in zip(self.steps, chances, played, strict=True):
                self._look_at(before, step, chance, result)
                watch(step, result.state)
                before = result.state
        except BROKEN as error:
            for name in ("closed", "rules"):
                self.faults.setdefault(name, say("The log breaks the rules: {error}", error=error))
            self.faults.setdefault("chance", str(error))
            return None
        return before

    def _look_at(self, before: Any, step: LoggedStep, chance: RecordedChance, result: Step[Any]) -> None:
        """Note the faults of one step; one of each kind is enough. Raises the exceptions in `BROKEN`."""
        _check_used_up(chance, step)
        self._look_at_chance(step, chance)
        if canonical(step.events) != canonical(result.events):
            self.faults.setdefault(
                "rules", say("Step {number} tells of other events than the rules give.", number=step.number)
            )
        if step.kind != "round":
            if step.answers:
                self.faults.setdefault(
                    "rules", say("Step {number} holds answers, but is no round.", number=step.number)
                )
            # At the end all seeds are opened, and not before.
            if step.kind == REWOUND and ("seed_hash" in step.note) == bool(self.game.current_players(before)):
                self.faults.setdefault(
                    "chance", say("Step {number} goes on under a seed that is open, or opens one.", number=step.number)
                )
        elif "closed" not in self.faults and (wrong := _wrongly_withheld(self.game, before, step)):
            self.faults["closed"] = say(
                "The answer of seat {player} in step {number} should be open.", player=wrong[0], number=step.number
            )

    def _look_at_chance(self, step: LoggedStep, chance: RecordedChance) -> None:
        """Draw again from the seed what the rules drew from the log."""
        if "chance" in self.faults:
            return
        seeded = SeededChance(next(self.seeds), step.number)
        if tuple(map(seeded.below, chance.bounds)) != step.draws:
            self.faults["chance"] = say("The chance in step {number} is not what the seed gives.", number=step.number)
        self.drawn += len(step.draws)

    def checks(self, state: Any) -> list[Check]:
        """What was found; `state` is the last position."""
        places = None if state is None else self.game.places(state)
        game = self.game.title
        ended = say("Every step follows the rules of {game}; the match has not ended.", game=game)
        if places:
            final = ", ".join(map(str, places))
            ended = say("Every step follows the rules of {game}; final places {places}.", game=game, places=final)
        words = {
            "closed": say("No answer stays closed but those that came to nothing."),
            "chance": say("All {drawn} draws follow from the seed.", drawn=self.drawn),
            "rules": ended,
        }
        return [Check(name, name not in self.faults, self.faults.get(name, words[name])) for name in words]


def _wrongly_withheld(game: AnyGame, state: Any, step: LoggedStep) -> list[int]:
    """The seats whose answer is closed although no other answer of theirs would be recorded in the same way."""
    closed = [answer.player for answer in step.answers if not answer.commitment]
    if not closed:
        return []
    joint = {answer.player: game.action_from(answer.action) for answer in step.answers}

    def could_come_to_nothing(player: int) -> bool:
        stands = joint[player]
        others = (action for action in game.legal_actions(state, player) if action != stands)
        return any(game.effective_actions(state, {**joint, player: action})[player] == stands for action in others)

    return [player for player in closed if not could_come_to_nothing(player)]
