"""What users wish to be told, written down."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django.db import transaction

from accounts.models import User
from notifications.kinds import SORTS
from notifications.models import TopicWishes, Wishes
from notifications.terms import Channel
from notifications.wishes import reader_of


class Choice(NamedTuple):
    """The channels chosen for each kind, and the reminders."""

    channels: Mapping[str, Iterable[str]]
    reminders: Iterable[str]


def wishes_set(*, user: User, choice: Choice, digest_hour: int) -> None:
    """Write down what a user wants to be told, and when the daily mail comes."""
    told = {**_told(choice), "digest_hour": digest_hour}
    Wishes.objects.update_or_create(user=user, defaults=told)


def topic_wishes_set(*, user: User, topic: str, choice: Choice | None) -> None:
    """The same for one match; None: as everywhere else."""
    if choice is None:
        TopicWishes.objects.filter(user=user, topic=topic).delete()
    else:
        TopicWishes.objects.update_or_create(user=user, topic=topic, defaults=_told(choice))


def _told(choice: Choice) -> dict[str, object]:
    channels = {kind: [str(channel) for channel in chosen] for kind, chosen in choice.channels.items()}
    return {"channels": channels, "reminders": list(choice.reminders)}


@transaction.atomic
def turn_off(*, user: User, kind: str, channel: Channel) -> None:
    """Tell this user nothing more of a kind by a channel; without a kind, nothing at all by that channel."""
    wishes, _ = Wishes.objects.select_for_update().get_or_create(user=user)
    wishes.channels = _without(reader_of(user).channels, kind, channel)
    wishes.save(update_fields=["channels"])
    for special in TopicWishes.objects.select_for_update().filter(user=user):
        special.channels = _without(special.channels, kind, channel, known_only=True)
        special.save(update_fields=["channels"])


def _without(
    channels: Mapping[str, list[str]], kind: str, channel: Channel, *, known_only: bool = False
) -> dict[str, list[str]]:
    from_defaults = {} if known_only else {slug: sorted(map(str, sort.defaults)) for slug, sort in SORTS.items()}
    chosen: dict[str, list[str]] = {**from_defaults, **channels}
    touched = {slug for slug in chosen if kind in ("", slug)}
    kept = {slug: [each for each in chosen[slug] if each != channel] for slug in touched}
    return {**channels, **kept}
