"""Signals for moderators to read, with the measured error rate of each kind."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy

from accounts.identity.selectors import selves
from accounts.models import User
from foundation.language import Words
from matches.models import Match
from moderation.models import Signal

MEASURED = {
    Signal.Kind.FEEDING: (
        gettext_lazy(
            "Measured in simulated ladder seasons with planted pairs. How many are found, and how "
            "often an honest pair stands out, depends on the game: see docs/moderators/signals.md. "
            "With people it may be wrong more often."
        )
    ),
    Signal.Kind.TIMING: (
        gettext_lazy(
            "Measured on three months of made-up people: all of eighteen pairs that stood out were "
            "accounts of one person, of twenty-four such pairs; no honest pair of 742 stood out. With "
            "people it may be wrong more often."
        )
    ),
    Signal.Kind.SHARED: (
        gettext_lazy(
            "Measured on three months of three made-up towns: all 24 pairs of accounts of one person "
            "were named, and with them all 36 pairs who live together, and six of 4,076 others who had "
            "met. So of those named about one in three is one person. People live in more ways than a "
            "simulation knows."
        )
    ),
}
"""How reliable each kind is; measured by `python -m bench collusion timing shared`."""


@dataclass(frozen=True)
class Evidence:
    """A finished match, and the steps in it that matter most."""

    table: int
    steps: tuple[int, ...]
    both: bool = False
    """True if both played in it although other matches made the pair stand out."""


@dataclass(frozen=True)
class SignalLine:
    """A signal as moderators read it."""

    signal: Signal
    evidence: tuple[Evidence, ...]
    measured: Words


def signals_for(reader: User) -> list[SignalLine]:
    """All signals except those about the reader, the clearest of each kind first."""
    mine = selves(reader)
    found = list(Signal.objects.exclude(one__in=mine).exclude(other__in=mine).select_related("one", "other"))
    tables = {row["table"] for one in found for row in one.evidence}
    # A match may have been rewound since, and then runs again.
    ended = Match.objects.filter(pk__in=tables, status=Match.Status.FINISHED)
    over = set(ended.values_list("pk", flat=True))
    return [SignalLine(one, _evidence(one, over), MEASURED[Signal.Kind(one.kind)]) for one in found]


def _evidence(one: Signal, over: set[int]) -> tuple[Evidence, ...]:
    return tuple(
        Evidence(row["table"], tuple(row["steps"]), row.get("both", False))
        for row in one.evidence
        if row["table"] in over
    )
