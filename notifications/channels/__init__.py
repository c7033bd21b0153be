"""The delivery channels. Each delivers one notice or raises an error."""

from datetime import timedelta


class GivenUp(Exception):
    """A permanent failure, which is not retried. `address` is set if the mail address does not work."""

    def __init__(self, reason: str, *, address: str = "") -> None:
        super().__init__(reason)
        self.address = address


class NotTaken(Exception):
    """The other end could not be reached, or answered with an error that may pass, after `wait` if it says so."""

    def __init__(self, reason: str, *, wait: timedelta | None = None) -> None:
        super().__init__(reason)
        self.wait = wait


class RecipientRefused(Exception):
    """A mail server takes nothing for one recipient for now, which says nothing about other mails."""
