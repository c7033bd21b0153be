"""Ratings of bots that played without the database."""

from collections.abc import Sequence

from engine.selfplay import Played
from ladders.methods.ratings import Finish, Skill, skills_after


def skills_of(played: Sequence[Played]) -> dict[str, Skill]:
    """Rate the bots as the ladders do, one match after the other; a bot in several seats counts once a seat."""
    skills: dict[str, Skill] = {}
    for match in played:
        before = [
            Finish(skills.get(name, Skill()), place) for name, place in zip(match.names, match.places, strict=True)
        ]
        after = skills_after(before)
        for name in dict.fromkeys(match.names):
            mine = [skill for skill, other in zip(after, match.names, strict=True) if other == name]
            mu, sigma = (sum(getattr(skill, part) for skill in mine) / len(mine) for part in Skill._fields)
            skills[name] = Skill(mu, sigma)
    return skills
