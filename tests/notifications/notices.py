"""Notices for tests."""

from datetime import datetime, timedelta
from typing import cast

from accounts.models import User
from notifications.kinds import NOTICE_SPECS
from notifications.models import Channel, Kind, Notice
from notifications.policy import SHARE
from notifications.services import About, schedule_notice
from notifications.services.preferences import Choice, set_preferences, turn_off
from tests.accounts.times import NOW

TITLE = "Bid! with O'Neill & <b>ben</b>"


def scheduled(
    user: User,
    kind: str = Kind.TURN,
    *,
    channel: Channel = Channel.MAIL,
    step: int = 1,
    topic: str = "match:214",
    due_at: datetime = NOW,
    **context: str,
) -> Notice:
    """The row of one channel of a notice of a table of Bid!, with a day to answer."""
    about = About(title=TITLE, path="/table/214/", deadline=(NOW + timedelta(days=1)).isoformat())
    about |= cast(About, context)
    schedule_notice(user=user, kind=kind, topic=topic, step=step, context=about, due_at=due_at, now=NOW)
    rows = Notice.objects.filter(user=user, kind=kind, topic=topic, step=step, channel=channel)
    return rows.earliest("due_at")


def without(user: User, kind: str, channel: Channel = Channel.MAIL) -> User:
    """The same user, who wants no such notice."""
    turn_off(user=user, kind=kind, channel=channel)
    return user


def wanting(user: User, **channels: str) -> User:
    """The same user, who chose these channels for a kind and nothing else: `turn="mail push"`."""
    chosen = {slug: channels.get(slug, "").split() for slug in NOTICE_SPECS}
    hour = 8
    set_preferences(user=user, choice=Choice(chosen, [SHARE]), digest_hour=hour)
    return user


def state(notice: Notice) -> tuple[str, str]:
    """What has become of a notice, and why."""
    notice.refresh_from_db()
    return notice.state, notice.reason
