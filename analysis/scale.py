"""Turn what *sharp* thinks of positions into chances to win.

*Sharp* looks a short way ahead and judges positions by a formula. That is steady from step to step, but need not be the
share of matches that are won from there: in some games the formula is timid, in others bold. By how much to stretch it
is measured for each game; hints go by that. Of a whole match the teacher knows more: how matches that were played to
the end from its positions came out.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from analysis.findings import Advice, Finding, Luck

LEAST, MOST = 0.5, 2.0
"""The bounds of the stretch."""
TRUST = 0.1
"""The weight of the game's stretch beside that of one match, as a sum of squared distances from even.

Matches played to the end are few for each position, and most positions of a close match are near even.
"""


def as_chances(findings: Sequence[Finding], usual: float = 1.0) -> list[Finding]:
    """Return findings in which all figures are chances to win; `usual` is the stretch of their game."""
    stretch = stretch_of(findings, usual)
    return [_scaled(finding, stretch) for finding in findings]


def stretch_of(findings: Sequence[Finding], usual: float = 1.0) -> float:
    """Return how much further from even matches ended than valued: least squares over seats and positions."""
    pairs = [
        (share - 1 / len(one.shares), end - 1 / len(one.shares))
        for one in findings
        if not one.over
        for share, end in zip(one.shares, one.ends, strict=True)
    ]
    whole = TRUST + sum(share * share for share, _ in pairs)
    return min(MOST, max(LEAST, (TRUST * usual + sum(share * end for share, end in pairs)) / whole))


def advised_chances(advice: Advice, players: int, stretch: float) -> Advice:
    """Return what was found for answers as chances to win."""
    answers = [
        replace(one, worth=_chance(one.worth, players, stretch), error=min(1.0, stretch * one.error))
        for one in advice.answers
    ]
    return replace(advice, answers=tuple(answers))


def _chance(share: float, players: int, stretch: float) -> float:
    even = 1 / players
    return min(1.0, max(0.0, even + stretch * (share - even)))


def _scaled(finding: Finding, stretch: float) -> Finding:
    players = len(finding.shares)
    chances = [_chance(share, players, stretch) for share in finding.shares]
    luck, advice = finding.luck, finding.advice
    # At the end the shares are results or chances to win, and so is what other draws would have brought.
    of_luck = 1.0 if finding.over else stretch
    return replace(
        finding,
        shares=finding.ends if finding.over else tuple([one / sum(chances) for one in chances]),
        error=stretch * finding.error,
        luck=luck and Luck(of_luck * luck.gain, of_luck * luck.error),
        advice=advice and advised_chances(advice, players, stretch),
    )
