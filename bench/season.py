"""A season on a ladder of the site: bots with accounts, challenges, matches, and the site's own signals of them.

Real are the accounts, the ladder with its rungs and rules of who may challenge whom, challenges and their acceptance,
seating, seeds, steps with their chain, results, ratings and rungs that follow, and the nightly work that weighs the
matches and names pairs. The answers between are worked out by the rules in one go: each step is written by the service
that writes every step of the site, but no answer is sealed in a row of its own and no clock runs, which would take
many times as long and leaves the same log. Signals read nothing else than accounts, seats and logs.
"""

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import timedelta
from types import SimpleNamespace
from typing import NamedTuple
from unittest.mock import patch

import msgspec
from django.db import transaction

from accounts.models import User
from bench.colluders import AnyGame, Bots, Round
from games.engine import state_of
from games.models import Match
from games.rules.core.log import LoggedAnswer, LoggedStep, commitment
from games.services import arranged
from games.services.chain import seed_of, step_write
from games.services.errors import Refused
from games.services.rounds import match_locked, seats_ask
from ladders.methods.rungs import in_reach
from ladders.models import Rung
from ladders.services import challenges
from ladders.services.challenges import challenge_accept, challenge_make
from ladders.services.results import match_follow
from moderation.models import Signal, Weighed
from moderation.services.signals import match_weigh, signals_recompute
from moderation.signals.feeding import MATCHES_LEAST
from moderation.weighing import weigh
from tests.games.tables import NOON
from tests.ladders.play import ladder_of, people

Pair = tuple[int, int]
TABLE = 4
APART = timedelta(days=1)
"""How long after each other matches begin: a table of the same four must wait for a week."""


class Shape(NamedTuple):
    """How large a season is."""

    bots: int
    pairs: int
    """Pairs that are planted, and as many of honest friends."""
    together: int
    """How often the two of a pair meet, if the ladder lets them: neither may stand too far above the other."""
    imagined: int = 10
    """In how many positions a colluder tries each answer."""


class Outcome(NamedTuple):
    """What a season came to; pairs by the numbers of the bots."""

    planted: set[Pair]
    named: set[Pair]
    tested: int
    """How many pairs met often enough to be judged by."""


def season(game: AnyGame, shape: Shape, *, seed: int, planted: bool, options: object = None) -> Outcome:
    """Play a season and take it back: the database is left as it was."""
    with transaction.atomic(), drawn_from(random.Random(seed)):
        played = Season(game, shape, seed=seed, planted=planted, options=options or game.Options())
        played.play()
        outcome = played.outcome()
        transaction.set_rollback(True)
    return outcome


@contextmanager
def drawn_from(luck: random.Random) -> Iterator[None]:
    """Let all that the site draws for a match follow from one seed, so that every run is the same."""
    fixed = SimpleNamespace(
        token_hex=lambda n: luck.randbytes(n).hex(), token_urlsafe=lambda n: luck.randbytes(n).hex()
    )
    seeds = patch.object(arranged, "new_seed", lambda: luck.randbytes(32))
    with patch.object(arranged, "secrets", fixed), patch.object(challenges, "secrets", fixed), seeds:
        yield


class Season:
    """Matches of bots on a ladder on which they begin in an order of chance."""

    def __init__(self, game: AnyGame, shape: Shape, *, seed: int, planted: bool, options: object) -> None:
        self.shape, self.luck, self.now = shape, random.Random(seed), NOON
        # Who stand next to each other in strength stay in reach of each other.
        firsts = self.luck.sample(range(0, shape.bots - 1, 2), 2 * shape.pairs)
        self.pairs: list[Pair] = [
            (first, first + 1) if self.luck.random() < 0.5 else (first + 1, first) for first in firsts
        ]
        cheats = self.pairs[: shape.pairs] if planted else []
        self.planted = {(min(pair), max(pair)) for pair in cheats}
        self.bots = Bots(game, shape.bots, self.luck, dict(cheats), shape.imagined)
        self.users = people(shape.bots, "bot")
        self.number_of = {user.pk: number for number, user in enumerate(self.users)}
        self.ladder = ladder_of(self._joined(), slug=game.slug, options=options, seats=range(TABLE, TABLE + 1))
        self.played = [0] * shape.bots

    def _joined(self) -> list[User]:
        """All in an order of chance, but the two of a pair one after the other."""
        firsts = dict(self.pairs)
        alone = set(range(self.shape.bots)) - set(firsts.values())
        order = self.luck.sample(sorted(alone), len(alone))
        return [self.users[bot] for first in order for bot in (first, *([firsts[first]] if first in firsts else ()))]

    def play(self) -> None:
        """The meetings of the pairs, with those who have played least; then weigh them all."""
        meetings = self.pairs * self.shape.together
        for pair in self.luck.sample(meetings, len(meetings)):
            self.now += APART
            # Just these four may have met within a week.
            with suppress(Refused):
                self._match(*self._company(pair))
        while match_weigh(weigh_it=weigh):
            pass
        signals_recompute(now=self.now)

    def outcome(self) -> Outcome:
        """Who stands out by the signals of the site."""
        fed = Signal.objects.filter(kind=Signal.Kind.FEEDING).values_list("one", "other")
        return Outcome(self.planted, {self._pair(one, other) for one, other in fed}, self._tested())

    def _pair(self, one: int, other: int) -> Pair:
        """Two accounts as a pair of bots."""
        first, second = sorted((self.number_of[one], self.number_of[other]))
        return first, second

    def _tested(self) -> int:
        times: dict[Pair, set[int]] = defaultdict(set)
        for match, rows in Weighed.objects.values_list("match", "favours"):
            for one, other, *_ in rows:
                times[self._pair(one, other)].add(match)
        return sum(len(matches) >= MATCHES_LEAST for matches in times.values())

    def _company(self, pair: Sequence[int]) -> tuple[int, list[int]]:
        """A challenger, and those within reach who have played least; the other of the pair first, if within reach."""
        rungs = {self.number_of[user]: rung for user, rung in Rung.objects.values_list("user", "position")}
        challenger = self.luck.choice(pair)
        near = [bot for bot, rung in rungs.items() if in_reach(rungs[challenger], rung)]
        near.sort(key=lambda bot: (bot not in pair, self.played[bot], self.luck.random()))
        return challenger, near[: TABLE - 1]

    def _match(self, challenger: int, opponents: Sequence[int]) -> None:
        """A challenge, accepted by all, and what follows from the match. Raises `Refused`."""
        users = [self.users[bot] for bot in opponents]
        challenge = challenge_make(
            ladder_id=self.ladder.pk, challenger=self.users[challenger], opponents=users, now=self.now
        )
        for user in users:
            challenge = challenge_accept(challenge_id=challenge.pk, user=user, now=self.now)
        assert challenge.match_id, "All have accepted, so they play."
        self._play(challenge.match_id)
        match_follow(match_id=challenge.match_id, now=self.now)
        for bot in (challenger, *opponents):
            self.played[bot] += 1

    def _play(self, match_id: int) -> None:
        """Write every step of a match and its result."""
        match = match_locked(match_id)
        seats = list(match.seats.select_related("user").order_by("number"))
        table = [self.number_of[seat.user_id] for seat in seats if seat.user_id]
        seed, state = seed_of(match, seats), state_of(match)
        for played in self.bots.play(table, state, seed):
            state = played.state
            step_write(match=match, entry=self._entry(match, played), seed=seed, state=state, now=self.now)
        seats_ask(match=match, seats=seats, state=state, now=self.now)
        match.save()

    def _entry(self, match: Match, played: Round) -> LoggedStep:
        return LoggedStep(
            number=match.next_step,
            kind="round",
            at=self.now.isoformat(),
            answers=tuple(self._answer(match.next_step, seat, action) for seat, action in played.answers.items()),
            draws=played.draws,
            events=tuple(msgspec.to_builtins(list(played.events))),
        )

    def _answer(self, step: int, seat: int, action: object) -> LoggedAnswer:
        raw, nonce = msgspec.to_builtins(action), self.luck.randbytes(16).hex()
        sealed = commitment(step=step, player=seat, action=raw, nonce=nonce)
        return LoggedAnswer(player=seat, action=raw, by="player", nonce=nonce, commitment=sealed)
