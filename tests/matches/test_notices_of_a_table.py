"""The notices of one table: silence, and a webhook of its own."""

from dataclasses import replace

import pytest
from allauth.account.models import EmailAddress
from django.core import mail as outbox

from accounts.models import User
from matches.log.states import game_of
from matches.models import Match
from matches.notices import about, reschedule_turns, topic_of
from moderation.action import Target
from notifications.kinds import NOTICE_SPECS, spec_of, specs_to_choose
from notifications.models import Notice, State, TopicPreferences, Webhook
from notifications.selectors import unreached
from notifications.services import schedule_notice
from notifications.services.sending import send_notice
from tests.matches.tables import NOON, table_of
from tests.moderation.desk import done, moderator
from tests.support.clients import client_of

pytestmark = pytest.mark.django_db


def has_notice(match: Match, user: User) -> bool:
    """True if any notice of the open round is planned or shown."""
    Notice.objects.all().delete()
    reschedule_turns(match=match, seats=match.seats.select_related("user").filter(awaited=True), now=NOON)
    return Notice.objects.filter(user=user).exclude(state=State.UNWANTED).exists()


def test_a_silent_table_tells_its_player_nothing_and_others_as_before():
    match, (ana, ben, _) = table_of("ana", "ben", "cleo")
    match.refresh_from_db()
    assert has_notice(match, ana)
    path = f"/table/{match.pk}/notices/"
    client_of(ana).post(path, {"silent": "yes"})
    assert not has_notice(match, ana)
    assert has_notice(match, ben)
    assert "Notices are off for this table" in client_of(ana).get(path).content.decode()
    client_of(ana).post(path, {"same": "yes"})
    assert has_notice(match, ana)
    assert not TopicPreferences.objects.exists()


def notice(match: Match, user: User, kind: str, topic: str = "") -> bool:
    """True if a notice of this kind reaches anybody in any way."""
    Notice.objects.all().delete()
    context, topic = about(match, game_of(match)), topic or topic_of(match.pk)
    schedule_notice(user=user, kind=kind, topic=topic, step=0, context=context, due_at=NOON, now=NOON)
    return Notice.objects.filter(user=user).exclude(state=State.UNWANTED).exists()


@pytest.mark.parametrize("kind", [spec.slug for spec in specs_to_choose()])
def test_no_kind_of_notice_comes_of_a_silent_table(kind: str):
    match, (ana, _, _) = table_of("ana", "ben", "cleo")
    EmailAddress.objects.create(user=ana, email="ana@example.org", verified=True, primary=True)
    assert notice(match, ana, kind)
    client_of(ana).post(f"/table/{match.pk}/notices/", {"silent": "yes"})
    assert not notice(match, ana, kind)
    assert notice(match, ana, kind, topic="match:0"), "the others as before"


def test_nor_does_a_kind_that_the_site_comes_to_know_later(monkeypatch: pytest.MonkeyPatch):
    match, (ana, _, _) = table_of("ana", "ben", "cleo")
    client_of(ana).post(f"/table/{match.pk}/notices/", {"silent": "yes"})
    spec = replace(spec_of("chat"), slug="later")
    monkeypatch.setitem(NOTICE_SPECS, "later", spec)
    assert not notice(match, ana, "later")
    assert notice(match, ana, "later", topic="match:0")


def test_what_keeps_an_account_safe_and_what_moderators_do_comes_all_the_same():
    match, (ana, _, _) = table_of("ana", "ben", "cleo")
    client_of(ana).post(f"/table/{match.pk}/notices/", {"silent": "yes"})
    assert notice(match, ana, "safety")
    row = done(moderator(), "warn", Target(match=match, seat=match.seats.get(user=ana)), words="Mind your words.")
    assert ana.notices.filter(topic=f"moderation:{row.number}", channel="page", state=State.SENT).exists()


def test_silence_holds_for_what_was_planned_before_and_costs_no_time():
    match, (ana, _, _) = table_of("ana", "ben", "cleo")
    EmailAddress.objects.create(user=ana, email="ana@example.org", verified=True, primary=True)
    assert has_notice(match, ana)
    mail = ana.notices.get(kind="turn", channel="mail")
    assert mail.state == State.DUE
    client_of(ana).post(f"/table/{match.pk}/notices/", {"silent": "yes"})
    assert send_notice(notice_id=mail.pk, now=mail.due_at) == State.UNWANTED
    assert not outbox.outbox
    assert unreached(topic=topic_of(match.pk), step=match.next_step, users=[ana.pk]) == set()


def test_a_player_gives_a_table_a_webhook_and_takes_it_back(settings):
    settings.OUTGOING_TO_PRIVATE = True
    match, (ana, _, _) = table_of("ana", "ben", "cleo")
    path = f"/table/{match.pk}/notices/webhook/"
    refused = client_of(ana).post(path, {"form": "json", "url": "ftp://x"})
    assert refused.status_code == 400
    assert "must begin with https://" in refused.content.decode()
    client_of(ana).post(path, {"form": "json", "url": "https://127.0.0.1/x"})
    assert Webhook.objects.get().topic == topic_of(match.pk)
    assert Webhook.objects.get().key in client_of(ana).get(f"/table/{match.pk}/notices/").content.decode()
    client_of(ana).post(path, {"remove": "yes"})
    assert not Webhook.objects.exists()


def test_only_players_of_a_table_do():
    match, _ = table_of("ana", "ben", "cleo")
    stranger = client_of(User.objects.create(username="dora"))
    assert (
        stranger.post(f"/table/{match.pk}/notices/webhook/", {"form": "json", "url": "https://x/"}).status_code == 404
    )
    assert stranger.post(f"/table/{match.pk}/notices/", {"silent": "yes"}).status_code == 404
