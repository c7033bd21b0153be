"""People and their habits: when they visit, when they sleep, and when they are away, announced or not."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from random import Random
from zoneinfo import ZoneInfo

from allauth.account.models import EmailAddress

from accounts.models import User
from notifications.enums import MESSENGERS
from notifications.models import Channel, Device, Kind, Messenger, Webhook
from notifications.services.preferences import Choice, set_preferences

ZONES = (
    "America/Los_Angeles",
    "America/New_York",
    "America/Sao_Paulo",
    "UTC",
    "Europe/London",
    "Europe/Berlin",
    "Africa/Nairobi",
    "Asia/Kolkata",
    "Asia/Kathmandu",
    "Asia/Tokyo",
    "Australia/Lord_Howe",
    "Pacific/Auckland",
)
NO_SHOWS, QUIET, AWAY, ANNOUNCED, MOVERS, DIGESTS = 0.03, 0.6, 0.5, 0.5, 0.1, 0.15
BROWSERS, WEBHOOKS, DEAD_MAILBOXES = 0.3, 0.15, 0.05
TARGETS = {
    Channel.TELEGRAM: "{}",
    Channel.MATRIX: "!room-{}:matrix.example",
    Channel.NTFY: "https://ntfy.example/topic-{}",
}
WITHOUT_MESSENGER = 4
"""How many people without a messenger come after each three with one of each kind."""


@dataclass
class Habits:
    """When one person visits."""

    user: User
    hours: tuple[int, ...]
    """The local hours of their visits."""
    weekends: bool
    away: tuple[date, date] | None
    """The first and last day of an absence."""
    announced: bool
    """True if they take vacation for their absence."""
    mailbox: bool
    """True if mails reach them."""
    moves: date | None
    """The day on which they change their time zone and quiet hours."""

    def visits(self, first: date, days: int, dice: Random) -> Iterator[datetime]:
        """Yield all times of their visits."""
        for number in range(days):
            day = first + timedelta(days=number)
            if self.is_away(day) or (day.weekday() >= 5 and not self.weekends):
                continue
            for hour in self.hours:
                local = datetime.combine(day, time(hour, dice.randrange(60), dice.randrange(60)))
                yield local.replace(tzinfo=ZoneInfo(self.user.time_zone)).astimezone(UTC)

    def is_away(self, day: date) -> bool:
        """True if they do not visit at all on a day."""
        return self.away is not None and self.away[0] <= day <= self.away[1]


def people_of(count: int, first: date, days: int, dice: Random) -> list[Habits]:
    """Return `count` people with their own habits, going through the time zones in turn."""
    return [_person(number, first, days, dice) for number in range(count)]


def _person(number: int, first: date, days: int, dice: Random) -> Habits:
    night = dice.choice((21, 22, 23, 0, 1))
    quiet = dice.random() < QUIET
    user = User.objects.create(
        username=f"person-{number}",
        email=f"person-{number}@example.org",
        time_zone=ZONES[number % len(ZONES)],
        zone_chosen=True,
        quiet_from=time(night) if quiet else None,
        quiet_until=time((night + dice.choice((7, 8, 9))) % 24, dice.choice((0, 30))) if quiet else None,
    )
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    if dice.random() < DIGESTS:
        daily = Choice({Kind.TURN: [Channel.PAGE, Channel.DIGEST]}, reminders=())
        set_preferences(user=user, choice=daily, digest_hour=dice.randrange(7, 22))
    _reachable(user, first, dice)
    _link(user, number % (len(MESSENGERS) + WITHOUT_MESSENGER), first)
    hours = () if dice.random() < NO_SHOWS else tuple(sorted(dice.sample(range(7, 23), dice.choice((1, 2, 2, 3)))))
    return Habits(
        user=user,
        hours=hours,
        weekends=dice.random() < 0.7,
        away=_absence(first, days, dice) if dice.random() < AWAY else None,
        announced=dice.random() < ANNOUNCED,
        mailbox=dice.random() >= DEAD_MAILBOXES,
        moves=first + timedelta(days=dice.randrange(days)) if dice.random() < MOVERS else None,
    )


def _reachable(user: User, first: date, dice: Random) -> None:
    """Give some people a browser for push notices, and some a webhook."""
    at = datetime.combine(first, time(), tzinfo=UTC)
    if dice.random() < BROWSERS:
        Device.objects.create(user=user, name="A browser", endpoint=f"https://push.example/{user.pk}", made_at=at)
    if dice.random() < WEBHOOKS:
        Webhook.objects.create(user=user, form=Webhook.Form.JSON, url="https://hook.example/", key="k", made_at=at)


def _link(user: User, number: int, first: date) -> None:
    """Give one of several people a messenger."""
    if number < len(MESSENGERS):
        channel, at = MESSENGERS[number], datetime.combine(first, time(), tzinfo=UTC)
        target = TARGETS[channel].format(user.pk)
        Messenger.objects.create(user=user, channel=channel, target=target, made_at=at, linked_at=at)


def _absence(first: date, days: int, dice: Random) -> tuple[date, date]:
    begins = first + timedelta(days=dice.randrange(3, max(days - 3, 4)))
    return begins, begins + timedelta(days=dice.randrange(2, 14))
