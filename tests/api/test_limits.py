"""Costly requests and invalid tokens are counted, and unchanged replies are not sent again."""

import json
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from accounts.security import limit_table
from api.scopes import Scope
from matches.models import Match
from matches.web.views import common
from tests.api.bots import Caller, caller, problem
from tests.matches.tables import person, table_of
from tests.matches.test_exports import played
from tests.matches.test_replays import record_of
from tests.support.clients import client_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("token", ["", "nonsense"])
def test_who_tries_tokens_out_is_stopped(settings: Any, token: str):
    settings.STRANGERS_PER_MINUTE = 3
    stranger, ana = Caller(token), caller(person("ana"))
    assert [stranger.get("me").status_code for _ in range(3)] == [401] * 3
    reply = stranger.get("me")
    problem(reply, 429, "too_many_requests")
    assert 1 <= int(reply.headers["Retry-After"]) <= 60
    assert ana.get("me").status_code == 200
    stranger.client.defaults["REMOTE_ADDR"] = "198.51.100.7"
    assert stranger.get("me").status_code == 401


def test_requests_for_which_a_token_is_too_narrow_are_counted(settings: Any):
    settings.API_REQUESTS_PER_MINUTE = 3
    ana = caller(person("ana"), Scope.CHAT)
    assert [ana.get("turns").status_code for _ in range(3)] == [403] * 3
    problem(ana.get("turns"), 429, "too_many_requests")


def costly_paths(match: Match) -> list[str]:
    parts = ("view.json", "view.ppn", "match.json", "card.png", "step/0.svg")
    return [f"/table/{match.pk}/{part}" for part in parts]


@pytest.fixture
def over() -> Match:
    """A match that is over."""
    return played("bid")[0]


def test_pictures_and_files_are_counted_together(settings: Any, over: Match):
    paths = costly_paths(over)
    settings.COSTLY_PER_MINUTE = len(paths)
    ana, visitor = client_of(person("ana")), Client()
    assert {ana.get(path).status_code for path in paths} == {200}
    replies = [ana.get(path) for path in paths]
    assert {reply.status_code for reply in replies} == {429}
    assert all(1 <= int(reply["Retry-After"]) <= 60 for reply in replies)
    problem(caller(person("ana")).get(f"matches/{over.pk}/export"), 429, "too_many_requests")
    assert ana.get(f"/table/{over.pk}/").status_code == 200
    assert {visitor.get(path).status_code for path in paths} == {200}


def test_checks_and_replays_are_counted_too(settings: Any, over: Match):
    ana = caller(person("ana"))
    token = ana.post("replays", {"record": json.loads(record_of("bid"))}).json()["token"]
    paths = [f"/table/{over.pk}/check/", f"/table/{over.pk}/log/"]
    settings.COSTLY_PER_MINUTE = len(paths)
    on_pages, visitor = client_of(person("ana")), Client()
    assert {on_pages.get(path).status_code for path in paths} == {200}
    assert {on_pages.get(path).status_code for path in paths} == {429}
    problem(ana.get(f"replays/{token}"), 429, "too_many_requests")
    assert visitor.get(paths[0]).status_code == 200


def test_steps_are_counted_together_and_apart_from_what_costs_more(settings: Any, over: Match):
    ana = caller(person("ana"))
    token = ana.post("replays", {"record": json.loads(record_of("bid"))}).json()["token"]
    paths = [
        *(f"/table/{over.pk}/step/{step}/" for step in (0, 1)),
        *(f"/replays/{token}/{part}" for part in ("", "step/0/", "step/0.svg")),
    ]
    settings.STEPS_PER_MINUTE, settings.COSTLY_PER_MINUTE = len(paths), 1
    on_pages, visitor = client_of(person("ana")), Client()
    assert {on_pages.get(path).status_code for path in paths} == {200}
    assert {on_pages.get(path).status_code for path in paths} == {429}
    assert on_pages.get(f"/table/{over.pk}/").status_code == 200
    assert on_pages.get(f"/table/{over.pk}/check/").status_code == 200
    assert visitor.get(paths[0]).status_code == 200


def test_who_steps_through_a_replay_with_the_arrow_keys_is_not_stopped():
    """Five steps a second, each with its picture."""
    a_second, a_page = 5, 2
    assert 60 * a_second * a_page <= limit_table.STEPS_PER_MINUTE


def test_steps_of_long_matches_and_long_logs_count_as_more(settings: Any, over: Match, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(common, "LONG", over.step)
    settings.STEPS_PER_MINUTE, settings.COSTLY_PER_MINUTE = 4, 6
    assert [Client().get(f"/table/{over.pk}/step/0/").status_code for _ in range(3)] == [200, 200, 429]
    Match.objects.filter(pk=over.pk).update(step=200)
    assert [Client().get(f"/table/{over.pk}/log/").status_code for _ in range(3)] == [200, 200, 429]


def test_whole_tables_are_counted_on_pages_as_for_programs(settings: Any, over: Match):
    settings.COSTLY_PER_MINUTE = 2
    path, visitor, ana = "/ladders/export/record/ana", Client(), caller(person("ana"))
    assert [visitor.get(f"{path}.{form}").status_code for form in ("csv", "json", "csv")] == [200, 200, 429]
    assert [ana.get("sheets/record/ana").status_code for _ in range(3)] == [200, 200, 429]


def test_files_are_kept_by_nobody(over: Match):
    for part in ("view.json", "view.ppn", "match.json"):
        assert Client().get(f"/table/{over.pk}/{part}")["Cache-Control"] == "private, no-store"


def test_an_earlier_step_has_a_tag(monkeypatch: pytest.MonkeyPatch):
    match, people = played("bid", 3)
    ana, path = caller(people[0]), f"matches/{match.pk}/steps"
    tags = [ana.get(f"{path}/{step}").headers["ETag"] for step in (0, 1)]
    tags += [ana.get(f"{path}/1?log=3").headers["ETag"], caller(people[1]).get(f"{path}/1").headers["ETag"]]
    assert len(set(tags)) == 4
    monkeypatch.setattr("matches.api.observing.match_view", lambda *_, **__: 1 / 0)
    reply = ana.get(f"{path}/1", **{"If-None-Match": tags[1]})
    assert (reply.status_code, reply.content) == (304, b"")


def test_who_was_invited_reads_log_and_chat_of_a_private_table():
    match, _ = table_of("ana", "ben", "cleo", private=True)
    dora: Caller = caller(User.objects.create_user(username="dora"))
    for part in ("log", "chat", "steps/0", "export", ""):
        path = f"matches/{match.pk}/{part}".rstrip("/")
        problem(dora.get(path), 404, "not_found")
        assert dora.get(f"{path}?invitation={match.invite_token}").status_code == 200, part
