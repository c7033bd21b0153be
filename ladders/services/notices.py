"""What players are told of challenges, handed to the ledger of notices."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from accounts.models import User
from ladders.apps import CHALLENGE, CHALLENGE_ENDS
from ladders.models import Challenge
from notifications.services import About, Planned, notices_plan, notices_withdraw

REMIND_BEFORE = timedelta(days=1)


def topic_of(challenge: Challenge) -> str:
    """The ledger's name for a challenge."""
    return f"challenge:{challenge.pk}"


def challenge_told(*, challenge: Challenge, users: Sequence[User], now: datetime) -> None:
    """Tell those challenged, and remind them a day before it costs their place."""
    _plan(challenge, users, {CHALLENGE: now, CHALLENGE_ENDS: challenge.expires_at - REMIND_BEFORE}, now)


def challenge_moved(*, challenge: Challenge, users: Sequence[User], now: datetime) -> None:
    """Remind those challenged of the new end in place of the old one."""
    challenge_over(challenge=challenge, users=[user.pk for user in users], now=now)
    _plan(challenge, users, {CHALLENGE_ENDS: max(now, challenge.expires_at - REMIND_BEFORE)}, now)


def _plan(challenge: Challenge, users: Sequence[User], dues: Mapping[str, datetime], now: datetime) -> None:
    words = (
        f"{challenge.challenger.display_name} challenges you to a table of this ladder. "
        "Not accepting in time costs your place."
    )
    context: About = {
        "title": f"{challenge.ladder.title}, a challenge",
        "path": challenge.ladder.get_absolute_url(),
        "text": words,
        "deadline": challenge.expires_at.isoformat(),
    }
    planned = [Planned(user, kind, context, due) for user in users if not user.is_house for kind, due in dues.items()]
    # Another end is another step, so that what was told of the earlier one does not stand for it.
    step = (challenge.expires_at - challenge.made_at) // timedelta(hours=1)
    if planned:
        notices_plan(topic=topic_of(challenge), step=step, planned=planned, now=now)


def challenge_over(*, challenge: Challenge, users: Sequence[int], now: datetime) -> None:
    """Take back what no longer waits for these players."""
    notices_withdraw(topic=topic_of(challenge), users=users, now=now)
