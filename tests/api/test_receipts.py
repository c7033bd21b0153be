"""Receipts in the replies of programs that sit down: their own seat's, signed, and nothing of the others."""

import json
from typing import Any

import msgspec
import pytest

from engine.proof import Signed, fits_its_key
from matches.models import Match
from tests.api.bots import Caller, caller
from tests.matches.tables import person, table_of
from tests.matches.test_exports import played

pytestmark = pytest.mark.django_db
SECRET = "words that {name} alone knows"


def holds(reply: Any) -> dict[str, Any]:
    """The statement of the receipt in a reply, which its key has signed."""
    assert reply.status_code in (200, 201), reply.content
    receipt = msgspec.json.decode(json.dumps(reply.json()["receipt"]), type=Signed)
    assert fits_its_key(receipt)
    statement: dict[str, Any] = reply.json()["receipt"]["statement"]
    assert (statement["about"], statement["number"]) == ("receipt", reply.json()["number"])
    return statement


def opened(ana: Caller, **more: Any) -> Any:
    return ana.post(
        "matches",
        {
            "game": "bid",
            "seats": [{"kind": "open"}, {"kind": "open"}],
            "contribution": SECRET.format(name="ana"),
            **more,
        },
    )


@pytest.mark.parametrize("anonymous", [False, True])
def test_who_opens_or_joins_a_table_gets_the_receipt_of_their_own_seat(anonymous: bool) -> None:
    callers = {name: caller(person(name)) for name in ("ana", "ben", "cleo")}
    replies = {"ana": opened(callers["ana"], anonymous=anonymous)}
    path = f"matches/{replies['ana'].json()['number']}/seat"
    for name in ("ben", "cleo"):
        replies[name] = callers[name].post(path, {"contribution": SECRET.format(name=name)})
    for count, (name, reply) in enumerate(replies.items(), 1):
        statement = holds(reply)
        assert statement["contribution"] == SECRET.format(name=name)
        assert len(statement["commitments"]) == count
        others = [SECRET.format(name=other) for other in replies if other != name]
        assert not any(words in reply.content.decode() for words in others)
        # The seats of a table without names are drawn when it begins.
        assert statement.get("seat") == (None if anonymous and name != "cleo" else reply.json()["me"])
    last = callers["cleo"].get(f"matches/{replies['cleo'].json()['number']}/receipt").json()
    assert last["statement"] == holds(replies["cleo"])


def test_a_substitute_gets_one_without_the_words_of_who_sat_there() -> None:
    match, _ = table_of("ana", "ben", "cleo")
    match.seats.filter(number=0).update(contribution="words of another", substitute_wanted=True)
    reply = caller(person("dora")).post(f"matches/{match.pk}/seats/0/substitute", {})
    assert (holds(reply)["seat"], holds(reply).get("contribution", "")) == (0, "")
    assert "words of another" not in reply.content.decode()


def test_who_plays_on_gets_one_of_the_new_match() -> None:
    match, people = played("bid")
    reply = caller(people[0]).post(f"matches/{match.pk}/steps/1/play-on", {"seat": 1})
    assert holds(reply)["seat"] == 1
    assert holds(reply)["number"] == Match.objects.latest("pk").pk


def test_only_who_has_a_seat_at_a_rematch_gets_one() -> None:
    match, people = played("bid")
    proposed, later = (
        caller(one).post(f"matches/{match.pk}/rematch", {"contribution": SECRET.format(name=one.username)})
        for one in people[:2]
    )
    assert holds(proposed)["contribution"] == SECRET.format(name="ana")
    assert (later.json()["number"], later.json()["receipt"]) == (proposed.json()["number"], None)
    assert "ana alone" not in later.content.decode()


def test_who_finds_a_quick_table_gets_one() -> None:
    ana, ben = caller(person("ana")), caller(person("ben"))
    assert ana.send("put", "quick-table", {"games": ["tp5"], "seats": [2]}).json()["receipt"] is None
    reply = ben.send("put", "quick-table", {}).json()
    receipt = msgspec.json.decode(json.dumps(reply["receipt"]), type=Signed)
    assert fits_its_key(receipt)
    assert receipt.statement.number == reply["match"]
    assert ben.get("quick-table").json()["receipt"] is None


def test_the_same_request_gets_the_same_receipt() -> None:
    ana, body = caller(person("ana")), {"game": "bid", "seats": [{"kind": "open"}, {"kind": "open"}]}
    first, again = (ana.post("matches", body, key="once") for _ in range(2))
    assert holds(first) == holds(again)
    assert Match.objects.count() == 1
