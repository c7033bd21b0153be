"""Bots report what pages report, and read the outcome."""

from typing import Any

import pytest

from matches.chat.write import write_message
from moderation.models import Report
from moderation.services.reports import claim_report, close_report
from tests.api.bots import caller
from tests.matches.tables import NOON, person, table_of
from tests.moderation.desk import moderator

pytestmark = pytest.mark.django_db
SAID = {"category": "abuse", "words": "He shouts."}


def made(user: str, status: int = 201, **more: Any) -> Any:
    reply = caller(person(user)).post("reports", {**SAID, **more})
    assert reply.status_code == status, reply.content
    return reply.json()


def test_a_player_a_table_a_seat_and_a_message_are_reported() -> None:
    match, (_, ben, _) = table_of("ana", "ben", "cleo")
    write_message(match_id=match.pk, user=ben, room="players", text="You fool", now=NOON)
    ways: list[dict[str, Any]] = [
        {"player": "ben"},
        {"match": match.pk},
        {"match": match.pk, "seat": 1},
        {"match": match.pk, "message": {"room": "players", "number": 1}},
    ]
    codes = [made("ana", **way) for way in ways]
    kept = Report.objects.order_by("pk")
    assert [(row.match_id, row.subject) for row in kept] == [
        (None, ben), (match.pk, None), (match.pk, ben), (match.pk, ben)
    ]  # fmt: skip
    assert [one["player"] for one in codes] == ["ben", None, None, None], "a table may hide who sits there"
    assert kept.filter(message__text="You fool").get().pk == codes[-1]["number"]


def test_its_reporter_reads_whether_we_acted_and_no_more() -> None:
    person("ben")
    number = made("ana", player="ben")["number"]
    mona = moderator()
    claim_report(report_id=number, actor=mona, now=NOON)
    close_report(report_id=number, actor=mona, outcome="unfounded", answer="Thanks.", note="Made up.", now=NOON)
    (mine,) = caller(person("ana")).get("reports").json()["results"]
    assert (mine["outcome"], mine["answer"]) == ("nothing", "Thanks.")
    assert "Made up" not in str(mine) and "mona" not in str(mine)
    assert caller(person("ben")).get("reports").json()["results"] == []


@pytest.mark.parametrize(
    ("way", "status"),
    [
        ({}, 400),
        ({"player": "ben", "match": 1}, 400),
        ({"player": "nobody"}, 400),
        ({"match": 999}, 404),
        ({"match": "private"}, 404),
        ({"match": "open", "seat": 9}, 404),
        ({"match": "open", "message": {"room": "players", "number": 1}}, 404),
        ({"player": "dora"}, 400),
    ],
)
def test_what_is_not_there_for_me_is_not_reported(way: dict[str, Any], status: int) -> None:
    person("dora")
    tables = {
        "private": table_of("ana", "ben", "cleo", private=True, spectators=False)[0],
        "open": table_of("ana", "ben", "cleo")[0],
    }
    named = tables.get(str(way.get("match")))
    made("dora", status, **(way | ({"match": named.pk} if named else {})))
    assert not Report.objects.exists()
