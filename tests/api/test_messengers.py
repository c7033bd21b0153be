"""Programs link Telegram, Matrix and ntfy as people do on the page, against a real server that behaves as theirs do."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from accounts.identity.bot_accounts import create_bot_account
from api.scopes import Scope
from notifications.enums import MESSENGERS
from notifications.models import Channel, Messenger
from notifications.outgoing import while_a_page_waits
from tests.accounts.people import guest, person, show_password
from tests.accounts.times import NOW
from tests.api.bots import Caller, caller, problem
from tests.support.messengers import Messengers, messengers_of

pytestmark = pytest.mark.django_db
ROOM = "!abc:example.org"
PATH = "notices/messengers"


@pytest.fixture
def end(settings: Any) -> Iterator[Messengers]:
    with messengers_of(settings) as state:
        state.invited.add(ROOM)
        yield state


def target_of(end: Messengers, channel: Channel) -> str:
    return {Channel.MATRIX: ROOM, Channel.NTFY: f"{end.url}/anas-long-topic"}.get(channel, "")


def begin(ana: Caller, end: Messengers, channel: Channel) -> Any:
    return ana.send("put", f"{PATH}/{channel}", {"target": target_of(end, channel)})


def code_sent(end: Messengers, channel: Channel) -> str:
    """The code that stands in the room or topic."""
    texts = end.pushed[-1]["message"] if channel == Channel.NTFY else [*end.events.values()][-1]["body"]
    found = re.search(r"code is (\d{8})", texts)
    assert found
    return found[1]


def bring(end: Messengers, channel: Channel, begun: dict[str, Any]) -> dict[str, str]:
    """Carry the code to the other end, or back."""
    if channel == Channel.TELEGRAM:
        end.write(f"/start {begun['code']}")
        return {}
    return {"code": code_sent(end, channel)}


@pytest.mark.parametrize("channel", MESSENGERS)
def test_a_program_links_tries_and_removes_a_messenger(channel: Channel, end: Messengers):
    ana = caller(person("ana"), Scope.PLAY)
    begun = begin(ana, end, channel).json()
    assert (begun["linked"], begun["awaits_code"]) == (False, True)
    assert bool(begun["code"]) == (channel == Channel.TELEGRAM)
    linked = ana.post(f"{PATH}/{channel}/confirm", bring(end, channel, begun))
    assert linked.status_code == 200
    assert (linked.json()["linked"], linked.json()["awaits_code"], linked.json()["code"]) == (True, False, "")
    listed = {one["channel"]: one for one in ana.get(PATH).json()["results"]}
    assert set(listed) == {str(each) for each in MESSENGERS}
    assert {name for name, one in listed.items() if one["linked"]} == {channel}
    tried = ana.post(f"{PATH}/{channel}/test", key="once").json()
    assert tried["last_result"] == "It was taken."
    assert ana.delete(f"{PATH}/{channel}").status_code == 204
    problem(ana.delete(f"{PATH}/{channel}"), 404, "not_found")
    problem(ana.post(f"{PATH}/{channel}/test"), 409, "not_linked")


def test_the_code_is_stored_as_a_hash_and_shown_once(end: Messengers):
    ana = caller(person("ana"))
    code = begin(ana, end, Channel.TELEGRAM).json()["code"]
    assert code not in ana.get(PATH).content.decode()
    assert code not in Messenger.objects.get().code_hash


def test_wrong_codes_targets_and_names_are_refused_with_the_field(end: Messengers):
    ana = caller(person("ana"))
    problem(ana.send("put", f"{PATH}/matrix", {"target": "#room:example.org"}), 400, "field_invalid", "/target")
    problem(ana.send("put", f"{PATH}/ntfy", {"target": "https://10.0.0.1/"}), 400, "field_invalid", "/target")
    problem(ana.send("put", f"{PATH}/fax", {}), 404, "not_found")
    begin(ana, end, Channel.NTFY)
    problem(ana.post(f"{PATH}/ntfy/confirm", {"code": "00000000"}), 400, "field_invalid", "/code")
    begin(ana, end, Channel.TELEGRAM)
    problem(ana.post(f"{PATH}/telegram/confirm", {}), 409, "code_not_there")
    assert not Messenger.objects.exclude(linked_at=None).exists()


def test_five_wrong_codes_end_it_as_on_the_page(end: Messengers):
    ana = caller(person("ana"))
    begin(ana, end, Channel.NTFY)
    right = code_sent(end, Channel.NTFY)
    for _ in range(5):
        problem(ana.post(f"{PATH}/ntfy/confirm", {"code": "1"}), 400, "field_invalid", "/code")
    problem(ana.post(f"{PATH}/ntfy/confirm", {"code": right}), 400, "field_invalid", "/code")


def test_what_the_site_has_not_set_up_is_not_offered(end: Messengers, settings: Any):
    settings.TELEGRAM_TOKEN = ""
    ana = caller(person("ana"))
    assert [one["channel"] for one in ana.get(PATH).json()["results"]] == ["matrix", "ntfy"]
    problem(ana.send("put", f"{PATH}/telegram", {}), 409, "not_offered")


def test_a_session_alone_links_nothing(end: Messengers):
    """Someone who finds a browser open sends the notices nowhere."""
    user = person("ana")
    client = Client()
    client.force_login(user)
    found = Caller()
    found.client = client
    for method, path in (("put", f"{PATH}/ntfy"), ("post", f"{PATH}/ntfy/confirm")):
        problem(found.send(method, path, {}), 403, "password_needed")
    assert not Messenger.objects.exists()
    show_password(client)
    assert begin(found, end, Channel.NTFY).status_code == 200


def test_guests_and_bots_have_no_messengers(end: Messengers):
    ada = caller(create_bot_account(owner=person("ana"), name="ada-bot", about="", link="", now=NOW).user)
    assert ada.get(PATH).json() == {"results": []}
    problem(begin(ada, end, Channel.NTFY), 404, "not_found")
    client = Client()
    client.force_login(guest())
    visitor = Caller()
    visitor.client = client
    assert visitor.get(PATH).json() == {"results": []}


def test_a_program_is_told_to_wait_while_pages_try_other_addresses(end: Messengers):
    ana = caller(person("ana"))
    ana.post(f"{PATH}/ntfy/confirm", bring(end, Channel.NTFY, begin(ana, end, Channel.NTFY).json()))
    with while_a_page_waits(), while_a_page_waits():
        tried = ana.post(f"{PATH}/ntfy/test")
        problem(tried, 503, "busy")
        assert tried.headers["Retry-After"] == "60"
        problem(begin(ana, end, Channel.NTFY), 503, "busy")
        problem(begin(ana, end, Channel.MATRIX), 503, "busy")
        problem(ana.post(f"{PATH}/telegram/confirm"), 503, "busy")
    assert ana.post(f"{PATH}/ntfy/test").json()["last_result"] == "It was taken."


def test_pages_and_programs_share_one_limit(end: Messengers, settings: Any):
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"messenger": "2/h/user"}
    user = person("ana")
    page = Client()
    page.force_login(user)
    page.post("/notices/messenger/telegram/", {"act": "begin"})
    ana = caller(user)
    assert begin(ana, end, Channel.NTFY).status_code == 200
    problem(ana.post(f"{PATH}/ntfy/confirm", {"code": "1"}), 429, "too_many_requests")


def test_nobody_links_or_sees_the_messenger_of_another(end: Messengers):
    user, ben = person("ana"), caller(person("ben"))
    ana = caller(user)
    begun = begin(ana, end, Channel.NTFY).json()
    code = bring(end, Channel.NTFY, begun)
    problem(ben.post(f"{PATH}/ntfy/confirm", code), 400, "field_invalid", "/code")
    assert begun["target"] not in ben.get(PATH).content.decode()
    problem(ben.delete(f"{PATH}/ntfy"), 404, "not_found")
    problem(caller(user, Scope.READ).get(PATH), 403, "scope_missing")
