"""How soon a person hears of the tables that those they follow open."""

from enum import StrEnum

from django.utils.translation import gettext_lazy

from accounts.models import User
from notifications.enums import MESSENGERS, Channel
from notifications.kinds import Kind
from notifications.readers import reader_of


class Frequency(StrEnum):
    """Never, once a day, at once, or by channels of the person's own choice."""

    OFF = "off"
    DAILY = "daily"
    AT_ONCE = "at_once"
    CUSTOM = "custom"


CHANNELS = {
    Frequency.OFF: frozenset[Channel](),
    Frequency.DAILY: frozenset({Channel.PAGE, Channel.DIGEST}),
    Frequency.AT_ONCE: frozenset({Channel.PAGE, Channel.MAIL, Channel.PUSH, Channel.WEBHOOK, *MESSENGERS}),
}
WORDS = {
    Frequency.OFF: gettext_lazy("Not at all"),
    Frequency.DAILY: gettext_lazy("On the site and in the daily mail"),
    Frequency.AT_ONCE: gettext_lazy("At once, by every way you have set up"),
}


def frequency_of(user: User) -> Frequency:
    """How often a user hears, by their preferences."""
    reader = reader_of(user)
    wanted = frozenset(channel for channel in Channel if reader.wants(Kind.OPEN_TABLE, channel))
    return next((frequency for frequency, channels in CHANNELS.items() if channels == wanted), Frequency.CUSTOM)
