"""The delivery channels. Each delivers one notice or raises an error."""

from datetime import datetime

from notifications.models import Notice


class GivenUp(Exception):
    """A permanent failure, which is not retried. `address` is set if the mail address does not work."""

    def __init__(self, reason: str, *, address: str = "") -> None:
        super().__init__(reason)
        self.address = address


def deadline_of(notice: Notice) -> datetime | None:
    """The deadline in a notice, or None."""
    written = notice.context.get("deadline")
    return datetime.fromisoformat(written) if written else None


def deadline_named(notice: Notice) -> datetime | None:
    """The deadline that a reader of a notice is told: None where nobody waits for them."""
    return None if notice.context.get("no_hurry") else deadline_of(notice)
