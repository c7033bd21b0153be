"""The pages of notices: choosing, the bell, the ledger, and having looked."""

import re
from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.test import Client, override_settings

from accounts.identity.services import change_preferences
from notifications.enums import MESSENGERS
from notifications.kinds import NOTICE_SPECS
from notifications.models import Channel, Feed, Kind, Notice, NoticePreferences, State
from notifications.policy import KEPT
from notifications.readers import reader_of
from notifications.selectors import unread_count
from notifications.services import mark_notices_seen, send_notice, sweep_notices, withdraw_notices
from notifications.services.sweep import remove_old_notices
from tests.accounts.people import PASSWORD, person
from tests.accounts.times import NOW
from tests.notifications.notices import scheduled, state, wanting

pytestmark = pytest.mark.django_db
CHOOSE = "/notices/choose/"
OFFLINE = "/offline/?lang=en-gb"


@pytest.fixture
def ana():
    return person("ana")


@pytest.fixture
def own(ana) -> Client:
    client = Client()
    client.login(username="ana", password=PASSWORD)
    return client


def test_the_page_shows_each_kind_and_channel_as_it_is_told(own):
    page = own.get(CHOOSE).content.decode()
    for spec in NOTICE_SPECS.values():
        for channel in Channel:
            slug = spec.slug
            box = f'name="{slug}-{channel}"'
            # Nothing is linked yet.
            offered = channel not in spec.never | set(MESSENGERS) and not (spec.always or spec.permission)
            assert (box in page) == offered
            checked = f'{box} id="id_{slug}-{channel}" checked' in page
            assert checked == (offered and channel in spec.defaults)


def test_what_was_chosen_is_kept_and_shown(own, ana):
    given = {"turn-mail": "on", "over-digest": "on", "reminders": ["4h", "20%"], "digest_hour": "17"}
    assert own.post(CHOOSE, given).status_code == 302
    reader = reader_of(ana)
    assert [channel for channel in reader.ways if reader.wants("turn", channel)] == [Channel.MAIL]
    assert [channel for channel in Channel if reader.wants("over", channel)] == [Channel.DIGEST]
    assert not any(reader.wants("chat", channel) for channel in Channel)
    assert (reader.reminders, reader.digest_hour) == (("4h", "20%"), 17)
    page = own.get(CHOOSE).content.decode()
    assert 'id="id_turn-mail" checked' in page
    assert 'id="id_turn-page" checked' not in page
    assert '<option value="17" selected>' in page


@pytest.mark.parametrize("given", [{"digest_hour": "24"}, {"digest_hour": "8", "reminders": ["9h"]}, {}])
def test_what_cannot_be_chosen_is_not_kept(own, given):
    assert own.post(CHOOSE, given).status_code == 200
    assert not NoticePreferences.objects.exists()


def test_all_pages_want_a_log_in():
    for path in (CHOOSE, "/notices/", "/notices/sent/", "/table/1/notices/"):
        assert Client().get(path)["Location"].startswith("/accounts/login/")
    for path in ("/notices/read/", "/notices/seen/", "/notices/device/", "/notices/webhook/", "/notices/feed/"):
        assert Client().post(path)["Location"].startswith("/accounts/login/")


def test_the_bell_counts_what_was_not_read(own, ana):
    scheduled(ana, text="Bid <now>.")
    scheduled(ana, step=2)
    scheduled(person("ben"))
    assert own.get("/turns/counts/").json() == {"turns": 0, "unread": 2}
    page = own.get("/notices/").content.decode()
    assert page.count("news-new") == 2
    assert "Bid &lt;now&gt;." in page
    assert '<b data-count="unread">2</b>' in page
    own.post("/notices/read/")
    assert own.get("/turns/counts/").json()["unread"] == 0
    assert "news-new" not in own.get("/notices/").content.decode()


def test_opening_one_marks_it_read_and_leads_on(own, ana):
    scheduled(ana, step=2)
    scheduled(ana)
    notice = Notice.objects.get(step=1, channel=Channel.PAGE)
    answer = own.post(f"/notices/{notice.pk}/open/")
    assert answer["Location"] == "/table/214/"
    assert unread_count(user_id=ana.pk) == 1
    assert own.get(f"/notices/{notice.pk}/open/").status_code == 405


def test_the_notices_of_others_cannot_be_opened(own):
    scheduled(person("ben"))
    notice = Notice.objects.get(channel=Channel.PAGE)
    assert own.post(f"/notices/{notice.pk}/open/").status_code == 404
    assert Notice.objects.get(pk=notice.pk).read_at is None


def test_a_turn_that_was_taken_counts_as_read(ana):
    scheduled(ana)
    withdraw_notices(topic="match:214", users=[ana.pk], now=NOW)
    assert unread_count(user_id=ana.pk) == 0
    assert Notice.objects.get(channel=Channel.PAGE).state == State.SENT


def test_a_reminder_stands_on_the_page_when_its_moment_has_come(ana):
    wanting(ana, reminder="page")
    scheduled(ana, Kind.REMINDER, channel=Channel.PAGE, due_at=NOW + timedelta(hours=3))
    assert unread_count(user_id=ana.pk) == 0
    sweep_notices(now=NOW + timedelta(hours=3))
    assert unread_count(user_id=ana.pk) == 1


def test_who_looks_at_the_table_gets_no_mail_of_the_turn_but_the_reminder(own, ana, mailoutbox):
    turn, later = scheduled(ana), scheduled(ana, step=2)
    reminder, elsewhere = scheduled(ana, Kind.REMINDER), scheduled(ana, topic="match:3")
    assert own.post("/notices/seen/", {"topic": "match:214", "step": "1"}).status_code == 204
    assert state(turn) == (State.WITHHELD, "The user was looking at the table.")
    assert [state(notice)[0] for notice in (later, reminder, elsewhere)] == [State.DUE] * 3
    assert send_notice(notice_id=turn.pk, now=NOW) is None
    assert mailoutbox == []


def test_an_open_tab_alone_withholds_nothing(own, ana, mailoutbox):
    turn = scheduled(ana)
    own.get("/notices/")
    own.get("/turns/counts/")
    assert send_notice(notice_id=turn.pk, now=NOW) == State.SENT
    assert len(mailoutbox) == 1


def test_nobody_looks_for_another(own):
    ben = scheduled(person("ben"))
    own.post("/notices/seen/", {"topic": "match:214", "step": "1"})
    assert state(ben)[0] == State.DUE
    assert own.post("/notices/seen/", {"topic": "match:214", "step": "x"}).status_code == 400


def test_looking_again_after_it_was_sent_changes_nothing(ana):
    turn = scheduled(ana)
    send_notice(notice_id=turn.pk, now=NOW)
    assert mark_notices_seen(user_id=ana.pk, topic="match:214", step=1, now=NOW) == 0
    assert state(turn)[0] == State.SENT


def test_the_ledger_tells_its_owner_what_was_sent_and_why_not(own, ana):
    send_notice(notice_id=scheduled(ana).pk, now=NOW)
    scheduled(wanting(ana), Kind.OVER)
    scheduled(person("ben"), title="Another's table")
    page = own.get("/notices/sent/").content.decode()
    assert "Your turn: Bid! with O&#x27;Neill" in page
    assert "The user has turned these mails off." in page
    assert "Another" not in page


def test_what_is_old_is_removed_and_what_is_due_stays(ana):
    send_notice(notice_id=scheduled(ana).pk, now=NOW)
    scheduled(ana, step=2)
    assert remove_old_notices(now=NOW + KEPT - timedelta(seconds=1)) == 0
    # Those on the page, and the mail that was sent.
    assert remove_old_notices(now=NOW + KEPT) == 3
    assert Notice.objects.get().state == State.DUE


def test_the_address_of_feeds_is_shown_once_and_kept_as_a_hash(own):
    page = own.post("/notices/feed/").content.decode()
    # Calendar programs need the whole address.
    assert page.count(f"{settings.SITE_URL}/feeds/") == 2
    token = page.split("/feeds/")[1].split("/")[0]
    assert token not in own.get(CHOOSE).content.decode()
    assert token not in str(Feed.objects.values_list())
    assert own.get(f"/feeds/{token}/turns.atom").status_code == 200
    renewed = own.post("/notices/feed/").content.decode()
    assert own.get(f"/feeds/{token}/turns.atom").status_code == 404
    token = renewed.split("/feeds/")[1].split("/")[0]
    own.post("/notices/feed/", {"close": "yes"})
    assert own.get(f"/feeds/{token}/turns.atom").status_code == 404


def test_the_worker_and_the_manifest_lie_at_the_root():
    worker = Client().get("/worker.js")
    assert worker["Content-Type"] == "text/javascript"
    policy = worker["Content-Security-Policy"]
    assert "worker-src 'self'" in policy
    assert Client().get("/site.webmanifest").json()["start_url"] == "/turns/"


def test_the_offline_page_and_its_files_are_there_and_hold_nothing_of_the_reader(own):
    worker = own.get("/worker.js")
    assert worker["Cache-Control"] == "max-age=3600"
    kept = re.findall(r'"(/(?:static|offline)/[^"]*)"', worker.content.decode())
    assert OFFLINE in kept and "/static/js/offline.js" in kept
    assert all(finders.find(path.removeprefix("/static/")) for path in kept if path != OFFLINE)
    page = own.get("/offline/").content.decode()
    assert page == Client().get("/offline/").content.decode()
    needed = re.findall(r'(?:href|src)="(/static/[^"]*)"', page)
    assert needed and set(needed) <= set(kept)


@pytest.mark.usefixtures("pseudo_languages")
@override_settings(LANGUAGES=[("en-gb", "English"), ("de", "Deutsch")])
def test_the_offline_page_is_in_the_language_of_the_account(own, ana):
    change_preferences(user=ana, changes={"language": "de"})
    worker = own.get("/worker.js", headers={"accept-language": "en"}).content.decode()
    assert f'const KEPT = "offline {settings.SITE_VERSION} de"' in worker
    [address] = re.findall(r'const OFFLINE = "([^"]*)"', worker)
    # The worker sends no cookie.
    page = Client().get(address, headers={"accept-language": "en"}).content.decode()
    assert '<html lang="de"' in page and "Keine Verbindung" in page


def test_a_page_says_whose_it_is_so_that_another_readers_tables_are_forgotten(own, ana):
    assert '<body data-reader="ana"' in own.get("/rules/").content.decode()
    assert '<body data-reader=""' in Client().get("/rules/").content.decode()
    assert 'data-seen-by="ana"' in own.get("/turns/").content.decode()
    assert "data-reader" not in render_to_string("500.html"), "a page that does not know its reader forgets nothing"


def test_another_application_adds_a_kind_of_its_own(ana, mailoutbox, monkeypatch):
    own = NOTICE_SPECS["news"]
    monkeypatch.setitem(NOTICE_SPECS, "prize", type(own)(**{**own.__dict__, "slug": "prize", "says": "A prize"}))
    notice = scheduled(ana, "prize", deadline="")
    assert send_notice(notice_id=notice.pk, now=NOW) == State.SENT
    assert mailoutbox[0].subject.startswith("A prize: Bid!")
