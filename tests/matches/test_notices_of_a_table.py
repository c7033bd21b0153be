"""The notices of one table: silence, and a webhook of its own."""

import pytest
from django.test import Client

from accounts.models import User
from matches.models import Match
from matches.notices import reschedule_turns, topic_of
from notifications.models import Notice, State, TopicPreferences, Webhook
from tests.matches.tables import NOON, table_of

pytestmark = pytest.mark.django_db


def player(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def told(match: Match, user: User) -> bool:
    """True if any notice of the open round is planned or shown."""
    Notice.objects.all().delete()
    reschedule_turns(match=match, seats=match.seats.select_related("user").filter(awaited=True), now=NOON)
    return Notice.objects.filter(user=user).exclude(state=State.UNWANTED).exists()


def test_a_silent_table_tells_its_player_nothing_and_others_as_before():
    match, (ana, ben, _) = table_of("ana", "ben", "cleo")
    match.refresh_from_db()
    assert told(match, ana)
    path = f"/table/{match.pk}/notices/"
    player(ana).post(path, {"silent": "yes"})
    assert not told(match, ana)
    assert told(match, ben)
    assert "This table tells you nothing" in player(ana).get(path).content.decode()
    player(ana).post(path, {"same": "yes"})
    assert told(match, ana)
    assert not TopicPreferences.objects.exists()


def test_a_player_gives_a_table_a_webhook_and_takes_it_back(settings):
    settings.OUTGOING_TO_PRIVATE = True
    match, (ana, _, _) = table_of("ana", "ben", "cleo")
    path = f"/table/{match.pk}/notices/webhook/"
    refused = player(ana).post(path, {"form": "json", "url": "ftp://x"})
    assert refused.status_code == 400
    assert "must begin with https://" in refused.content.decode()
    player(ana).post(path, {"form": "json", "url": "https://127.0.0.1/x"})
    assert Webhook.objects.get().topic == topic_of(match.pk)
    assert Webhook.objects.get().key in player(ana).get(f"/table/{match.pk}/notices/").content.decode()
    player(ana).post(path, {"remove": "yes"})
    assert not Webhook.objects.exists()


def test_only_players_of_a_table_do():
    match, _ = table_of("ana", "ben", "cleo")
    stranger = player(User.objects.create(username="dora"))
    assert (
        stranger.post(f"/table/{match.pk}/notices/webhook/", {"form": "json", "url": "https://x/"}).status_code == 404
    )
    assert stranger.post(f"/table/{match.pk}/notices/", {"silent": "yes"}).status_code == 404
