"""What every channel says of a notice: its subject, and its deadline."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from foundation.language import with_more
from notifications.kinds import spec_of
from notifications.models import Notice


def deadline_of(context: Mapping[str, Any]) -> datetime | None:
    """The deadline in the context of a notice, or None."""
    written = context.get("deadline")
    return datetime.fromisoformat(written) if written else None


def deadline_named(notice: Notice) -> datetime | None:
    """The deadline that a reader of a notice is told: None where nobody waits for them."""
    return None if notice.context.get("no_hurry") else deadline_of(notice.context)


def says_of(notice: Notice) -> str:
    """The start of a notice's subject, such as "Your turn"."""
    return str(notice.context.get("says") or spec_of(notice.kind).says)


def subject_of(notice: Notice) -> str:
    """The subject of a notice: what it says and what it is about, such as "Your turn: table 7"."""
    return with_more(says_of(notice), notice.context.get("title"))
