"""Refused requests: a code for programs, a sentence for people and an HTTP status."""

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from foundation.language import Words


class Refused(Exception):
    """A request that cannot be fulfilled, with the reason."""

    status = 400

    def __init__(self, code: str, message: "Words") -> None:
        # Worded for its reader here, as a lazy text would be worded for the one who reads a log.
        self.message = str(message)
        super().__init__(self.message)
        self.code = code


class Forbidden(Refused):
    """The user may not do this."""

    status = 403


class Stale(Refused):
    """The match has moved on since the page was loaded."""

    status = 409


class Busy(Refused):
    """The site cannot do this just now: try again after `wait` seconds."""

    status = 503

    def __init__(self, code: str, message: "Words", *, wait: int) -> None:
        super().__init__(code, message)
        self.wait = wait


def refusal_words(check: Callable[[], object]) -> str:
    """The reason a check refuses, so that a page can say it in place of a button; empty if it passes."""
    try:
        check()
    except Refused as refused:
        return refused.message
    return ""
