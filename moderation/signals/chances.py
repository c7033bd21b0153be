"""Multiple testing: what a probability means if many pairs are compared."""

from collections.abc import Sequence


def among_all(chances: Sequence[float]) -> list[float]:
    """The probabilities of single pairs, smallest first, as false discovery rates (Benjamini and Hochberg)."""
    least, adjusted = 1.0, []
    for rank in range(len(chances), 0, -1):
        least = min(least, chances[rank - 1] * len(chances) / rank)
        adjusted.append(least)
    return adjusted[::-1]
