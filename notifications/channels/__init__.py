"""The ways a notice takes: each tells one notice, or raises what went wrong."""

from datetime import datetime

from notifications.models import Notice


class GivenUp(Exception):
    """A refusal that is for good: nothing is tried again. `address` names a mail address that does not work."""

    def __init__(self, reason: str, *, address: str = "") -> None:
        super().__init__(reason)
        self.address = address


def deadline_of(notice: Notice) -> datetime | None:
    """The deadline that a notice speaks of, if any."""
    written = notice.context.get("deadline")
    return datetime.fromisoformat(written) if written else None
