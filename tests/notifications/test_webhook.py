"""Webhooks, against a real server."""

import hashlib
import hmac
import json
from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from accounts.models import User
from notifications import outgoing
from notifications.models import Channel, Kind, Notice, State, Webhook
from notifications.policy import WAITS
from notifications.services import send_notice
from notifications.services.devices import set_webhook
from tests.accounts.people import PASSWORD, guest, person
from tests.accounts.times import NOW
from tests.notifications.notices import scheduled
from tests.support.catcher import Catcher, catching

pytestmark = pytest.mark.django_db


@pytest.fixture
def end(settings):
    settings.OUTGOING_TO_PRIVATE, settings.SITE_URL = True, "https://post.example"
    with catching() as caught:
        caught.status = 204
        yield caught


def hooked(user: User, end: Catcher, form: str = "json") -> Webhook:
    return set_webhook(user=user, form=form, url=f"{end.url}/hook", now=NOW)


def notice_for(user: User, kind: str = Kind.TURN, **more: str) -> Notice:
    return scheduled(user, kind, channel=Channel.WEBHOOK, **more)  # type: ignore[arg-type]


def test_json_is_signed_so_that_the_other_end_can_tell(end):
    ana = person("ana")
    webhook = hooked(ana, end)
    assert send_notice(notice_id=notice_for(ana, text="Bid now.").pk, now=NOW) == State.SENT
    (posted,) = end.posted
    assert json.loads(posted.body) == {
        "kind": "turn",
        "title": "Your turn: Bid! with O'Neill & <b>ben</b>",
        "text": "Bid now.",
        "url": "https://post.example/table/214/",
        "deadline": "2026-03-05T18:30:00+00:00",
    }
    signed = posted.headers["X-Piecepack-Timestamp"].encode() + b"." + posted.body
    wanted = "sha256=" + hmac.new(webhook.key.encode(), signed, hashlib.sha256).hexdigest()
    assert posted.headers["X-Piecepack-Signature"] == wanted
    assert "/act/" not in posted.body.decode(), "others read a channel too"


def test_discord_calls_nobody_and_slack_makes_no_links_of_names(end):
    ana = person("ana")
    hooked(ana, end, "discord")
    send_notice(notice_id=notice_for(ana, text="@everyone bid.").pk, now=NOW)
    hooked(ana, end, "slack")
    send_notice(notice_id=notice_for(ana, Kind.REMINDER, text="<!channel> bid.").pk, now=NOW)
    discord, slack = (json.loads(posted.body) for posted in end.posted)
    assert discord["allowed_mentions"] == {"parse": []}
    assert discord["content"].splitlines()[1:] == ["@everyone bid.", "https://post.example/table/214/"]
    assert "&lt;!channel&gt; bid." in slack["text"]


def test_no_text_of_others_hides_where_a_link_leads(end):
    ana = person("ana")
    hooked(ana, end, "discord")
    send_notice(notice_id=notice_for(ana, text="[Log in](https://other.example) to \\[bid](x).").pk, now=NOW)
    hooked(ana, end, "slack")
    send_notice(notice_id=notice_for(ana, Kind.REMINDER, text="<https://other.example|Log in>").pk, now=NOW)
    discord, slack = (json.loads(posted.body) for posted in end.posted)
    assert discord["content"].splitlines()[1] == r"\[Log in\]\(https://other.example\) to \\\[bid\]\(x\)."
    assert "&lt;https://other.example|Log in&gt;" in slack["text"]


def test_what_came_of_it_is_kept_for_its_owner(end):
    ana = person("ana")
    hooked(ana, end)
    send_notice(notice_id=notice_for(ana).pk, now=NOW)
    webhook = Webhook.objects.get()
    assert (webhook.last_at, webhook.last_result) == (NOW, "It was taken.")


def test_an_end_that_has_taken_it_but_does_not_end_its_answer_is_posted_to_once(end, monkeypatch):
    monkeypatch.setattr(outgoing, "SECONDS_TO_READ", 0.2)
    ana = person("ana")
    hooked(ana, end)
    end.status, end.withheld = 200, 9
    assert send_notice(notice_id=notice_for(ana).pk, now=NOW) == State.SENT
    assert len(end.posted) == 1
    assert Webhook.objects.get().last_result == "It was taken."


def test_an_end_that_fails_is_asked_three_times(end):
    ana = person("ana")
    hooked(ana, end)
    end.status = 500
    notice, now = notice_for(ana), NOW
    for wait in WAITS[:2]:
        assert send_notice(notice_id=notice.pk, now=now) == State.DUE
        now += wait
    assert send_notice(notice_id=notice.pk, now=now) == State.FAILED
    assert "500" in Webhook.objects.get().last_result
    assert not Webhook.objects.get().broken


def test_an_end_that_is_gone_is_used_no_more_until_it_is_given_again(end):
    ana = person("ana")
    hooked(ana, end)
    end.status = 404
    assert send_notice(notice_id=notice_for(ana).pk, now=NOW) == State.FAILED
    assert Webhook.objects.get().broken
    scheduled(ana, step=2)
    assert not Notice.objects.filter(step=2, channel=Channel.WEBHOOK).exists()
    hooked(ana, end)
    assert notice_for(ana, step=3).state == State.DUE  # type: ignore[arg-type]


def test_an_end_that_leads_into_the_house_is_refused_when_used(end, settings):
    ana = person("ana")
    hooked(ana, end)
    settings.OUTGOING_TO_PRIVATE = False
    notice = notice_for(ana)
    assert send_notice(notice_id=notice.pk, now=NOW) == State.DUE
    assert "https://" in Webhook.objects.get().last_result
    assert end.posted == []


@pytest.mark.parametrize("url", ["http://127.0.0.1/", "https://localhost/", "https://10.0.0.1/x", "hook"])
def test_such_an_end_is_not_taken_in_the_first_place(url):
    with pytest.raises(ValidationError):
        set_webhook(user=person("ana"), form="json", url=url, now=NOW)
    assert not Webhook.objects.exists()


def test_guests_have_no_webhook(end):
    visitor = guest()
    hooked(visitor, end)
    scheduled(visitor)
    assert not Notice.objects.filter(channel=Channel.WEBHOOK).exists()


def test_the_page_keeps_tests_and_forgets_it(end):
    person("ana")
    client = Client()
    client.login(username="ana", password=PASSWORD)
    refused = client.post("/notices/webhook/", {"form": "json", "url": "ftp://x"})
    assert refused.status_code == 400
    assert "must begin with https://" in refused.content.decode()
    assert client.post("/notices/webhook/", {"form": "slack", "url": f"{end.url}/x"}).status_code == 302
    assert "has not been called yet" in client.get("/notices/choose/").content.decode()
    page = client.post("/notices/webhook/test/", follow=True).content.decode()
    assert "The test was taken." in page
    assert json.loads(end.posted[0].body)["text"].startswith("Piecepack by Post")
    end.status = 500
    page = client.post("/notices/webhook/test/", follow=True).content.decode()
    assert "did not take it (500)" in page
    client.post("/notices/webhook/", {"remove": "yes"})
    assert not Webhook.objects.exists()


def test_the_key_stays_when_the_address_changes(end):
    ana = person("ana")
    first = hooked(ana, end).key
    assert set_webhook(user=ana, form="json", url=f"{end.url}/y", now=NOW + timedelta(days=1)).key == first
    assert len(first) >= 40


def test_a_webhook_of_one_table_takes_the_place_of_that_for_all(end):
    ana = person("ana")
    hooked(ana, end)
    set_webhook(user=ana, form="json", url=f"{end.url}/table", topic="match:214", now=NOW)
    send_notice(notice_id=notice_for(ana).pk, now=NOW)
    send_notice(notice_id=notice_for(ana, topic="match:215").pk, now=NOW)
    assert [posted.path for posted in end.posted] == ["/table", "/hook"]
    Webhook.objects.filter(topic="match:214").update(broken=True)
    send_notice(notice_id=notice_for(ana, step=2).pk, now=NOW)  # type: ignore[arg-type]
    assert end.posted[-1].path == "/hook"


def test_a_webhook_of_one_table_alone_tells_of_no_other(end):
    ana = person("ana")
    set_webhook(user=ana, form="json", url=f"{end.url}/table", topic="match:214", now=NOW)
    assert notice_for(ana).state == State.DUE
    scheduled(ana, topic="match:215")
    assert not Notice.objects.filter(topic="match:215", channel=Channel.WEBHOOK).exists()
