"""Notices about challenges, sent through the notice ledger."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy

from accounts.models import User
from foundation.language import words_for
from ladders.models import Challenge
from ladders.notice_kinds import CHALLENGE, CHALLENGE_ENDS
from notifications.services import About, ScheduledNotice, schedule_notices, withdraw_notices

REMIND_BEFORE = timedelta(days=1)


def topic_of(challenge: Challenge) -> str:
    """The ledger's topic for a challenge."""
    return f"challenge:{challenge.pk}"


def notify_challenged(*, challenge: Challenge, users: Sequence[User], now: datetime) -> None:
    """Notify challenged players, and remind them a day before it costs their place."""
    _plan(challenge, users, {CHALLENGE: now, CHALLENGE_ENDS: challenge.expires_at - REMIND_BEFORE}, now)


def reschedule_challenge(*, challenge: Challenge, users: Sequence[User], now: datetime) -> None:
    """Replace the reminder with one for the new end."""
    withdraw_challenge(challenge=challenge, users=[user.pk for user in users], now=now)
    _plan(challenge, users, {CHALLENGE_ENDS: max(now, challenge.expires_at - REMIND_BEFORE)}, now)


def _plan(challenge: Challenge, users: Sequence[User], dues: Mapping[str, datetime], now: datetime) -> None:
    context: About = {
        "title": challenge.ladder.title,
        "path": challenge.ladder.get_absolute_url(),
        "deadline": challenge.expires_at.isoformat(),
    }
    challenges = gettext_lazy("{name} challenges you. Accept in time to keep your place on the ladder.")
    words = format_lazy(challenges, name=challenge.challenger.display_name)
    scheduled = [
        ScheduledNotice(user, kind, {**context, "text": words_for(user, words)}, due)
        for user in users
        if not user.is_house
        for kind, due in dues.items()
    ]
    # A new end is a new step, so that notices sent for the earlier one do not block it.
    step = (challenge.expires_at - challenge.made_at) // timedelta(hours=1)
    if scheduled:
        schedule_notices(topic=topic_of(challenge), step=step, scheduled=scheduled, now=now)


def withdraw_challenge(*, challenge: Challenge, users: Sequence[int], now: datetime) -> None:
    """Withdraw the notices that no longer concern these players."""
    withdraw_notices(topic=topic_of(challenge), users=users, now=now)
