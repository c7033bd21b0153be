"""What users want to be told, and which channels the site may use."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from django.db import connection
from django.utils.translation import gettext_noop

from accounts.models import User, UserKind
from foundation.kept_sql import KeptSql
from foundation.rows import given_pairs
from notifications.enums import MESSENGERS
from notifications.kinds import spec_of
from notifications.models import Channel
from notifications.outcome_words import UNLINKED
from notifications.policy import DIGEST_HOUR, SHARE

OPEN_TO = {
    UserKind.PERSON: frozenset(Channel),
    UserKind.GUEST: frozenset({Channel.PAGE, Channel.PUSH}),
    UserKind.BOT: frozenset({Channel.PAGE, Channel.WEBHOOK}),
    UserKind.HOUSE: frozenset[Channel](),
}
"""The channels open to each kind of user."""

EVERY_KIND = "*"
"""Stands, in the choices for one topic, for the kinds that are not named there."""
MAILS = (Channel.MAIL, Channel.DIGEST)
# These are kept in English, and worded when they are read.
NOT_WANTED = {
    Channel.PAGE: gettext_noop("The user has turned these notices off."),
    Channel.MAIL: gettext_noop("The user has turned these mails off."),
    Channel.DIGEST: gettext_noop("The user has turned these daily mails off."),
    Channel.PUSH: gettext_noop("The user has turned these pushed notices off."),
    Channel.WEBHOOK: gettext_noop("The user has turned these calls of the webhook off."),
    Channel.TELEGRAM: gettext_noop("The user has turned these notices by Telegram off."),
    Channel.MATRIX: gettext_noop("The user has turned these notices by Matrix off."),
    Channel.NTFY: gettext_noop("The user has turned these notices by ntfy off."),
}
NO_MAIL = {
    UserKind.GUEST: gettext_noop("A guest gets no mail."),
    UserKind.BOT: gettext_noop("A bot account gets no mail."),
    UserKind.HOUSE: gettext_noop("A player of the house gets no mail."),
}
NOT_OPEN = gettext_noop("This kind of account gets no notices this way.")
CLOSED = gettext_noop("The account is closed.")
UNCONFIRMED = gettext_noop("The mail address is not confirmed.")
NO_BROWSER = gettext_noop("No browser takes pushed notices.")
NO_WEBHOOK = gettext_noop("There is no webhook that works.")
DEAD = gettext_noop("Mails to this address come back.")


@dataclass(frozen=True)
class Reader:
    """A user with everything that decides which notices reach them."""

    user: User
    address: str | None = None
    """The confirmed mail address."""
    dead: bool = False
    """True if mails to the address bounce."""
    has_device: bool = False
    has_webhook: bool = False
    messengers: frozenset[Channel] = frozenset()
    """Those that are linked and work."""
    channels: Mapping[str, list[str]] = field(default_factory=dict)
    topic_channels: Mapping[str, list[str]] = field(default_factory=dict)
    reminders: tuple[str, ...] = (SHARE,)
    digest_hour: int = DIGEST_HOUR

    def wants(self, kind: str, channel: Channel) -> bool:
        """True if the user has chosen this channel for this kind, for this match or in general."""
        spec = spec_of(kind)
        if spec.always:
            return channel in spec.defaults
        in_general = self.channels.get(str(kind), spec.defaults)
        chosen = self.topic_channels.get(str(kind), self.topic_channels.get(EVERY_KIND, in_general))
        return channel in chosen and channel not in spec.never

    def never_asked_for(self, kind: str, channel: Channel) -> bool:
        """True if this channel is off by default for this kind, and the user has chosen no channels for it."""
        chosen = {*self.channels, *self.topic_channels} & {str(kind), EVERY_KIND}
        return channel not in spec_of(kind).defaults and not chosen

    @property
    def ways(self) -> tuple[Channel, ...]:
        """The channels that the reader can choose: all, but of the messengers those that are linked."""
        return tuple(channel for channel in Channel if channel not in MESSENGERS or channel in self.messengers)

    def refusal(self, kind: str, channel: Channel) -> str:
        """One sentence on why the user gets no such notice by this channel, or an empty string."""
        return next(self._refusals(kind, channel), "")

    def _refusals(self, kind: str, channel: Channel) -> Iterator[str]:
        of_kind = UserKind(self.user.kind)
        if channel not in OPEN_TO[of_kind]:
            yield NO_MAIL.get(of_kind, NOT_OPEN) if channel in MAILS else NOT_OPEN
        if not self.user.is_active:
            yield CLOSED
        if not self.wants(kind, channel):
            yield NOT_WANTED[channel]
        if channel in MAILS and self.address is None:
            yield UNCONFIRMED
        if channel in MAILS and self.dead:
            yield DEAD
        if channel == Channel.PUSH and not self.has_device:
            yield NO_BROWSER
        if channel == Channel.WEBHOOK and not self.has_webhook:
            yield NO_WEBHOOK
        if channel in MESSENGERS and channel not in self.messengers:
            yield UNLINKED.format(messenger=channel.label)


# Runs for the readers of every round; Django takes ten times as long to write it as a database to carry it out.
# The address is the first confirmed one, the primary before others; a webhook that broke is none.
READERS = """
SELECT found.*, EXISTS (SELECT 1 FROM notifications_deadaddress
    WHERE user_id = found.user_id AND address = found.at)
FROM (SELECT asked.column1 AS topic, asked.column2 AS user_id,
    (SELECT email FROM account_emailaddress
        WHERE user_id = asked.column2 AND verified ORDER BY "primary" DESC, id LIMIT 1) AS at,
    EXISTS (SELECT 1 FROM notifications_device WHERE user_id = asked.column2),
    EXISTS (SELECT 1 FROM notifications_webhook
        WHERE user_id = asked.column2 AND topic IN ('', asked.column1) AND NOT broken),
    general.channels, general.reminders, general.digest_hour, special.channels, special.reminders,
    {messengers}
FROM ({pairs}) AS asked
LEFT JOIN notifications_noticepreferences general ON general.user_id = asked.column2
LEFT JOIN notifications_topicpreferences special
    ON special.user_id = asked.column2 AND special.topic = asked.column1
) AS found
"""
HAS_MESSENGER = """
    EXISTS (SELECT 1 FROM notifications_messenger WHERE user_id = asked.column2 AND channel = '{0}'
        AND linked_at IS NOT NULL AND NOT broken)"""
HAVE_MESSENGERS = ", ".join(HAS_MESSENGER.format(channel.value) for channel in MESSENGERS)


def readers_of(*, users: Iterable[User], topic: str = "") -> dict[int, Reader]:
    """Users with their preferences, for one topic or in general, in one query."""
    return {user_id: reader for (_, user_id), reader in readers_by_topic([(topic, user) for user in users]).items()}


def readers_by_topic(asked: Iterable[tuple[str, User]]) -> dict[tuple[str, int], Reader]:
    """Users with their preferences for a topic each, given as topics and users, in one query."""
    of_pairs = {(topic, user.pk): user for topic, user in asked}
    if not of_pairs:
        return {}
    pairs, given = given_pairs(("text", "bigint"), sorted(of_pairs))
    with connection.cursor() as cursor:
        cursor.execute(KeptSql(READERS.format(pairs=pairs, messengers=HAVE_MESSENGERS)), given)
        return {(row[0], row[1]): _reader(of_pairs[row[0], row[1]], row) for row in cursor.fetchall()}


def reader_of(user: User, topic: str = "") -> Reader:
    """One user with their preferences."""
    return readers_of(users=[user], topic=topic)[user.pk]


def _reader(user: User, row: Sequence[Any]) -> Reader:
    _, _, address, has_device, has_webhook, channels, general, hour, topic_channels, special, *linked, dead = row
    reminders = next((found for found in (_json(special), _json(general)) if found is not None), [SHARE])
    return Reader(
        user=user,
        address=address,
        dead=bool(dead),
        has_device=bool(has_device),
        has_webhook=bool(has_webhook),
        messengers=frozenset(channel for channel, there in zip(MESSENGERS, linked, strict=True) if there),
        channels=_json(channels) or {},
        topic_channels=_json(topic_channels) or {},
        reminders=tuple(reminders),
        digest_hour=DIGEST_HOUR if hour is None else hour,
    )


def _json(text: str | None) -> Any:
    return None if text is None else msgspec.json.decode(text)
