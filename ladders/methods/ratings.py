"""Ratings after Weng and Lin (Plackett–Luce): a player's skill is a number with its uncertainty."""

from collections.abc import Iterator, Sequence
from math import lcm
from typing import Any, NamedTuple

from openskill.models import PlackettLuce

MU = 25.0
SIGMA = MU / 3
BETA = SIGMA / 2
"""How much one match may differ from the skill it shows."""
TAU = MU / 300
"""What is forgotten before each match, so that a settled rating can still move."""

CENTRE = 1500
POINTS = 20
"""Points of the number shown for one of `MU`'s."""
SETTLED_ERROR = 140
SETTLED_MATCHES = 10
"""A rating is provisional until its error is below this and it rests on so many matches."""

_MODEL = PlackettLuce(mu=MU, sigma=SIGMA, beta=BETA, tau=TAU)


class Skill(NamedTuple):
    """What is known of a player: an estimate and its standard error, in the model's own units."""

    mu: float = MU
    sigma: float = SIGMA

    @property
    def number(self) -> int:
        """The estimate as it is shown: 1500 for a newcomer."""
        return round(CENTRE + POINTS * (self.mu - MU))

    @property
    def error(self) -> int:
        """The standard error as it is shown."""
        return round(POINTS * self.sigma)


class Finish(NamedTuple):
    """How one seat came off, and who answers for it."""

    skill: Skill
    place: int
    """1 for the first; places may be shared."""
    away: bool = False
    """Whether somebody else, or a bot, ended the match for the player: such a match never lifts a rating."""


def rated(finishes: Sequence[Finish]) -> list[Skill]:
    """The skills after a match, in the order given. With fewer than two players nothing changes."""
    if len(finishes) < 2:
        return [finish.skill for finish in finishes]
    orders = list(_orders([finish.place for finish in finishes]))
    outcomes = [_rated_in(order, finishes) for order in orders]
    return [_kept(finish, _mean([outcome[seat] for outcome in outcomes])) for seat, finish in enumerate(finishes)]


def _orders(places: Sequence[int]) -> Iterator[list[int]]:
    """The seats in finishing order, once for each turn of those who share a place.

    The method's own rule for shared places gives two who share the first no more than the next one gets. So each of
    them takes each of the places they share in turn, and the mean is taken.
    """
    groups = [[seat for seat, place in enumerate(places) if place == shared] for shared in sorted(set(places))]
    for turn in range(lcm(*(len(group) for group in groups))):
        yield [seat for group in groups for seat in _turned(group, turn % len(group))]


def _turned(group: list[int], turn: int) -> list[int]:
    return group[turn:] + group[:turn]


def _rated_in(order: Sequence[int], finishes: Sequence[Finish]) -> list[Skill]:
    """The skills by seat after this finishing order."""
    teams: list[list[Any]] = [[_MODEL.create_rating([*finish.skill])] for finish in finishes]
    ranks = [float(order.index(seat)) for seat in range(len(finishes))]
    return [Skill(team[0].mu, team[0].sigma) for team in _MODEL.rate(teams, ranks=ranks)]


def _mean(skills: Sequence[Skill]) -> Skill:
    count = len(skills)
    return Skill(sum(skill.mu for skill in skills) / count, sum(skill.sigma for skill in skills) / count)


def _kept(finish: Finish, after: Skill) -> Skill:
    return finish.skill if finish.away and after.mu > finish.skill.mu else after


def provisional(skill: Skill, matches: int) -> bool:
    """Whether a rating is still to settle."""
    return matches < SETTLED_MATCHES or skill.error >= SETTLED_ERROR


def places_with_forfeits(places: Sequence[int], forfeits: Sequence[bool]) -> list[int]:
    """Places in which every forfeit comes after all who played, each group in its own order (1, 2, 2, 4)."""
    keys = [(forfeit, place) for place, forfeit in zip(places, forfeits, strict=True)]
    return [1 + sum(other < key for other in keys) for key in keys]
