"""The result of a check: success, or what to do."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum


class Grade(StrEnum):
    """The severity of a finding."""

    OK = "ok"
    WARN = "warn"
    FAIL = "FAIL"


@dataclass(frozen=True)
class Finding:
    """One sentence about one check."""

    grade: Grade
    words: str


Check = Callable[[], Iterator[Finding]]


def ok(words: str) -> Finding:
    """A success."""
    return Finding(Grade.OK, words)


def warn(words: str) -> Finding:
    """A problem that should be fixed, but breaks nothing yet."""
    return Finding(Grade.WARN, words)


def fail(words: str) -> Finding:
    """A failure or a security risk."""
    return Finding(Grade.FAIL, words)


def looked_into(check: Check) -> list[Finding]:
    """All findings of a check. If it raises, that is a finding too, and the other checks go on."""
    found: list[Finding] = []
    try:
        found += check()
    except Exception as error:  # noqa: BLE001 - see the docstring
        found.append(fail(f"This could not be checked: {type(error).__name__}: {error}"))
    return found
