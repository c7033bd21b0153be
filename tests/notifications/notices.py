"""Notices for tests."""

from datetime import datetime, timedelta
from typing import cast

from accounts.models import User
from notifications.models import Kind, Notice
from notifications.services import About, notice_plan
from tests.accounts.times import NOW

TITLE = "Bid! with O'Neill & <b>ben</b>"


def planned(
    user: User,
    kind: Kind = Kind.TURN,
    *,
    step: int = 1,
    topic: str = "match:214",
    due_at: datetime = NOW,
    **context: str,
) -> Notice:
    """A notice of a table of Bid!, with a day to answer."""
    about = About(title=TITLE, path="/table/214/", deadline=(NOW + timedelta(days=1)).isoformat())
    about |= cast(About, context)
    return notice_plan(user=user, kind=kind, topic=topic, step=step, context=about, due_at=due_at, now=NOW)


def state(notice: Notice) -> tuple[str, str]:
    """What has become of a notice, and why."""
    notice.refresh_from_db()
    return notice.state, notice.reason
