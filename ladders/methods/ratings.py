"""Ratings after Weng and Lin (Plackett–Luce): a player's skill as a number with its uncertainty."""

from collections.abc import Iterator, Sequence
from math import lcm
from typing import Any, NamedTuple

from openskill.models import PlackettLuce

MU = 25.0
SIGMA = MU / 3
BETA = SIGMA / 2
"""How much one match may differ from the skill it shows."""
TAU = MU / 300
"""The uncertainty added before each match, so that a settled rating can still move."""

CENTRE = 1500
POINTS = 20
"""Displayed rating points per unit of `MU`."""
SETTLED_ERROR = 140
SETTLED_MATCHES = 10
"""A rating is provisional until its error is below this and it rests on this many matches."""

_MODEL = PlackettLuce(mu=MU, sigma=SIGMA, beta=BETA, tau=TAU)


class Skill(NamedTuple):
    """A player's estimated skill and its standard error, in the model's own units."""

    mu: float = MU
    sigma: float = SIGMA

    @property
    def number(self) -> int:
        """The estimate as displayed: 1500 for a newcomer."""
        return round(CENTRE + POINTS * (self.mu - MU))

    @property
    def error(self) -> int:
        """The standard error as displayed."""
        return round(POINTS * self.sigma)


class Finish(NamedTuple):
    """One seat's result and whether its player finished the match."""

    skill: Skill
    place: int
    """1 for the first; places may be shared."""
    away: bool = False
    """True if a substitute or a bot ended the match for the player: such a match never raises a rating."""


def skills_after(finishes: Sequence[Finish]) -> list[Skill]:
    """The skills after a match, in the order given. With fewer than two players nothing changes."""
    if len(finishes) < 2:
        return [finish.skill for finish in finishes]
    orders = list(_orders([finish.place for finish in finishes]))
    outcomes = [_rated_in(order, finishes) for order in orders]
    return [_kept(finish, _mean([outcome[seat] for outcome in outcomes])) for seat, finish in enumerate(finishes)]


def _orders(places: Sequence[int]) -> Iterator[list[int]]:
    """The seats in finishing order, once for each rotation of those who share a place.

    The method's own rule for ties gives two who share the first place no more than the next player gets. So tied
    players take turns at each of their places, and the mean is used.
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
    """True if a rating has not settled yet."""
    return matches < SETTLED_MATCHES or skill.error >= SETTLED_ERROR


def places_with_forfeits(places: Sequence[int], forfeits: Sequence[bool]) -> list[int]:
    """Places with every forfeit after all who played, each group in its own order (1, 2, 2, 4)."""
    keys = [(forfeit, place) for place, forfeit in zip(places, forfeits, strict=True)]
    return [1 + sum(other < key for other in keys) for key in keys]
