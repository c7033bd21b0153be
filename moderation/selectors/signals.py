"""Signals for moderators to read, with how often each kind is wrong."""

from collections.abc import Iterable
from dataclasses import dataclass

from accounts.models import User
from accounts.selectors import selves
from games.models import Match
from moderation.models import Signal

MEASURED = {
    Signal.Kind.FEEDING: (
        "Measured in simulated ladder seasons: in two of Bid! all eight pairs of whom one fed the other stood out and "
        "nobody else, in two of Plaque Auction four of six and nobody else; in a season of Bid! without such pairs no "
        "honest pair of 24 did. In Manipulation most such pairs stay hidden, in Hex Auction an honest pair has stood "
        "out: look twice there. With people it may be wrong more often."
    ),
    Signal.Kind.TIMING: (
        "Measured on three months of made-up people: all of eighteen pairs that stood out were accounts of one person, "
        "of twenty-four such pairs; no honest pair of 742 stood out. With people it may be wrong more often."
    ),
    Signal.Kind.SHARED: (
        "Measured on three months of three made-up towns: all 24 pairs of accounts of one person were named, and "
        "with them all 36 pairs who live together, and six of 4,076 others who had met. So of those "
        "named about one in three is one person. People live in more ways than a simulation knows."
    ),
}
"""How far each kind may be trusted; `python -m bench collusion timing shared` measures it."""


@dataclass(frozen=True)
class Evidence:
    """A match that has ended, and the steps in it that speak most."""

    table: int
    steps: tuple[int, ...]
    both: bool = False
    """Whether it is one where both sat, of a pair that stands out by others."""


@dataclass(frozen=True)
class SignalLine:
    """A signal as a moderator reads it."""

    signal: Signal
    evidence: tuple[Evidence, ...]
    measured: str


def signals_for(reader: User) -> list[SignalLine]:
    """All signals but those about the reader, the clearest of each kind first."""
    mine = selves(reader)
    found = list(Signal.objects.exclude(one__in=mine).exclude(other__in=mine).select_related("one", "other"))
    over = _over(found)
    return [SignalLine(one, _evidence(one, over), MEASURED[Signal.Kind(one.kind)]) for one in found]


def _over(found: Iterable[Signal]) -> set[int]:
    """The tables among the evidence that are still over: a match may have been taken back since."""
    tables = {row["table"] for one in found for row in one.evidence}
    ended = Match.objects.filter(pk__in=tables, status=Match.Status.FINISHED)
    return set(ended.values_list("pk", flat=True))


def _evidence(one: Signal, over: set[int]) -> tuple[Evidence, ...]:
    return tuple(
        Evidence(row["table"], tuple(row["steps"]), row.get("both", False))
        for row in one.evidence
        if row["table"] in over
    )
