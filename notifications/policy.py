"""The settings of notices, in one place."""

from datetime import timedelta

from django.utils.translation import gettext, gettext_noop

from foundation.language import reword
from notifications.enums import MESSENGERS, Channel

ATTEMPTS = {Channel.MAIL: 5, Channel.DIGEST: 5, Channel.PUSH: 3, Channel.WEBHOOK: 3}
ATTEMPTS |= dict.fromkeys(MESSENGERS, 3)
"""The number of attempts per channel."""

WAITS = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=30), timedelta(hours=2))
"""The wait after the first, second, third and fourth failure."""

BETWEEN_MAILS = timedelta(minutes=1)
"""The time between two mails to one user."""

AT_ONCE = 50
"""The most turns in one mail."""

BY_SWEEP = 10
"""The number of mails, and of daily mails, that a sweep sends itself. They show whether the mail server is there."""

HANDED_ON = 500
"""The number of further mails, and of notices on each other channel, that a sweep has other workers send."""

LOOKED_FOR_WITHIN = timedelta(minutes=5)
"""How soon a notice must be due to be looked for in that second. All others wait for the sweep after it."""

UNCERTAIN_AFTER = timedelta(minutes=10)
"""The time after which an unfinished delivery is given up."""

KEPT = timedelta(days=90)
"""How long settled notices are kept."""

BEFORE_QUIET = timedelta(minutes=10)
"""How long before quiet hours to send a notice that would be too late after them."""

DIGEST_PAUSE = timedelta(hours=20)
"""The minimum time between two daily mails, even if the user changes the hour."""

DIGEST_HOUR = 8
MOST_DEVICES = 5

REMINDERS = {"24h": timedelta(hours=24), "8h": timedelta(hours=8), "4h": timedelta(hours=4), "1h": timedelta(hours=1)}
"""Reminders at a fixed time before a deadline, by mark."""

SHARE = "20%"
"""The mark of the reminder sent when a fifth of the time is left."""

REMINDER_WORDS = {
    "24h": gettext_noop("24 hours before"),
    "8h": gettext_noop("8 hours before"),
    "4h": gettext_noop("4 hours before"),
    "1h": gettext_noop("1 hour before"),
    SHARE: gettext_noop("when a fifth of the time is left"),
}
"""What each mark means, in English. Readers get `reminder_choices`."""

ONCE_MORE = "+"
"""The suffix of the mark of a notice that repeats a failed one."""


def reminder_choices() -> list[tuple[str, str]]:
    """The reminders, each with its words for the reader."""
    return [(mark, reword(words)) for mark, words in REMINDER_WORDS.items()]


def mark_words(mark: str) -> str:
    """The words that distinguish a notice from others about the same turn."""
    moment = dict(reminder_choices()).get(mark.removesuffix(ONCE_MORE), "")
    if not mark.endswith(ONCE_MORE):
        return moment
    return gettext("{moment}, once more").format(moment=moment) if moment else gettext("once more")
