"""A request sent twice with the same key is carried out once."""

import threading
from datetime import timedelta
from typing import Any

import pytest
from django.db import connections
from django.utils import timezone

from api.idempotency import KEPT_FOR, forget_old
from api.models import KeptReply
from matches.models import Match, Seat
from matches.play.answers import submit_answer
from tests.api.bots import Caller, caller, problem, token_of
from tests.matches.tables import person, table_of

NEW = {"game": "bid", "seats": [{"kind": "open"}] * 2}


@pytest.mark.django_db
def test_a_second_request_gets_the_first_one_s_reply():
    ana = caller(person("ana"))
    first, second = (ana.post("matches", NEW, key="k-1") for _ in range(2))
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.content == second.content
    assert first.headers["Location"] == second.headers["Location"]
    assert "Idempotency-Replayed" not in first.headers and second.headers["Idempotency-Replayed"] == "true"
    assert Match.objects.count() == 1
    assert ana.post("matches", NEW, key="k-2").json()["number"] != first.json()["number"]


@pytest.mark.django_db
def test_an_empty_reply_is_kept_too():
    ana = caller(person("ana"))
    number = ana.post("matches", NEW).json()["number"]
    replies = [ana.delete(f"matches/{number}/seat", key="k") for _ in range(2)]
    assert [(reply.status_code, reply.content) for reply in replies] == [(204, b"")] * 2


@pytest.mark.django_db
@pytest.mark.parametrize("other", [NEW | {"private": True}, NEW | {"game": "tp5"}])
def test_the_same_key_with_another_body_is_refused(other: Any):
    ana = caller(person("ana"))
    ana.post("matches", NEW, key="k")
    problem(ana.post("matches", other, key="k"), 422, "idempotency_key_reused", "Idempotency-Key")
    problem(ana.post("seeds", {}, key="k"), 422, "idempotency_key_reused", "Idempotency-Key")
    assert Match.objects.count() == 1


@pytest.mark.django_db
def test_order_and_blanks_of_a_body_do_not_matter():
    ana = caller(person("ana"))
    ana.post("seeds", b"{}", key="k")
    assert ana.post("seeds", b" { } ", key="k").headers["Idempotency-Replayed"] == "true"


@pytest.mark.django_db
def test_keys_are_everyone_s_own():
    for name in ("ana", "ben"):
        assert caller(person(name)).post("matches", NEW, key="k").status_code == 201
    assert Match.objects.count() == 2


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["a b", "é", "x" * 101])
def test_a_key_that_cannot_be_one_is_named(key: str):
    problem(caller(person("ana")).post("seeds", {}, key=key), 400, "idempotency_key_invalid", "Idempotency-Key")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("key", ["", "k"])
@pytest.mark.parametrize("address", ["answers", "conditional-moves"])
def test_deadlines_that_had_passed_stand_though_the_answer_comes_too_late(address: str, key: str):
    began = timezone.now() - timedelta(days=3)
    match, people = table_of("ana", "ben", "cleo", now=began)
    bodies: dict[str, Any] = {
        "answers": {"step": 1, "actions": [{"act": "let_stand"}]},
        "conditional-moves": {"step": 1, "kind": "bid", "preferences": [{"pattern": "lowest"}], "version": 9},
    }
    for user in people[:2]:
        submit_answer(match_id=match.pk, user_id=user.pk, step=1, actions=[{"act": "let_stand"}], now=began)
    Seat.objects.filter(match=match).update(excuses_left=0)
    late = caller(people[2]).post(f"matches/{match.pk}/{address}", bodies[address], key=key)
    assert late.status_code == 409, late.content
    match.refresh_from_db()
    assert match.step == 1


@pytest.mark.django_db
def test_what_is_refused_keeps_nothing():
    match, people = table_of("ana", "ben", "cleo")
    ana = caller(people[0])
    path = f"matches/{match.pk}/answers"
    problem(ana.post(path, {"step": 9, "actions": [{"act": "reroll"}]}, key="k"), 409, "table_moved_on")
    assert ana.post(path, {"step": 1, "actions": [{"act": "reroll"}]}, key="k").status_code == 201


@pytest.mark.django_db
def test_what_is_kept_shows_no_answer():
    rows = []
    for act in ("let_stand", "reroll"):
        match, people = table_of("ana", "ben", "cleo")
        caller(people[0]).post(f"matches/{match.pk}/answers", {"step": 1, "actions": [{"act": act}]}, key=f"k{act}")
        kept = KeptReply.objects.latest("pk")
        rows.append((len(bytes(kept.sealed or b"")), len(kept.digest)))
        assert act.encode() not in bytes(kept.sealed or b"") + kept.digest.encode()
    assert rows[0] == rows[1]


@pytest.mark.django_db
def test_a_key_is_forgotten_after_a_day():
    ana, now = caller(person("ana")), timezone.now()
    ana.post("matches", NEW, key="k")
    assert forget_old(now=now + timedelta(hours=23)) == 0
    KeptReply.objects.update(made_at=now - timedelta(hours=25))
    assert ana.post("matches", NEW | {"private": True}, key="k").status_code == 201
    assert forget_old(now=now + timedelta(hours=25)) == 1


@pytest.mark.django_db
def test_a_key_that_is_forgotten_while_it_is_looked_up_is_free(monkeypatch: pytest.MonkeyPatch):
    ana, now = caller(person("ana")), timezone.now()
    first = ana.post("matches", NEW, key="k").json()["number"]
    KeptReply.objects.update(made_at=now - KEPT_FOR)
    insert = KeptReply.objects.bulk_create

    def insert_and_forget(*rows: Any, **options: Any) -> None:
        insert(*rows, **options)
        forget_old(now=now + timedelta(seconds=1))

    monkeypatch.setattr("api.idempotency.KeptReply.objects.bulk_create", insert_and_forget)
    reply = ana.post("matches", NEW, key="k")
    assert reply.status_code == 201 and reply.json()["number"] != first
    assert KeptReply.objects.get().made_at == now


def sent_at_once(bodies: list[Any]) -> list[Any]:
    """The replies to these bodies, sent by one person at the same moment under one key."""
    token = token_of(person("ana"))
    ready, replies = threading.Barrier(len(bodies)), []

    def send(body: Any) -> None:
        one = Caller(token)
        ready.wait()
        replies.append(one.post("matches", body, key="k"))
        connections.close_all()

    threads = [threading.Thread(target=send, args=[body]) for body in bodies]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return replies


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_twins_at_the_same_time_take_effect_once(settings: Any):
    settings.STATIC_ROOT.mkdir(exist_ok=True)
    replies = sent_at_once([NEW] * 6)
    assert [reply.status_code for reply in replies] == [201] * 6
    assert len({reply.content for reply in replies}) == 1
    assert Match.objects.count() == 1


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_of_several_bodies_under_one_key_at_the_same_time_one_takes_effect(settings: Any):
    settings.STATIC_ROOT.mkdir(exist_ok=True)
    replies = sent_at_once([NEW | {"turn_seconds": days * 86400} for days in (1, 2, 3, 5)])
    assert sorted(reply.status_code for reply in replies) == [201, 422, 422, 422]
    for reply in replies:
        if reply.status_code != 201:
            problem(reply, 422, "idempotency_key_reused", "Idempotency-Key")
    assert Match.objects.count() == 1
