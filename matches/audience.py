"""Users who may see a private table and take its open seats without an invitation; other apps provide the checks."""

from collections.abc import Callable

Admits = Callable[[int, int], bool]
"""Takes a match ID and a user ID; returns whether the table is open to the user."""

_ADMITTING: list[Admits] = []


def register(admits: Admits) -> None:
    """Register a check to run for private tables."""
    if admits not in _ADMITTING:
        _ADMITTING.append(admits)


def is_admitted(match_id: int, user_id: int) -> bool:
    """True if a private table is open to a user who is not invited to it."""
    return any(admits(match_id, user_id) for admits in _ADMITTING)
