"""What users want to be told, and which channels the site may use."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from allauth.account.models import EmailAddress
from django.db.models import Exists, OuterRef, Subquery

from accounts.models import Kind as UserKind
from accounts.models import User
from notifications.kinds import spec_of
from notifications.models import Channel, DeadAddress, Device, TopicPreferences, Webhook
from notifications.policy import DIGEST_HOUR, SHARE

OPEN_TO = {
    UserKind.PERSON: frozenset(Channel),
    UserKind.GUEST: frozenset({Channel.PAGE, Channel.PUSH}),
    UserKind.BOT: frozenset({Channel.PAGE, Channel.WEBHOOK}),
    UserKind.HOUSE: frozenset[Channel](),
}
"""The channels open to each kind of user."""

MAILS = (Channel.MAIL, Channel.DIGEST)
NOT_WANTED = "The user has turned these {} off."
NOUNS = {
    Channel.PAGE: "notices",
    Channel.MAIL: "mails",
    Channel.DIGEST: "daily mails",
    Channel.PUSH: "pushed notices",
    Channel.WEBHOOK: "calls of the webhook",
}
DEAD = "Mails to this address come back."


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
    channels: Mapping[str, list[str]] = field(default_factory=dict)
    topic_channels: Mapping[str, list[str]] = field(default_factory=dict)
    reminders: tuple[str, ...] = (SHARE,)
    digest_hour: int = DIGEST_HOUR

    def wants(self, kind: str, channel: Channel) -> bool:
        """True if the user has chosen this channel for this kind, for this match or in general."""
        spec = spec_of(kind)
        if spec.always:
            return channel in spec.defaults
        chosen = self.topic_channels.get(str(kind), self.channels.get(str(kind), spec.defaults))
        return channel in chosen and channel not in spec.never

    def refusal(self, kind: str, channel: Channel) -> str:
        """One sentence on why the user gets no such notice by this channel, or an empty string."""
        label = UserKind(self.user.kind).label
        noun = "mail" if channel in MAILS else NOUNS[channel]
        checks = (
            (channel not in OPEN_TO[UserKind(self.user.kind)], f"A {label} gets no {noun}."),
            (not self.user.is_active, "The account is closed."),
            (not self.wants(kind, channel), NOT_WANTED.format(NOUNS[channel])),
            (channel in MAILS and self.address is None, "The mail address is not confirmed."),
            (channel in MAILS and self.dead, DEAD),
            (channel == Channel.PUSH and not self.has_device, "No browser takes pushed notices."),
            (channel == Channel.WEBHOOK and not self.has_webhook, "There is no webhook that works."),
        )
        return next((reason for refused, reason in checks if refused), "")


def readers_of(*, users: Iterable[int], topic: str = "") -> dict[int, Reader]:
    """Users with their preferences, for one topic or in general, in one query."""
    address = EmailAddress.objects.filter(user=OuterRef("pk"), verified=True).order_by("-primary", "id")
    special = TopicPreferences.objects.filter(user=OuterRef("pk"), topic=topic)
    found = (
        User.objects.filter(pk__in=users)
        .select_related("notice_preferences")
        .annotate(
            at=Subquery(address.values("email")[:1]),
            has_device=Exists(Device.objects.filter(user=OuterRef("pk"))),
            has_webhook=Exists(Webhook.objects.filter(user=OuterRef("pk"), broken=False)),
            topic_channels=Subquery(special.values("channels")[:1]),
            topic_reminders=Subquery(special.values("reminders")[:1]),
        )
        .annotate(dead=Exists(DeadAddress.objects.filter(user=OuterRef("pk"), address=OuterRef("at"))))
    )
    return {user.pk: _reader(user) for user in found}


def reader_of(user: User, topic: str = "") -> Reader:
    """One user with their preferences."""
    return readers_of(users=[user.pk], topic=topic)[user.pk]


def _reader(row: Any) -> Reader:
    wanted = getattr(row, "notice_preferences", None)
    reminders = next(
        (found for found in (row.topic_reminders, wanted and wanted.reminders) if found is not None), [SHARE]
    )
    return Reader(
        user=row,
        address=row.at,
        dead=row.dead,
        has_device=row.has_device,
        has_webhook=row.has_webhook,
        channels=wanted.channels if wanted else {},
        topic_channels=row.topic_channels or {},
        reminders=tuple(reminders),
        digest_hour=wanted.digest_hour if wanted else DIGEST_HOUR,
    )
