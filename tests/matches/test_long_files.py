"""Files of long matches: made by a worker, the same as if the page had made them, and each reader's own."""

import zlib
from base64 import b64decode
from types import SimpleNamespace
from typing import Any, NoReturn

import msgspec
import pytest
from celery import current_app
from django.core.cache import cache
from django.test import Client

from foundation.vault import unseal
from matches.models import Match
from matches.view import long_files
from tests.api.bots import caller, problem
from tests.matches.tables import table_of
from tests.matches.test_exports import played
from tests.matches.test_rewinding import go_on
from tests.support.clients import client_of

pytestmark = pytest.mark.django_db
PAGES = {"view": "view.json", "ppn": "view.ppn", "record": "match.json"}


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    cache.clear()


@pytest.fixture
def all_are_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_files, "LONG", -1)
    monkeypatch.setattr(long_files, "WAIT", 0)


@pytest.fixture
def workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run tasks where they are queued, as if a worker took them at once, and give a place to everyone."""
    current_app.loader.import_default_modules()
    monkeypatch.setattr("foundation.queue.transaction.on_commit", lambda send, robust: send())
    monkeypatch.setattr("foundation.queue.current_app.send_task", lambda name, args: current_app.tasks[name](*args))
    monkeypatch.setattr(long_files, "PLACE_SECONDS", 0)


def running() -> tuple[Match, list[Any]]:
    match, people = table_of("ana", "ben", "cleo", slug="tp5", rounds=1)
    return go_on(match, people, 4), people


def file_of(match: Match, user: Any, form: str, language: str = "en-gb") -> bytes:
    reply = client_of(user).get(f"/table/{match.pk}/{PAGES[form]}", headers={"Accept-Language": language})
    assert reply.status_code == 200
    return bytes(reply.content)


def files_of(match: Match, people: list[Any], *forms: str) -> dict[Any, bytes]:
    """The files of every reader in two languages."""
    readers = [None, *people]
    return {
        (getattr(reader, "username", ""), form, language): file_of(match, reader, form, language)
        for reader in readers
        for form in forms
        for language in ("en-gb", "de")
    }


@pytest.mark.usefixtures("workers")
def test_each_reader_gets_the_file_that_the_page_would_have_made(monkeypatch: pytest.MonkeyPatch) -> None:
    match, people = running()
    here = files_of(match, people, "view", "ppn")
    monkeypatch.setattr(long_files, "LONG", -1)
    assert files_of(match, people, "view", "ppn") == here
    assert files_of(match, people, "view", "ppn") == here, "kept"
    assert len({*here.values()}) == len(here), "no two readers have the same"


@pytest.mark.usefixtures("all_are_long", "workers")
def test_what_is_kept_shows_a_hand_to_nobody_without_the_keys_of_the_site(monkeypatch: pytest.MonkeyPatch) -> None:
    rows: dict[str, str] = {}
    box = SimpleNamespace(
        add=lambda key, value, seconds: True, get=rows.get, set=lambda key, value, seconds: rows.update({key: value})
    )
    monkeypatch.setattr(long_files, "cache", box)
    match, people = running()
    whole = file_of(match, people[0], "view")
    [kept] = rows.values()
    with pytest.raises((ValueError, zlib.error)):
        zlib.decompress(b64decode(kept, validate=True))
    assert zlib.decompress(b64decode(unseal(kept, str))) == whole


@pytest.mark.usefixtures("workers")
def test_a_record_is_the_same_for_all_and_made_apart_too(monkeypatch: pytest.MonkeyPatch) -> None:
    match, people = played("bid")
    here = file_of(match, people[0], "record")
    monkeypatch.setattr(long_files, "LONG", -1)
    assert {file_of(match, reader, "record") for reader in (None, *people)} == {here}


@pytest.mark.usefixtures("workers", "all_are_long")
def test_nothing_that_is_kept_outlives_what_it_shows() -> None:
    match, people = running()
    before = file_of(match, people[0], "view")
    match = go_on(match, people, 1)
    after = file_of(match, people[0], "view")
    assert len(msgspec.json.decode(after)["steps"]) > len(msgspec.json.decode(before)["steps"])
    type(people[1]).objects.filter(pk=people[1].pk).update(username="renamed")
    assert b"renamed" in file_of(match, people[0], "view")


@pytest.mark.usefixtures("workers", "all_are_long")
def test_programs_get_the_same() -> None:
    match, people = played("bid")
    for form in PAGES:
        reply = caller(people[0]).get(f"matches/{match.pk}/export?form={form}")
        assert reply.status_code == 200, reply.content
        found, page = msgspec.json.decode(reply.content), file_of(match, people[0], form)
        if form == "ppn":
            assert found["text"].encode() == page
        else:
            assert found["content"] == msgspec.json.decode(page)


@pytest.mark.usefixtures("all_are_long")
def test_a_page_makes_no_file_of_a_long_match_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    def unwanted(*arguments: object) -> NoReturn:
        raise AssertionError("This was to be made by a worker.")

    match, people = played("bid")
    for form, page in PAGES.items():
        monkeypatch.setitem(long_files.FORMS, form, unwanted)
        reply = Client().get(f"/table/{match.pk}/{page}")
        assert (reply.status_code, reply["Retry-After"]) == (503, "2")
        problem(caller(people[0]).get(f"matches/{match.pk}/export?form={form}"), 503, "file_not_made")


def test_a_running_match_has_no_record_however_long_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_files, "LONG", -1)
    match, _ = running()
    assert Client().get(f"/table/{match.pk}/match.json").status_code == 403


@pytest.mark.usefixtures("all_are_long")
def test_one_who_asks_for_many_has_one_place(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(long_files, "enqueue_file", lambda *numbers: asked.append(numbers))
    match, people = played("bid")
    for page in PAGES.values():
        client_of(people[0]).get(f"/table/{match.pk}/{page}")
    assert len(asked) == 1
    for number in range(5):
        Client().get(f"/table/{match.pk}/view.json", REMOTE_ADDR=f"192.0.2.{number}", QUERY_STRING=f"n={number}")
        client_of(people[1]).get(f"/table/{match.pk}/view.json", REMOTE_ADDR=f"192.0.3.{number}")
    assert len(asked) == long_files.PLACES, "all together have few"
