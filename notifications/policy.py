"""What is settled about notices, in one place."""

from datetime import timedelta

from notifications.terms import Channel

ATTEMPTS = {Channel.MAIL: 5, Channel.DIGEST: 5, Channel.PUSH: 3, Channel.WEBHOOK: 3}
"""How often a channel is tried before it is given up."""

WAITS = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=30), timedelta(hours=2))
"""How long to wait after the first, second, third and fourth failure."""

PACE = timedelta(minutes=1)
"""The time between two mails to one user."""

AT_ONCE = 50
"""How many notices one sweep sends."""

UNCERTAIN_AFTER = timedelta(minutes=10)
"""When sending that has not ended is given up."""

KEPT = timedelta(days=90)
"""How long the ledger keeps what is settled."""

BEFORE_QUIET = timedelta(minutes=10)
"""How long before quiet hours someone is told what would come too late after them."""

DIGEST_PAUSE = timedelta(hours=20)
"""The least time between two daily mails, whatever hour a user chooses meanwhile."""

DIGEST_HOUR = 8
MOST_DEVICES = 5

REMINDERS = {"24h": timedelta(hours=24), "8h": timedelta(hours=8), "4h": timedelta(hours=4), "1h": timedelta(hours=1)}
"""Reminders that come so long before a deadline, by their mark."""

SHARE = "20%"
"""The mark of the reminder that comes when a fifth of the time is left."""

REMINDER_WORDS = {
    "24h": "24 hours before",
    "8h": "8 hours before",
    "4h": "4 hours before",
    "1h": "1 hour before",
    SHARE: "when a fifth of the time is left",
}

ONCE_MORE = "+"
"""Ends the mark of a row that tells what an earlier row, which the ledger keeps, could not."""


def mark_words(mark: str) -> str:
    """What distinguishes a row of the ledger from others of its turn, in words."""
    moment, again = REMINDER_WORDS.get(mark.removesuffix(ONCE_MORE), ""), mark.endswith(ONCE_MORE)
    return ", ".join(filter(None, (moment, "once more" if again else "")))
