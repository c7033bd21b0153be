"""Records of matches that were never played here: whole and right, however long or odd they are."""

import hashlib
from typing import Any

import msgspec

from engine.beacon import Beacon, randomness_of
from engine.chance import SeededChance, choice
from engine.game import AnyGame
from engine.log import (
    FORMAT,
    REWOUND,
    ChainedStep,
    LoggedAnswer,
    LoggedStep,
    MatchRecord,
    RecordedSeat,
    checksum,
    commitment,
    first_link,
    match_seed,
    next_link,
    seed_before,
    seed_hash,
)
from engine.replay import rewind

AT = "2026-01-01T12:00:00+00:00"
NONCE = "0" * 32


class Writer:
    """Writes a record step by step, with the chain, the chance and the commitments that belong to it."""

    def __init__(
        self,
        game: AnyGame,
        players: int,
        seed: str = "1",
        word: str = "w",
        opened: MatchRecord | None = None,
        beacon: Beacon | None = None,
        at: str = AT,
        later: int = 0,
        **options: Any,
    ) -> None:
        """`opened`: a record whose seed and words are used again. `at`: when it began. `later`: further seeds."""
        self.beacon, self.at = beacon, at
        self.game, self.players, self.options = game, players, game.Options(**options)
        self.words = [seat.contribution for seat in opened.seats] if opened else [word] * players
        nonces = [seat.nonce for seat in opened.seats] if opened else [NONCE if word else ""] * players
        self.seats = tuple(
            RecordedSeat(f"player {seat + 1}", *added)
            for seat, added in enumerate(zip(self.words, nonces, strict=True))
        )
        own = hashlib.sha256(seed.encode()).digest()
        seeds = [own]
        for _ in range(later):
            seeds.insert(0, seed_before(seeds[0]))
        self.later, self.used = seeds[1:], list[str]()
        self.site_seed = bytes.fromhex(opened.site_seed) if opened else seeds[0]
        self.seed = match_seed(self.site_seed, self.words, beacon.randomness if beacon else "")
        self.picks = SeededChance(own, 0)
        self.steps: list[ChainedStep] = []
        self.states: dict[int, Any] = {}
        self.link = first_link(
            game=game.slug,
            rules_version=game.rules_version,
            options=msgspec.to_builtins(self.options),
            contributions=self.words,
            commitments=[seat.commitment for seat in self.seats],
            seed_hash=seed_hash(self.site_seed),
            beacon=beacon,
        )
        chance = SeededChance(self.seed, 0)
        state, events = game.initial_state(players, self.options, chance)
        self._play(state, "setup", draws=tuple(chance.draws), events=tuple(msgspec.to_builtins(events)))

    @property
    def number(self) -> int:
        """The number of the last step."""
        return self.steps[-1].step.number

    @property
    def state(self) -> Any:
        """The position after the last step."""
        return self.states[self.number]

    def play(self, most: int) -> "Writer":
        """Play at random for so many rounds, or to the end."""
        for _ in range(most):
            asked = self.game.current_players(self.state)
            if not asked:
                break
            self._round({player: choice(self.picks, self.game.legal_actions(self.state, player)) for player in asked})
        return self

    def _round(self, joint: dict[int, Any]) -> None:
        number = self.number + 1
        chance = SeededChance(self.seed, number)
        effective = self.game.effective_actions(self.state, joint)
        answers = tuple(self._answer(number, player, joint[player], effective[player]) for player in joint)
        state, events = self.game.apply(self.state, joint, chance)
        draws, told = tuple(chance.draws), tuple(msgspec.to_builtins(events))
        self._play(state, "round", answers=answers, draws=draws, events=told)

    def _answer(self, number: int, player: int, meant: Any, stands: Any) -> LoggedAnswer:
        action = msgspec.to_builtins(stands)
        if meant != stands:
            return LoggedAnswer(player, action, "player")
        sealed = commitment(step=number, player=player, action=action, nonce=NONCE)
        return LoggedAnswer(player, action, "player", NONCE, sealed)

    def rewind(self, to: int, **note: Any) -> "Writer":
        """Go back to the position after a step."""
        chance = SeededChance(self.seed, self.number + 1)
        state = rewind(self.game, self.states[to], chance)
        self._play(state, REWOUND, draws=tuple(chance.draws), note={"to": to, **note})
        return self

    def reopen(self, to: int, *, signature: str = "", **note: Any) -> "Writer":
        """Take the match back after its end, under the next seed and with a round of public randomness."""
        seed = self.later[len(self.used)]
        self.used.append(seed.hex())
        self.seed = match_seed(
            seed, self.words, randomness_of(signature or (self.beacon.signature if self.beacon else ""))
        )
        signed = {"signature": signature} if signature else {}
        return self.rewind(to, seed_hash=seed_hash(seed), **signed, **note)

    def _play(self, state: Any, kind: str, **more: Any) -> None:
        number = self.number + 1 if self.steps else 0
        self.states[number] = state
        self._chain(LoggedStep(number, kind, self.at, **more))

    def note(self, kind: str, **note: Any) -> "Writer":
        """Add a moderator's step that moves nothing."""
        part = self.steps[-1].step.part + 1
        self._chain(LoggedStep(self.number, kind, self.at, note=note, part=part))
        return self

    def _chain(self, step: LoggedStep) -> None:
        self.link = next_link(self.link, step, self.seed)
        self.steps.append(ChainedStep(step, self.link))

    def record(self) -> MatchRecord:
        """The record so far, with its checksum."""
        record = MatchRecord(
            format=FORMAT,
            game=self.game.slug,
            rules_version=self.game.rules_version,
            players=self.players,
            options=msgspec.to_builtins(self.options),
            seats=self.seats,
            seed_hash=seed_hash(self.site_seed),
            site_seed=self.site_seed.hex(),
            steps=tuple(self.steps),
            later_seeds=tuple(self.used),
            beacon=self.beacon,
        )
        return msgspec.structs.replace(record, checksum=checksum(record))

    def file(self) -> bytes:
        """The record as the bytes of a file."""
        return msgspec.json.encode(self.record())
