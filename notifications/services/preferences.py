"""Changes to the preferences for notices."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django.db import transaction

from accounts.models import User
from notifications.enums import Channel
from notifications.kinds import NOTICE_SPECS
from notifications.models import NoticePreferences, TopicPreferences
from notifications.readers import EVERY_KIND, reader_of


class Choice(NamedTuple):
    """The channels chosen for each kind, and the reminders."""

    channels: Mapping[str, Iterable[str]]
    reminders: Iterable[str]


def set_preferences(*, user: User, choice: Choice, digest_hour: int) -> None:
    """Save a user's preferences and the hour of the daily mail."""
    columns = {**_columns(choice), "digest_hour": digest_hour}
    NoticePreferences.objects.update_or_create(user=user, defaults=columns)


def set_topic_preferences(*, user: User, topic: str, choice: Choice | None) -> None:
    """Save a user's preferences for one topic. None restores the general ones."""
    if choice is None:
        TopicPreferences.objects.filter(user=user, topic=topic).delete()
    else:
        TopicPreferences.objects.update_or_create(user=user, topic=topic, defaults=_columns(choice))


def silence_topic(*, user: User, topic: str) -> None:
    """Tell a user nothing more of one topic, on any channel, in kinds added later either."""
    set_topic_preferences(user=user, topic=topic, choice=Choice({EVERY_KIND: []}, []))


def _columns(choice: Choice) -> dict[str, object]:
    channels = {kind: [str(channel) for channel in chosen] for kind, chosen in choice.channels.items()}
    return {"channels": channels, "reminders": list(choice.reminders)}


@transaction.atomic
def choose_channels(*, user: User, kind: str, channels: Iterable[Channel]) -> None:
    """Save the channels of one kind of notice, and keep the others."""
    wanted, _ = NoticePreferences.objects.select_for_update().get_or_create(user=user)
    wanted.channels = {**wanted.channels, str(kind): sorted(map(str, channels))}
    wanted.save(update_fields=["channels"])


@transaction.atomic
def turn_off(*, user: User, kind: str, channel: Channel) -> None:
    """Turn off a kind of notice on a channel, or everything on that channel if the kind is empty."""
    wanted, _ = NoticePreferences.objects.select_for_update().get_or_create(user=user)
    wanted.channels = _without(reader_of(user).channels, kind, channel)
    wanted.save(update_fields=["channels"])
    for special in TopicPreferences.objects.select_for_update().filter(user=user):
        special.channels = _without(special.channels, kind, channel, known_only=True)
        special.save(update_fields=["channels"])


def _without(
    channels: Mapping[str, list[str]], kind: str, channel: Channel, *, known_only: bool = False
) -> dict[str, list[str]]:
    from_defaults = {} if known_only else {slug: sorted(map(str, spec.defaults)) for slug, spec in NOTICE_SPECS.items()}
    chosen: dict[str, list[str]] = {**from_defaults, **channels}
    touched = {slug for slug in chosen if kind in ("", slug)}
    kept = {slug: [each for each in chosen[slug] if each != channel] for slug in touched}
    return {**channels, **kept}
