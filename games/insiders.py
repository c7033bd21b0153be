"""Who knows what a match keeps sealed, though they hold no seat: other applications say so by `register`."""

from collections.abc import Callable

Knows = Callable[[int, int], bool]
"""From the numbers of a match and of a user, whether the user knows too much to take a seat there."""

_KNOWING: list[Knows] = []


def register(knows: Knows) -> None:
    """Have somebody asked before a seat changes hands."""
    if knows not in _KNOWING:
        _KNOWING.append(knows)


def knows_secrets(match_id: int, user_id: int) -> bool:
    """Whether a user knows what others at a table may not."""
    return any(knows(match_id, user_id) for knows in _KNOWING)
