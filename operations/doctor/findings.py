"""What a check finds: that something is well, or what to do."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum


class Grade(StrEnum):
    """How bad it is."""

    OK = "ok"
    WARN = "warn"
    FAIL = "FAIL"


@dataclass(frozen=True)
class Finding:
    """One sentence about one thing."""

    grade: Grade
    words: str


Check = Callable[[], Iterator[Finding]]


def ok(words: str) -> Finding:
    """All is well."""
    return Finding(Grade.OK, words)


def warn(words: str) -> Finding:
    """It works, but should be seen to."""
    return Finding(Grade.WARN, words)


def fail(words: str) -> Finding:
    """It does not work, or is not safe."""
    return Finding(Grade.FAIL, words)


def looked_into(check: Check) -> list[Finding]:
    """All that a check finds; one that breaks says so itself, and keeps no other from being made."""
    found: list[Finding] = []
    try:
        found += check()
    except Exception as error:  # noqa: BLE001 - see the docstring
        found.append(fail(f"This could not be checked: {type(error).__name__}: {error}"))
    return found
