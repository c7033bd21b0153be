"""The dump of public matches: which are in it, that each can be checked, and who stays out."""

import io
import json
import zipfile
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from engine.log import MatchRecord
from foundation.signing import is_own
from matches.chat.write import write_note
from matches.lobby.substitutes import offer_seat, take_over_seat
from matches.models import Match
from matches.play.answers import submit_answer
from rights.models import Dump
from rights.services import dumps
from rights.services.dumps import content_of, make_dump
from rights.services.erasure import ask_for_erasure, take_back_erasure
from tests.ladders.play import SLUG, play_to_the_end
from tests.matches.tables import NOON, person, table_of
from tests.matches.test_two_worlds import secret_pairs, some_steps

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_file_of_another_test() -> None:
    content_of.cache_clear()


def over(*names: str, slug: str = SLUG, **chosen: Any) -> Match:
    match, _ = table_of(*names, slug=slug, **chosen)
    play_to_the_end(match.pk, NOON)
    return Match.objects.get(pk=match.pk)


def packed() -> zipfile.ZipFile:
    make_dump(now=NOON)
    reply = Client().get("/records/matches.zip")
    assert reply.status_code == 200
    return zipfile.ZipFile(io.BytesIO(reply.content))


def numbers() -> list[int]:
    return [line["number"] for line in json.loads(packed().read("index.json"))]


def test_a_dump_has_signed_records_and_notations_of_finished_public_matches():
    match, running = over("ana", "ben", "cleo", slug="bid"), table_of("ana", "ben", slug=SLUG)[0]
    folder = packed()
    assert numbers() == [match.pk] and running.pk not in numbers()
    record = msgspec.json.decode(folder.read(f"matches/{match.pk}.json"), type=MatchRecord)
    assert record.proof and is_own(record.proof)
    assert record.proof.statement.number == match.pk
    assert set(folder.namelist()) == {f"matches/{match.pk}.json", f"matches/{match.pk}.ppn", "index.json", "README.txt"}
    assert folder.read(f"matches/{match.pk}.ppn") == Client().get(f"/table/{match.pk}/view.ppn").content


@pytest.mark.parametrize("hidden", [{"private": True}, {"spectators": False}])
def test_what_not_everyone_may_see_is_not_in_it(hidden: dict[str, Any]):
    over("ana", "ben", **hidden)
    assert numbers() == []


def test_a_match_that_was_played_on_from_another_is_in_no_dump_and_no_feed():
    match, forked = over("ana", "ben"), over("ana", "ben", rated=False)
    assert sorted(numbers()) == [match.pk, forked.pk]
    Match.objects.filter(pk=forked.pk).update(fork_words=f"round 1 of table {match.pk}")
    assert numbers() == [match.pk]
    feed = Client().get("/ladders/player/ana/results.atom").content.decode()
    assert f"/table/{match.pk}/" in feed
    assert f"/table/{forked.pk}/" not in feed


def test_a_dump_is_bounded_and_has_the_newest(monkeypatch: pytest.MonkeyPatch):
    older, newer = over("ana", "ben"), over("ana", "ben")
    Match.objects.filter(pk=older.pk).update(moved_at=NOON - timedelta(days=1))
    assert numbers() == [newer.pk, older.pk]
    monkeypatch.setattr(dumps, "MATCHES_MOST", 1)
    assert numbers() == [newer.pk], "no more are looked at"
    monkeypatch.undo()
    monkeypatch.setattr(dumps, "BYTES_MOST", 1)
    assert numbers() == [newer.pk], "one that passes the size is the last"


def test_matches_of_a_player_who_stays_out_are_left_out_whole():
    with_ana, without = over("ana", "ben"), over("ben", "cleo")
    client = Client()
    client.force_login(person("ana"))
    kept = {"time_zone": "UTC", "date_language": "en-gb"}
    client.post("/people/me/", kept | {"stays_out": "on"})
    assert numbers() == [without.pk]
    client.post("/people/me/", kept)
    assert sorted(numbers()) == [with_ana.pk, without.pk]


def test_who_gave_a_seat_away_stays_out_too():
    match, _ = table_of("ana", "ben", "cleo", slug="bid")
    for giver, taker in (("ana", "dora"), ("dora", "emil")):
        offer_seat(match_id=match.pk, number=0, user_id=person(giver).pk, wanted=True, now=NOON)
        take_over_seat(match_id=match.pk, number=0, user=person(taker), token="", now=NOON)
    play_to_the_end(match.pk, NOON)
    assert numbers() == [match.pk]
    User.objects.filter(username="dora").update(stays_out=True)
    assert numbers() == []


def test_matches_of_erased_people_are_left_out_from_the_day_they_ask():
    over("ana", "ben")
    ask_for_erasure(user=person("ana"), now=NOON)
    assert numbers() == []
    take_back_erasure(user=person("ana"))
    assert len(numbers()) == 1


def test_a_match_whose_rows_were_changed_is_not_vouched_for():
    match = over("ana", "ben")
    match.steps.filter(number=1).update(hash="0" * 64)
    assert numbers() == []


def test_a_new_dump_replaces_the_old_and_the_page_says_what_is_in_it():
    assert "The first file is made tonight" in Client().get("/records/").content.decode()
    assert Client().get("/records/matches.zip").status_code == 404
    over("ana", "ben")
    make_dump(now=NOON - timedelta(days=1))
    make_dump(now=NOON)
    assert Dump.objects.count() == 1
    shown = Client().get("/records/").content.decode()
    assert "1 match\n" in shown or "1 match (" in shown.replace("\n", " ").replace("  ", "")
    assert "rights.make_dump" in {line["task"] for line in settings.CELERY_BEAT_SCHEDULE.values()}


def test_many_downloads_share_one_copy_in_memory() -> None:
    first, client = packed(), Client()
    with CaptureQueriesContext(connection) as asked:
        replies = [client.get("/records/matches.zip") for _ in range(3)]
    assert not any('"content"' in query["sql"] for query in asked.captured_queries)
    assert len({id(reply.content) for reply in replies}) == 1
    Dump.objects.update(content=b"never shown")
    over("ana", "ben")
    assert len(packed().namelist()) > len(first.namelist())


def test_secrets_of_running_matches_and_notes_change_no_byte():
    match = over("ana", "ben")
    running, people = some_steps("bid", 3, 3)
    player, one, other = next(secret_pairs(running))
    worlds = []
    for action, note in ((one, "He bluffs."), (other, "She bluffs.")):
        raw = msgspec.to_builtins(action)
        submit_answer(match_id=running.pk, user_id=people[player].pk, step=running.next_step, actions=[raw], now=NOON)
        write_note(match=match, user=person("ana"), text=note, now=NOON)
        worlds.append(bytes(make_dump(now=NOON).content))
    assert worlds[0] == worlds[1]
