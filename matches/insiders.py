"""Users who know a match's secrets without a seat; other apps provide the checks through `register`."""

from collections.abc import Callable, Collection

Knows = Callable[[int, Collection[int]], bool]
"""Takes a match ID and the IDs of one person's accounts; returns whether they know too much to take a seat."""

_KNOWING: list[Knows] = []


def register(knows: Knows) -> None:
    """Register a check to run before a seat changes hands."""
    if knows not in _KNOWING:
        _KNOWING.append(knows)


def knows_secrets(match_id: int, accounts: Collection[int]) -> bool:
    """True if a person with these accounts knows what others at a table may not."""
    return any(knows(match_id, accounts) for knows in _KNOWING)
