"""What an answer gave away, by the very figures that are shown of it and of what *sharp* would have given.

The teacher is stricter than *sharp*, which departs from its rules of thumb even for a lead that may be chance. People
learn from what the teacher calls a mistake, so the difference has to be clear.
"""

from math import hypot

from analysis.findings import Advice
from analysis.selectors.hints import per_cent

LEAST_COST = 3
"""The per cent of a win below which nothing is a mistake, however sure it is."""


def cost_of(advice: Advice | None) -> int:
    """Return the per cent of a win that the answer given gave away.

    It is 0 if none was given, if *sharp* would give it too, or if the difference is small or may be chance: not more
    than about two standard errors of the difference.
    """
    if advice is None or advice.mine < 0:
        return 0
    best, given = advice.answers[0], advice.answers[advice.mine]
    cost = per_cent(best.worth) - per_cent(given.worth)
    may_be_chance = best.worth - given.worth <= hypot(best.error, given.error)
    return 0 if given.share or cost < LEAST_COST or may_be_chance else cost
