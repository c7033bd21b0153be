"""How soon a person hears of the tables that those they follow open."""

from enum import StrEnum

from django.utils.translation import gettext_lazy

from accounts.models import User
from notifications.enums import MESSENGERS, Channel
from notifications.kinds import Kind
from notifications.readers import reader_of


class Pace(StrEnum):
    """Never, once a day, at once, or by channels of the person's own choice."""

    OFF = "off"
    DAILY = "daily"
    AT_ONCE = "at_once"
    CUSTOM = "custom"


CHANNELS = {
    Pace.OFF: frozenset[Channel](),
    Pace.DAILY: frozenset({Channel.PAGE, Channel.DIGEST}),
    Pace.AT_ONCE: frozenset({Channel.PAGE, Channel.MAIL, Channel.PUSH, Channel.WEBHOOK, *MESSENGERS}),
}
WORDS = {
    Pace.OFF: gettext_lazy("Not at all"),
    Pace.DAILY: gettext_lazy("On the site and in the daily mail"),
    Pace.AT_ONCE: gettext_lazy("At once, by every way you have set up"),
}


def pace_of(user: User) -> Pace:
    """The pace that a user's preferences amount to."""
    reader = reader_of(user)
    wanted = frozenset(channel for channel in Channel if reader.wants(Kind.OPEN_TABLE, channel))
    return next((pace for pace, channels in CHANNELS.items() if channels == wanted), Pace.CUSTOM)
