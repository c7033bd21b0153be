"""What an answer gave away, by the very figures that are shown of it and of what *sharp* would have given."""

from analysis.findings import Advice
from analysis.selectors.hints import per_cent


def cost_of(advice: Advice | None) -> int:
    """Return the per cent of a win that the answer given gave away; 0 if none was given."""
    if advice is None or advice.mine < 0 or not advice.cost:
        return 0
    best, given = advice.answers[0], advice.answers[advice.mine]
    return max(0, per_cent(best.worth) - per_cent(given.worth))
