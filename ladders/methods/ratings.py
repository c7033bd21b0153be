"""Ratings after Weng and Lin (Plackett–Luce): a player's skill is a number with its uncertainty."""

from collections.abc import Sequence
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
    teams: list[list[Any]] = [[_MODEL.create_rating([*finish.skill])] for finish in finishes]
    after = _MODEL.rate(teams, ranks=[float(finish.place) for finish in finishes])
    return [_kept(finish, Skill(team[0].mu, team[0].sigma)) for finish, team in zip(finishes, after, strict=True)]


def _kept(finish: Finish, after: Skill) -> Skill:
    return finish.skill if finish.away and after.mu > finish.skill.mu else after


def provisional(skill: Skill, matches: int) -> bool:
    """Whether a rating is still to settle."""
    return matches < SETTLED_MATCHES or skill.error >= SETTLED_ERROR


def places_with_forfeits(places: Sequence[int], forfeits: Sequence[bool]) -> list[int]:
    """Places in which every forfeit comes after all who played, each group in its own order (1, 2, 2, 4)."""
    keys = [(forfeit, place) for place, forfeit in zip(places, forfeits, strict=True)]
    return [1 + sum(other < key for other in keys) for key in keys]
