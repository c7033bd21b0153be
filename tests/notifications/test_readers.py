"""The statement that finds readers with their preferences agrees with Django's own words, on both databases."""

from collections.abc import Iterable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.db.models import Exists, OuterRef, Subquery

from accounts.models import User
from notifications.enums import MESSENGERS, Channel
from notifications.models import DeadAddress, Device, Messenger, NoticePreferences, TopicPreferences, Webhook
from notifications.policy import DIGEST_HOUR, SHARE
from notifications.readers import Reader, readers_by_topic, readers_of
from tests.accounts.people import person
from tests.accounts.times import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

TOPIC = "match:7"


def plainly(users: Iterable[User]) -> dict[int, Reader]:
    """Find them as Django would write it."""
    address = EmailAddress.objects.filter(user=OuterRef("pk"), verified=True).order_by("-primary", "id")
    special = TopicPreferences.objects.filter(user=OuterRef("pk"), topic=TOPIC)
    found = (
        User.objects.filter(pk__in=[user.pk for user in users])
        .select_related("notice_preferences")
        .annotate(
            at=Subquery(address.values("email")[:1]),
            has_device=Exists(Device.objects.filter(user=OuterRef("pk"))),
            has_webhook=Exists(Webhook.objects.filter(user=OuterRef("pk"), topic__in=["", TOPIC], broken=False)),
            topic_channels=Subquery(special.values("channels")[:1]),
            topic_reminders=Subquery(special.values("reminders")[:1]),
        )
        .annotate(dead=Exists(DeadAddress.objects.filter(user=OuterRef("pk"), address=OuterRef("at"))))
    )
    return {row.pk: reader(row) for row in found}


def reader(row: Any) -> Reader:
    wanted, linked = getattr(row, "notice_preferences", None), row.messengers.filter(linked_at__lte=NOW, broken=False)
    reminders = next(one for one in (row.topic_reminders, wanted and wanted.reminders, [SHARE]) if one is not None)
    return Reader(
        user=row, address=row.at, dead=row.dead, has_device=row.has_device, has_webhook=row.has_webhook,
        messengers=frozenset(map(Channel, linked.values_list("channel", flat=True))),
        channels=wanted.channels if wanted else {}, topic_channels=row.topic_channels or {},
        reminders=tuple(reminders), digest_hour=wanted.digest_hour if wanted else DIGEST_HOUR,
    )  # fmt: skip


def test_both_ways_find_the_same_readers() -> None:
    names = ("plain", "none", "moved", "dead", "phone", "hook", "broken", "of_table", "of_other", "chose", "chats")
    people = {name: person(name) for name in names}
    EmailAddress.objects.filter(user=people["none"]).update(verified=False)
    EmailAddress.objects.filter(user=people["moved"]).update(primary=False)
    EmailAddress.objects.create(user=people["moved"], email="new@example.org", verified=True, primary=True)
    DeadAddress.objects.create(user=people["dead"], address=people["dead"].email, reason="gone", failed_at=NOW)
    DeadAddress.objects.create(user=people["moved"], address="old@example.org", reason="gone", failed_at=NOW)
    Device.objects.create(user=people["phone"], name="phone", endpoint="https://push.example/1", made_at=NOW)
    for name, broken in (("hook", False), ("broken", True)):
        Webhook.objects.create(user=people[name], url="https://hook.example", made_at=NOW, broken=broken)
    for name, topic in (("of_table", TOPIC), ("of_other", "match:8")):
        Webhook.objects.create(user=people[name], url="https://hook.example", made_at=NOW, topic=topic)
    for channel, linked_at, broken in zip(MESSENGERS, (NOW, NOW, None), (False, True, False), strict=True):
        Messenger.objects.create(user=people["chats"], channel=channel, made_at=NOW, linked_at=linked_at, broken=broken)
    NoticePreferences.objects.create(user=people["chose"], channels={"turn": ["push"]}, digest_hour=0)
    NoticePreferences.objects.create(user=people["phone"], channels={}, reminders=[], digest_hour=20)
    TopicPreferences.objects.create(user=people["chose"], topic=TOPIC, channels={"chat": []}, reminders=["8h", "1h"])
    TopicPreferences.objects.create(user=people["plain"], topic="match:8", channels={"chat": []}, reminders=["1h"])
    found, expected = readers_of(users=people.values(), topic=TOPIC), plainly(people.values())
    assert found == expected
    assert found[people["chats"].pk].messengers == {MESSENGERS[0]}
    assert [found[people[name].pk].has_webhook for name in ("hook", "of_table", "of_other")] == [True, True, False]
    assert found[people["dead"].pk].dead and not found[people["moved"].pk].dead
    assert found[people["chose"].pk].reminders == ("8h", "1h") and found[people["phone"].pk].reminders == ()
    assert readers_of(users=[]) == {}


def test_readers_of_many_topics_are_those_of_each() -> None:
    ana, ben = person("ana"), person("ben")
    for topic, reminders in (("match:1", ["8h"]), ("match:2", ["1h"])):
        TopicPreferences.objects.create(user=ana, topic=topic, channels={}, reminders=reminders)
    asked = [("match:1", ana), ("match:2", ana), ("match:2", ben), ("match:3", ana)]
    one_by_one = {(topic, user.pk): readers_of(users=[user], topic=topic)[user.pk] for topic, user in asked}
    assert readers_by_topic(asked) == one_by_one
    assert {one_by_one[f"match:{number}", ana.pk].reminders for number in (1, 2)} == {("8h",), ("1h",)}
