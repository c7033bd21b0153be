"""What an outcome is worth to a seat: mostly a share of first place, and a little for every seat left behind."""

import math
from collections.abc import Sequence

LATER = 0.1
"""The weight of the seats left behind, so that a lost match is still played on well."""


def value_of_places(places: Sequence[int]) -> list[float]:
    """Return each seat's value: 1 for winning alone, 0 for being last alone; equal places share."""
    winners = places.count(1)
    rivals = len(places) - 1
    return [
        (1 - LATER) * (place == 1) / winners
        + LATER * sum((other > place) + (other == place) / 2 for other in places) / rivals
        - LATER / 2 / rivals
        for place in places
    ]


def value_of_tally(tally: Sequence[float], spread: float) -> list[float]:
    """Return each seat's value if the rest of the match adds noise of about `spread` to the tally (a softmax)."""
    best = max(tally)
    powers = [math.exp((mine - best) / spread) for mine in tally]
    total = sum(powers)
    return [power / total for power in powers]
