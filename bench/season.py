"""A season on a ladder of the site: bots with accounts, challenges, matches, and the site's signals about them.

The season uses the site's own accounts, ladder with rungs and rules of challenge, challenges and their acceptance,
seating, seeds, steps with their chain, results, ratings, and the nightly job that weighs the matches and names pairs.
Only the answers come from the rules in one go: the site's service writes each step, but no answer is sealed in its own
row and no time control runs, which would take many times as long and result in the same log. Signals read only
accounts, seats and logs.
"""

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import timedelta
from itertools import count
from math import inf
from types import SimpleNamespace
from typing import NamedTuple
from unittest.mock import patch

import msgspec
from django.db import transaction

from accounts.models import User
from bench.colluders import Bots, Round
from engine import AnyGame
from engine.language import English, speak
from engine.log import LoggedAnswer, LoggedStep, commitment
from foundation.errors import Refused
from foundation.language import ReadersLanguage
from ladders.methods.rungs import in_reach
from ladders.models import Rung
from ladders.services import challenges
from ladders.services.challenges import accept_challenge, make_challenge
from ladders.services.results import follow_match
from matches.lobby import arranged
from matches.log.chain import seed_of, write_step
from matches.log.states import state_of
from matches.models import Match
from matches.rounds.locking import lock_match
from matches.rounds.turns import ask_seats
from moderation.models import Signal, Weighed
from moderation.services.signals import recompute_signals, weigh_match
from moderation.signals.feeding import MATCHES_LEAST
from moderation.signals.gains import Gain
from moderation.weighing import Load, weigh
from tests.ladders.play import ladder_of, people
from tests.matches.tables import NOON

Pair = tuple[int, int]
TABLE = 4
APART = timedelta(days=1)
"""The time between matches: the same four players may not meet again within a week."""


class Shape(NamedTuple):
    """The size of a season."""

    bots: int
    pairs: int
    """The number of planted pairs, and of pairs of honest friends."""
    together: int
    """How often the two of a pair meet, if the ladder allows it: neither may stand too far above the other."""
    imagined: int = 10
    """The number of positions in which a colluder tries each answer."""


class Outcome(NamedTuple):
    """The result of a season; pairs are pairs of bot numbers."""

    planted: set[Pair]
    named: set[Pair]
    tested: int
    """The number of pairs that met often enough to be judged."""


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
    """Derive everything the site draws for a match from one seed, so that every run is the same."""
    fixed = SimpleNamespace(
        token_hex=lambda n: luck.randbytes(n).hex(), token_urlsafe=lambda n: luck.randbytes(n).hex()
    )
    seeds = patch.object(arranged, "new_root", lambda: luck.randbytes(32))
    with patch.object(arranged, "secrets", fixed), patch.object(challenges, "secrets", fixed), seeds:
        yield


@contextmanager
def unread() -> Iterator[None]:
    """Leave what games say in English, as no reader is there: asking Django for their language took a quarter."""
    speak(English())
    try:
        yield
    finally:
        speak(ReadersLanguage())


class Season:
    """Matches of bots on a ladder that starts in random order."""

    def __init__(self, game: AnyGame, shape: Shape, *, seed: int, planted: bool, options: object) -> None:
        self.shape, self.luck, self.now = shape, random.Random(seed), NOON
        # Bots next to each other in strength stay within reach of each other.
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
        """Return the users in random order, but with the two of a pair one after the other."""
        firsts = dict(self.pairs)
        alone = set(range(self.shape.bots)) - set(firsts.values())
        order = self.luck.sample(sorted(alone), len(alone))
        return [self.users[bot] for first in order for bot in (first, *([firsts[first]] if first in firsts else ()))]

    def play(self) -> None:
        """Play the meetings of the pairs, joined by those who have played least; then weigh all matches."""
        with unread():
            self._play_and_weigh()

    def _play_and_weigh(self) -> None:
        meetings = self.pairs * self.shape.together
        for pair in self.luck.sample(meetings, len(meetings)):
            self.now += APART
            # These four may have met within a week.
            with suppress(Refused):
                self._match(*self._company(pair))
        seeds = count()

        def weigh_whole(load: Load) -> list[Gain]:
            """Weigh to the end, and not from the number of the match: the same on any machine, in any database."""
            return weigh(load._replace(seed=next(seeds)), inf)

        while weigh_match(weigh_it=weigh_whole):
            pass
        recompute_signals(now=self.now)

    def outcome(self) -> Outcome:
        """Return the pairs that the site's signals name."""
        fed = Signal.objects.filter(kind=Signal.Kind.FEEDING).values_list("one", "other")
        return Outcome(self.planted, {self._pair(one, other) for one, other in fed}, self._tested())

    def _pair(self, one: int, other: int) -> Pair:
        """Return two accounts as a pair of bots."""
        first, second = sorted((self.number_of[one], self.number_of[other]))
        return first, second

    def _tested(self) -> int:
        times: dict[Pair, set[int]] = defaultdict(set)
        for match, rows in Weighed.objects.values_list("match", "favours"):
            for one, other, *_ in rows:
                times[self._pair(one, other)].add(match)
        return sum(len(matches) >= MATCHES_LEAST for matches in times.values())

    def _company(self, pair: Sequence[int]) -> tuple[int, list[int]]:
        """Return a challenger and opponents within reach: the pair's other bot first, then those who played least."""
        rungs = {self.number_of[user]: rung for user, rung in Rung.objects.values_list("user", "position")}
        challenger = self.luck.choice(pair)
        near = [bot for bot, rung in rungs.items() if in_reach(rungs[challenger], rung)]
        near.sort(key=lambda bot: (bot not in pair, self.played[bot], self.luck.random()))
        return challenger, near[: TABLE - 1]

    def _match(self, challenger: int, opponents: Sequence[int]) -> None:
        """Make a challenge, let all accept it, play the match and apply its result. Raises `Refused`."""
        users = [self.users[bot] for bot in opponents]
        challenge = make_challenge(
            ladder_id=self.ladder.pk, challenger=self.users[challenger], opponents=users, now=self.now
        )
        for user in users:
            challenge = accept_challenge(challenge_id=challenge.pk, user=user, now=self.now)
        assert challenge.match_id, "All have accepted, but there is no match."
        self._play(challenge.match_id)
        follow_match(match_id=challenge.match_id, now=self.now)
        for bot in (challenger, *opponents):
            self.played[bot] += 1

    def _play(self, match_id: int) -> None:
        """Write every step of a match and its result."""
        match = lock_match(match_id)
        seats = list(match.seats.select_related("user").order_by("number"))
        table = [self.number_of[seat.user_id] for seat in seats if seat.user_id]
        seed, state = seed_of(match, seats), state_of(match)
        for played in self.bots.play(table, state, seed):
            state = played.state
            write_step(match=match, entry=self._entry(match, played), seed=seed, state=state, now=self.now)
        ask_seats(match=match, seats=seats, state=state, now=self.now)
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
