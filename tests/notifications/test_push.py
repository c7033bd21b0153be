"""Web push to a real endpoint, which decrypts it as a browser does."""

import base64
import json
from datetime import timedelta

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings as django_settings
from django.core.exceptions import ValidationError
from py_vapid import Vapid02

from accounts.models import User
from notifications.models import Channel, Device, Notice, State
from notifications.policy import MOST_DEVICES, WAITS
from notifications.services import send_notice, sweep_notices
from notifications.services.devices import add_device
from notifications.vapid import new_private_key, public_key
from tests.accounts.people import guest, person
from tests.accounts.times import NOW
from tests.notifications.notices import scheduled, state, wanting
from tests.support.catcher import Catcher, Posted, catching

pytestmark = pytest.mark.django_db
AUTH = b"sixteen letters!"
BROWSER = ec.generate_private_key(ec.SECP256R1())


def letters(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


P256DH = letters(BROWSER.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


@pytest.fixture
def endpoint(settings):
    settings.OUTGOING_TO_PRIVATE = True
    with catching() as caught:
        yield caught


def subscribed(user: User, endpoint: Catcher, path: str = "/push/1") -> Device:
    return add_device(
        user=user, name="Firefox Linux", endpoint=endpoint.url + path, p256dh=P256DH, auth=letters(AUTH), now=NOW
    )


def notice_for(user: User, step: int = 1, **more: str) -> Notice:
    return scheduled(user, channel=Channel.PUSH, step=step, **more)  # type: ignore[arg-type]


def opened(posted: Posted) -> dict[str, str]:
    """What a browser reads."""
    assert posted.headers["Content-Encoding"] == "aes128gcm"
    text: dict[str, str] = json.loads(http_ece.decrypt(posted.body, private_key=BROWSER, auth_secret=AUTH))
    return text


def test_a_push_arrives_encrypted_and_tells_a_title_and_a_page(endpoint):
    ana = person("ana")
    subscribed(ana, endpoint)
    assert send_notice(notice_id=notice_for(ana, text="Bid now.").pk, now=NOW) == State.SENT
    (posted,) = endpoint.posted
    assert opened(posted) == {
        "title": "Your turn: Bid! with O'Neill & <b>ben</b>",
        "path": "/table/214/",
        "tag": "match:214",
    }
    assert b"O'Neill" not in posted.body
    assert posted.headers["Ttl"] == str(24 * 60 * 60)
    assert Device.objects.get().used_at == NOW


def test_the_site_signs_what_it_pushes(endpoint):
    ana = person("ana")
    subscribed(ana, endpoint)
    send_notice(notice_id=notice_for(ana).pk, now=NOW)
    authorization = endpoint.posted[0].headers["Authorization"]
    assert Vapid02.verify(authorization)
    assert public_key(django_settings.VAPID_PRIVATE_KEY) in authorization


def test_a_guest_may_have_pushes(endpoint):
    visitor = guest()
    subscribed(visitor, endpoint)
    assert send_notice(notice_id=notice_for(visitor).pk, now=NOW) == State.SENT


def test_without_a_device_nothing_is_planned():
    ana = person("ana")
    scheduled(ana)
    assert not Notice.objects.filter(channel=Channel.PUSH).exists()


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_is_gone_is_dropped_and_the_others_are_told(endpoint, status):
    ana = person("ana")
    subscribed(ana, endpoint, "/push/gone")
    subscribed(ana, endpoint, "/push/there")
    endpoint.statuses["/push/gone"] = status
    assert send_notice(notice_id=notice_for(ana).pk, now=NOW) == State.SENT
    assert [device.endpoint for device in Device.objects.all()] == [endpoint.url + "/push/there"]
    assert len(endpoint.posted) == 2


def test_the_last_device_gone_ends_it(endpoint):
    ana = person("ana")
    subscribed(ana, endpoint)
    endpoint.status = 410
    notice = notice_for(ana)
    assert send_notice(notice_id=notice.pk, now=NOW) == State.FAILED
    assert state(notice)[1] == "No browser takes pushed notices any more."
    assert send_notice(notice_id=notice.pk, now=NOW + timedelta(hours=1)) is None


def test_a_service_that_fails_is_asked_three_times(endpoint):
    ana = person("ana")
    subscribed(ana, endpoint)
    endpoint.status = 503
    notice, now = notice_for(ana), NOW
    for wait in WAITS[:2]:
        assert send_notice(notice_id=notice.pk, now=now) == State.DUE
        now += wait
    assert send_notice(notice_id=notice.pk, now=now) == State.FAILED
    assert len(endpoint.posted) == 3
    assert Device.objects.count() == 1


def test_one_device_that_was_told_is_enough_so_that_none_is_told_twice(endpoint):
    ana = person("ana")
    subscribed(ana, endpoint, "/push/down")
    subscribed(ana, endpoint, "/push/up")
    endpoint.statuses["/push/down"] = 503
    assert send_notice(notice_id=notice_for(ana).pk, now=NOW) == State.SENT
    assert len(endpoint.posted) == 2


def test_five_devices_at_most_the_first_gives_way(endpoint):
    ana = person("ana")
    for number in range(MOST_DEVICES + 1):
        subscribed(ana, endpoint, f"/push/{number}")
    kept = [device.endpoint.rpartition("/")[2] for device in Device.objects.all()]
    assert kept == ["1", "2", "3", "4", "5"]


def test_a_browser_belongs_to_whom_used_it_last(endpoint):
    ana, ben = person("ana"), person("ben")
    subscribed(ana, endpoint)
    subscribed(ben, endpoint)
    assert list(Device.objects.values_list("user__username", flat=True)) == ["ben"]


@pytest.mark.parametrize(
    "change",
    [
        {"p256dh": "short"},
        {"auth": letters(b"short")},
        {"p256dh": "é" * 87},
        {"endpoint": "https://127.0.0.1/push"},
        {"endpoint": "http://push.example/x"},
        {"endpoint": "https://x/" + "y" * 700},
    ],
)
def test_what_is_no_subscription_is_refused(change):
    given = {"endpoint": "https://127.0.0.1/", "p256dh": P256DH, "auth": letters(AUTH), **change}
    with pytest.raises(ValidationError):
        add_device(user=person("ana"), name="x", now=NOW, **given)
    assert not Device.objects.exists()


@pytest.mark.parametrize("junk", ["!" * 400, "!", "\n", "===", "é"])
@pytest.mark.parametrize("key", ["p256dh", "auth"])
def test_keys_with_anything_else_in_them_are_refused(endpoint, key, junk):
    """The decoder of base64 passes over it, and the column is too short for it."""
    keys = {"p256dh": P256DH, "auth": letters(AUTH)}
    with pytest.raises(ValidationError):
        add_device(user=person("ana"), name="x", endpoint=endpoint.url, now=NOW, **keys | {key: keys[key] + junk})
    assert not Device.objects.exists()


def test_the_sweep_leaves_pushes_to_tasks_of_their_own(endpoint, monkeypatch):
    asked: list[int] = []
    monkeypatch.setattr("notifications.services.sweep.enqueue_send_notice", asked.append)
    ana = wanting(person("ana"), turn="push")
    subscribed(ana, endpoint)
    notice = notice_for(ana)
    assert sweep_notices(now=NOW) == 0
    assert asked == [notice.pk]
    assert endpoint.posted == []


def test_keys_are_new_each_time_and_their_public_half_is_a_point():
    one, other = new_private_key(), new_private_key()
    assert one != other
    assert len(base64.urlsafe_b64decode(public_key(one) + "=")) == 65
