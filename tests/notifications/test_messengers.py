"""Telegram, Matrix and ntfy, against a real server that behaves as theirs do."""

import re
from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from requests import Response

from accounts.models import User
from notifications.channels.retry_after import LONGEST, asked_wait
from notifications.enums import MESSENGERS
from notifications.models import Channel, Kind, Messenger, Notice, State
from notifications.policy import ATTEMPTS, WAITS
from notifications.services import send_notice, sweep_notices
from notifications.services.messengers import (
    TRIES,
    begin_telegram,
    begin_with_code,
    collect_telegram_codes,
    confirm,
)
from tests.accounts.people import PASSWORD, guest, person, show_password
from tests.accounts.times import NOW
from tests.notifications.notices import scheduled
from tests.support.messengers import ACCESS, TOKEN, Messengers, messengers_of

pytestmark = pytest.mark.django_db
ROOM = "!abc:example.org"


@pytest.fixture
def end(settings):
    with messengers_of(settings) as state:
        yield state


def linked(user: User, channel: Channel, end: Messengers) -> Messenger:
    """The user's messenger, linked as a person does it."""
    if channel == Channel.TELEGRAM:
        end.write(f"/start {begin_telegram(user=user, now=NOW)}")
        assert collect_telegram_codes(now=NOW) == 1
    else:
        end.invited.add(ROOM)
        target = ROOM if channel == Channel.MATRIX else f"{end.url}/anas-long-topic"
        begin_with_code(user=user, channel=channel, target=target, now=NOW)
        confirm(user=user, channel=channel, code=code_in(end, channel), now=NOW)
    return Messenger.objects.get(user=user, channel=channel)


def said(end: Messengers, channel: Channel) -> list[str]:
    """What the people on the other side read."""
    if channel == Channel.TELEGRAM:
        return [sent["text"] for sent in end.telegrams]
    if channel == Channel.MATRIX:
        return [event["body"] for event in end.events.values()]
    return ["\n".join((sent["title"], sent["message"], sent["click"])) for sent in end.pushed]


def code_in(end: Messengers, channel: Channel) -> str:
    (code,) = re.findall(r"code is (\d{8})", said(end, channel)[-1])
    return code


@pytest.mark.parametrize("channel", MESSENGERS)
def test_a_linked_messenger_gets_turns_with_a_link_that_logs_nobody_in(channel: Channel, end: Messengers):
    ana = person("ana")
    linked(ana, channel, end)
    before = len(said(end, channel))
    notice = scheduled(ana, channel=channel, text="@everyone bid <b>now</b>.")
    assert send_notice(notice_id=notice.pk, now=NOW) == State.SENT
    (text,) = said(end, channel)[before:]
    assert text.splitlines() == [
        "Your turn: Bid! with O'Neill & <b>ben</b>",
        "@everyone bid <b>now</b>.",
        "https://post.example/table/214/",
    ]
    assert Messenger.objects.get(user=ana).last_result == "It was taken."


def test_no_name_in_a_text_rings_anybody_or_makes_a_link(end: Messengers):
    ana = person("ana")
    linked(ana, Channel.TELEGRAM, end)
    linked(ana, Channel.MATRIX, end)
    for channel in (Channel.TELEGRAM, Channel.MATRIX):
        send_notice(notice_id=scheduled(ana, channel=channel).pk, now=NOW)
    assert "parse_mode" not in end.telegrams[-1]
    assert end.telegrams[-1]["link_preview_options"] == {"is_disabled": True}
    event = list(end.events.values())[-1]
    assert event["m.mentions"] == {} and "formatted_body" not in event and event["msgtype"] == "m.text"


def test_without_a_link_no_notice_is_planned(end: Messengers):
    ana = person("ana")
    begin_telegram(user=ana, now=NOW)
    scheduled(ana)
    assert not Notice.objects.filter(channel__in=MESSENGERS).exists()


def test_a_chat_is_linked_by_its_own_code_only_once_and_only_in_private(end: Messengers):
    ana, ben = person("ana"), person("ben")
    code = begin_telegram(user=ana, now=NOW)
    end.write("hello")
    end.write("/start something-else", chat=5)
    end.write(f"/start {code}", chat=-100, kind="group")
    end.write("x" * 4096, chat=6)
    assert collect_telegram_codes(now=NOW) == 0
    end.write(f"/start {code}", chat=8)
    assert collect_telegram_codes(now=NOW) == 1
    assert Messenger.objects.get(user=ana).target == "8"
    begin_telegram(user=ben, now=NOW)
    end.write(f"/start {code}", chat=9)
    assert collect_telegram_codes(now=NOW) == 0
    assert end.updates == [], "everything was confirmed, so nothing is read twice"
    assert said(end, Channel.TELEGRAM) == ["Piecepack by Post\nLinked: your notices come here."]


def test_a_code_for_the_bot_runs_out_and_without_one_nothing_is_asked(end: Messengers):
    code = begin_telegram(user=person("ana"), now=NOW)
    end.write(f"/start {code}")
    assert collect_telegram_codes(now=NOW + timedelta(minutes=16)) == 0
    assert end.asked == []


@pytest.mark.parametrize("channel", [Channel.MATRIX, Channel.NTFY])
def test_a_wrong_code_links_nothing_and_five_end_it(channel: Channel, end: Messengers):
    ana = person("ana")
    end.invited.add(ROOM)
    target = ROOM if channel == Channel.MATRIX else f"{end.url}/anas-topic"
    begin_with_code(user=ana, channel=channel, target=target, now=NOW)
    for _ in range(TRIES):
        with pytest.raises(ValidationError):
            confirm(user=ana, channel=channel, code="no", now=NOW)
    with pytest.raises(ValidationError):
        confirm(user=ana, channel=channel, code=code_in(end, channel), now=NOW)
    assert Messenger.objects.get().linked_at is None


def test_a_code_that_was_sent_runs_out(end: Messengers):
    ana = person("ana")
    begin_with_code(user=ana, channel=Channel.NTFY, target=f"{end.url}/anas-topic", now=NOW)
    with pytest.raises(ValidationError):
        confirm(user=ana, channel=Channel.NTFY, code=code_in(end, Channel.NTFY), now=NOW + timedelta(minutes=16))


@pytest.mark.parametrize(
    ("channel", "target"),
    [
        (Channel.MATRIX, "!room:example.org"),  # nobody invited the site's user
        (Channel.MATRIX, "room"),
        (Channel.MATRIX, "!a/../../x:example.org"),
        (Channel.NTFY, "{url}/protected"),
        (Channel.NTFY, "{url}/two/parts"),
        (Channel.NTFY, "{url}/"),
        (Channel.NTFY, "{url}/topic?x=1"),
        (Channel.NTFY, "ftp://example.org/topic"),
    ],
)
def test_what_cannot_be_written_to_is_not_taken(channel: Channel, target: str, end: Messengers):
    with pytest.raises(ValidationError):
        begin_with_code(user=person("ana"), channel=channel, target=target.format(url=end.url), now=NOW)
    assert not Messenger.objects.exists()
    assert end.events == {} and end.pushed == []


def test_a_topic_inside_the_house_is_refused_now_and_when_it_is_used(end: Messengers, settings):
    ana = person("ana")
    linked(ana, Channel.NTFY, end)
    settings.OUTGOING_TO_PRIVATE = False
    before = len(end.asked)
    assert send_notice(notice_id=scheduled(ana, channel=Channel.NTFY).pk, now=NOW) == State.DUE
    for target in ("https://127.0.0.1/topic", "https://localhost/topic", "https://10.0.0.1/topic", "http://a.org/t"):
        with pytest.raises(ValidationError):
            begin_with_code(user=ana, channel=Channel.NTFY, target=target, now=NOW)
    assert len(end.asked) == before


@pytest.mark.parametrize("channel", MESSENGERS)
def test_one_that_takes_nothing_any_more_is_used_no_more_until_it_is_linked_again(channel: Channel, end: Messengers):
    ana = person("ana")
    messenger = linked(ana, channel, end)
    end.blocked.add(77)
    end.joined.clear()
    if channel == Channel.NTFY:
        Messenger.objects.update(target=f"{end.url}/protected")
    assert send_notice(notice_id=scheduled(ana, channel=channel).pk, now=NOW) == State.FAILED
    messenger.refresh_from_db()
    assert messenger.broken
    scheduled(ana, step=2)
    assert not Notice.objects.filter(step=2, channel=channel).exists()
    end.blocked.clear()
    assert not linked(ana, channel, end).broken
    assert scheduled(ana, channel=channel, step=3).state == State.DUE


def test_a_server_that_is_down_is_asked_again_and_matrix_shows_it_once(end: Messengers):
    ana = person("ana")
    linked(ana, Channel.MATRIX, end)
    notice, before = scheduled(ana, channel=Channel.MATRIX), len(end.events)
    end.down = True
    assert send_notice(notice_id=notice.pk, now=NOW) == State.DUE
    end.down = False
    assert send_notice(notice_id=notice.pk, now=NOW + WAITS[0]) == State.SENT
    Notice.objects.filter(pk=notice.pk).update(state=State.DUE, claimed_at=None)
    send_notice(notice_id=notice.pk, now=NOW + WAITS[0])
    assert len(end.events) == before + 1


@pytest.mark.parametrize("channel", MESSENGERS)
def test_a_server_that_took_too_much_is_waited_for_as_it_says(channel: Channel, end: Messengers):
    ana = person("ana")
    linked(ana, channel, end)
    one, other, before = (
        scheduled(ana, channel=channel),
        scheduled(ana, channel=channel, step=2),
        len(said(end, channel)),
    )
    wait = timedelta(minutes=20)
    end.full_for = int(wait.total_seconds())
    assert send_notice(notice_id=one.pk, now=NOW) == State.DUE
    one.refresh_from_db()
    assert one.due_at == NOW + wait
    asked = len(end.asked)
    assert send_notice(notice_id=other.pk, now=NOW + timedelta(seconds=1)) is None
    other.refresh_from_db()
    assert (other.state, other.due_at, other.attempts) == (State.DUE, NOW + wait, 0), "it does not ask meanwhile"
    end.full_for = 0
    assert send_notice(notice_id=one.pk, now=NOW + wait - timedelta(seconds=1)) is None
    assert len(end.asked) == asked
    for notice in (one, other, one, other):
        send_notice(notice_id=notice.pk, now=NOW + wait)
    assert len(said(end, channel)) == before + 2, "each once"
    assert set(Notice.objects.filter(pk__in=(one.pk, other.pk)).values_list("state", flat=True)) == {State.SENT}


@pytest.mark.parametrize("channel", MESSENGERS)
def test_a_server_that_always_takes_too_much_is_given_up(channel: Channel, end: Messengers):
    ana = person("ana")
    linked(ana, channel, end)
    notice, now, end.full_for, states = scheduled(ana, channel=channel), NOW, 60, []
    Notice.objects.filter(pk=notice.pk).update(context={**notice.context, "deadline": ""})
    for _ in range(ATTEMPTS[channel]):
        states.append(send_notice(notice_id=notice.pk, now=now))
        now += timedelta(hours=1)
    assert states == [State.DUE, State.DUE, State.FAILED]
    assert not Messenger.objects.get().broken, "others are tried"


@pytest.mark.parametrize("channel", MESSENGERS)
def test_a_server_that_says_to_wait_for_days_is_not_waited_for(channel: Channel, end: Messengers):
    ana = person("ana")
    linked(ana, channel, end)
    end.full_for = int((LONGEST + timedelta(seconds=1)).total_seconds())
    assert send_notice(notice_id=scheduled(ana, channel=channel).pk, now=NOW) == State.FAILED
    end.full_for = 0
    assert send_notice(notice_id=scheduled(ana, channel=channel, step=2).pk, now=NOW) == State.SENT


@pytest.mark.parametrize(
    "said",
    [b"", b"[]", b"{", b'{"parameters": 7}', b'{"parameters": {"retry_after": "soon"}}', b'{"retry_after_ms": -1}'],
)
@pytest.mark.parametrize("header", [None, "", "-5", "nan", "inf", "1e999", "Wed, 21 Oct 2026 07:28:00 GMT", "9" * 5000])
def test_no_words_of_a_server_that_cannot_be_a_wait_are_taken_for_one(said: bytes, header: str | None):
    reply = Response()
    reply._content, reply.status_code = said, 429
    if header is not None:
        reply.headers["Retry-After"] = header
    wait = asked_wait(reply)
    assert wait is None or (header == "9" * 5000 and wait > LONGEST)


def test_no_log_and_no_ledger_names_the_token_of_the_bot(end: Messengers, settings, caplog):
    ana = person("ana")
    linked(ana, Channel.TELEGRAM, end)
    # Nobody listens there.
    settings.TELEGRAM_URL = "http://127.0.0.1:9"
    notice = scheduled(ana, channel=Channel.TELEGRAM)
    assert send_notice(notice_id=notice.pk, now=NOW) == State.DUE
    notice.refresh_from_db()
    assert notice.reason == "NotTaken: Telegram could not be reached."
    assert TOKEN not in caplog.text
    assert TOKEN not in Messenger.objects.get().last_result


def test_quiet_hours_hold_for_messengers(end: Messengers):
    ana = person("ana")
    linked(ana, Channel.TELEGRAM, end)
    User.objects.filter(pk=ana.pk).update(quiet_from="00:00", quiet_until="08:00")
    ana.refresh_from_db()
    notice = scheduled(ana, channel=Channel.TELEGRAM)
    sent = len(end.telegrams)
    night = NOW.replace(hour=3) + timedelta(days=1)
    Notice.objects.filter(pk=notice.pk).update(due_at=night, context={**notice.context, "deadline": ""})
    assert send_notice(notice_id=notice.pk, now=night) is None
    assert len(end.telegrams) == sent


def test_the_sweep_looks_for_codes_only_while_one_is_open(end: Messengers, monkeypatch):
    asked: list[int] = []
    monkeypatch.setattr("notifications.services.sweep.enqueue_collect_codes", lambda: asked.append(1))
    sweep_notices(now=NOW)
    begin_telegram(user=person("ana"), now=NOW)
    sweep_notices(now=NOW)
    assert asked == [1]


def test_a_site_without_them_offers_only_ntfy(settings):
    client = Client()
    client.force_login(person("ana"))
    shown = client.get("/notices/choose/").content.decode()
    assert "ntfy" in shown and "Telegram" not in shown and "Matrix" not in shown
    show_password(client)
    client.post("/notices/messenger/telegram/", {"act": "begin"})
    assert not Messenger.objects.exists()


def test_a_session_alone_links_nothing_and_goes_on_once_the_password_is_shown(end: Messengers):
    client = Client()
    client.force_login(person("ana"))
    path, asked = "/notices/messenger/ntfy/", {"act": "begin", "given": f"{end.url}/anas-topic"}
    again = client.post(path, asked)["Location"]
    assert again.startswith("/accounts/reauthenticate/") and not Messenger.objects.exists() and end.pushed == []
    client.post(again, {"password": PASSWORD, "next": path})
    code = {"act": "confirm", "given": code_in(end, Channel.NTFY)}
    other = Client()
    other.force_login(User.objects.get(username="ana"))
    assert other.post(path, code)["Location"].startswith("/accounts/reauthenticate/")
    assert Messenger.objects.get().linked_at is None
    client.post(path, code)
    assert Messenger.objects.get().linked_at is not None
    assert other.post(path, {"act": "remove"})["Location"] == "/notices/choose/"
    assert not Messenger.objects.exists()


def test_the_page_links_tests_and_forgets(end: Messengers, monkeypatch):
    client = Client()
    client.force_login(person("ana"))
    show_password(client)
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOW)
    shown = client.post("/notices/messenger/telegram/", {"act": "begin"}).content.decode()
    (code,) = re.findall(r"https://t\.me/piecepack_bot\?start=([\w-]+)", shown)
    assert code not in Messenger.objects.get().code_hash
    assert (
        "has not come yet" in client.post("/notices/messenger/telegram/", {"act": "look"}, follow=True).content.decode()
    )
    end.write(f"/start {code}")
    client.post("/notices/messenger/telegram/", {"act": "look"})
    client.post("/notices/messenger/telegram/", {"act": "test"})
    assert "This is a test" in end.telegrams[-1]["text"]
    shown = client.get("/notices/choose/").content.decode()
    assert 'name="turn-telegram"' in shown and 'name="turn-matrix"' not in shown
    assert TOKEN not in shown and ACCESS not in shown
    client.post("/notices/messenger/telegram/", {"act": "remove"})
    assert not Messenger.objects.exists()
    end.invited.add(ROOM)
    client.post("/notices/messenger/matrix/", {"act": "begin", "given": f" {ROOM} "})
    client.post("/notices/messenger/matrix/", {"act": "confirm", "given": code_in(end, Channel.MATRIX)})
    assert Messenger.objects.get().linked_at == NOW


def test_own_choices_keep_a_messenger_that_is_not_linked_yet(end: Messengers):
    ana = person("ana")
    client = Client()
    client.force_login(ana)
    client.post("/notices/choose/", {"preset": "custom", "digest_hour": "8", "turn-mail": "on"})
    linked(ana, Channel.TELEGRAM, end)
    assert scheduled(ana, Kind.TURN, channel=Channel.TELEGRAM).state == State.DUE


def test_guests_have_none(end: Messengers):
    client = Client()
    client.force_login(guest())
    assert client.post("/notices/messenger/ntfy/", {"act": "begin", "given": f"{end.url}/x"}).status_code == 404
    assert client.post("/notices/messenger/mail/", {"act": "begin"}).status_code == 404


@pytest.mark.parametrize(
    ("channel", "target"),
    [
        (Channel.MATRIX, "!" + "a" * 400),
        (Channel.NTFY, "https://" + "a" * 400 + ".example/topic"),
        (Channel.NTFY, "https://a" + "\u0300\u0316" * 200 + "/topic"),
    ],
    ids=["room", "topic", "marks"],
)
def test_no_more_is_looked_at_than_a_room_or_topic_may_have(
    end: Messengers, channel: Channel, target: str, monkeypatch
):
    monkeypatch.setattr("notifications.services.messengers.urlsplit", pytest.fail)
    with pytest.raises(ValidationError) as refused:
        begin_with_code(user=person("ana"), channel=channel, target=target, now=NOW)
    assert refused.value.code in ("no_room", "no_topic")
    assert not Messenger.objects.exists()
