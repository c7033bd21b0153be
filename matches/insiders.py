"""Who knows what a match keeps sealed, though they hold no seat: other applications say so by `register`."""

from collections.abc import Callable, Collection

Knows = Callable[[int, Collection[int]], bool]
"""From the number of a match and those of one person's accounts, whether they know too much to take a seat there."""

_KNOWING: list[Knows] = []


def register(knows: Knows) -> None:
    """Have somebody asked before a seat changes hands."""
    if knows not in _KNOWING:
        _KNOWING.append(knows)


def knows_secrets(match_id: int, accounts: Collection[int]) -> bool:
    """Whether somebody with these accounts knows what others at a table may not."""
    return any(knows(match_id, accounts) for knows in _KNOWING)
