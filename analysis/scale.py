"""Turn what *sharp* thinks of positions into chances to win.

*Sharp* looks a short way ahead and judges positions by a formula. That is steady from step to step, but need not be the
share of matches that are won from there: in some games the formula is timid. Matches played to the end tell that share,
with much noise for each position. All positions of a match together tell by how much to stretch the formula.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from analysis.findings import Advice, Finding, Luck

LEAST, MOST = 0.5, 4.0
"""The bounds of the stretch: a match may be too short to tell."""


def as_chances(findings: Sequence[Finding]) -> list[Finding]:
    """Return findings in which all figures are chances to win."""
    stretch = stretch_of(findings)
    return [_scaled(finding, stretch) for finding in findings]


def stretch_of(findings: Sequence[Finding]) -> float:
    """Return the factor, by least squares over all seats and positions, by which matches ended further from even."""
    pairs = [
        (share - 1 / len(one.shares), end - 1 / len(one.shares))
        for one in findings
        if not one.over
        for share, end in zip(one.shares, one.ends, strict=True)
    ]
    whole = sum(share * share for share, _ in pairs)
    return min(MOST, max(LEAST, sum(share * end for share, end in pairs) / whole)) if whole else 1.0


def _scaled(finding: Finding, stretch: float) -> Finding:
    even = 1 / len(finding.shares)

    def chance(share: float) -> float:
        return min(1.0, max(0.0, even + stretch * (share - even)))

    chances = [chance(share) for share in finding.shares]
    luck, advice = finding.luck, finding.advice
    return replace(
        finding,
        shares=finding.ends if finding.over else tuple([one / sum(chances) for one in chances]),
        error=stretch * finding.error,
        luck=luck and Luck(stretch * luck.gain, stretch * luck.error),
        advice=advice
        and Advice(
            tuple(
                [replace(one, worth=chance(one.worth), error=min(1.0, stretch * one.error)) for one in advice.answers]
            ),
            advice.mine,
        ),
    )
