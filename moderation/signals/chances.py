"""What a chance means where many pairs are looked at."""

from collections.abc import Sequence


def among_all(chances: Sequence[float]) -> list[float]:
    """Chances of single pairs, smallest first, as shares of all pairs at least as clear (Benjamini and Hochberg)."""
    least, adjusted = 1.0, []
    for rank in range(len(chances), 0, -1):
        least = min(least, chances[rank - 1] * len(chances) / rank)
        adjusted.append(least)
    return adjusted[::-1]
