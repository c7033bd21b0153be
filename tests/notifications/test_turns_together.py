"""Turns of several tables in one mail, through a real mail server: what it tells, leaves out, and has in common."""

from datetime import timedelta

import pytest

from notifications.bouncing import Bounce
from notifications.models import Kind, Notice, State
from notifications.policy import WAITS
from notifications.services import sending, sweep_notices, withdraw_notices
from notifications.services.dead_addresses import record_bounce
from tests.accounts.people import person
from tests.accounts.times import NOW
from tests.notifications.notices import scheduled, state
from tests.support import smtp

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("smtp_settings")]


def test_turns_that_are_due_together_come_in_one_mail(mail_server):
    ana = person("ana")
    tables = [f"match:{number}" for number in (1, 2, 3, 4, 5)]
    first = scheduled(ana, topic=tables[0], title="Bid!, table 1")
    assert sweep_notices(now=NOW) == 1
    later = [scheduled(ana, topic=topic, title=f"Bid!, table {topic[6:]}") for topic in tables[1:]]
    over = scheduled(ana, Kind.OVER, topic="match:9")
    withdraw_notices(topic=tables[4], now=NOW)
    assert sweep_notices(now=NOW + timedelta(seconds=30)) == 0
    assert sweep_notices(now=NOW + timedelta(seconds=60)) == 1
    single, merged = (delivery.message for delivery in mail_server.to("ana@example.org"))
    assert single["Subject"] == "Your turn: Bid!, table 1"
    assert merged["Subject"] == "Your turn at 3 tables"
    for part in ("plain", "html"):
        body = merged.get_body((part,))
        assert body is not None
        text = str(body.get_content())
        assert [f"Bid!, table {number}" in text for number in (1, 2, 3, 4, 5)] == [False, True, True, True, False]
        assert text.count("/act/") == 3
        assert "when it is your turn" in text
    assert [state(notice)[0] for notice in (first, *later)] == [State.SENT] * 4 + [State.STALE]
    assert state(over)[0] == State.DUE, "news comes by itself, a minute later"
    assert sweep_notices(now=NOW + timedelta(seconds=120)) == 1


def test_five_tables_that_ask_within_a_minute_make_one_mail(mail_server):
    ana = person("ana")
    asked = [NOW + timedelta(seconds=seconds) for seconds in (0, 5, 20, 40, 60)]
    turns = [
        scheduled(ana, topic=f"match:{number}", title=f"table {number}", due_at=moment)
        for number, moment in enumerate(asked, 1)
    ]
    later = scheduled(ana, topic="match:6", title="table 6", due_at=NOW + timedelta(seconds=61))
    over = scheduled(ana, Kind.OVER, topic="match:7", due_at=NOW + timedelta(seconds=30))
    assert sweep_notices(now=NOW) == 1
    [letter] = mail_server.to("ana@example.org")
    assert letter.message["Subject"] == "Your turn at 5 tables"
    assert [f"table {number}" in letter.text for number in range(1, 7)] == [True] * 5 + [False]
    assert [state(notice) for notice in turns] == [(State.SENT, "")] * 5
    assert (state(later)[0], state(over)[0]) == (State.DUE, State.DUE)


def test_turns_in_one_mail_are_tried_again_and_come_back_together(mail_server, settings):
    ana = person("ana")
    turns = [scheduled(ana, topic=f"match:{number}") for number in (1, 2)]
    mail_server.answer = lambda recipient: "451 Try later"
    assert sweep_notices(now=NOW) == 0
    assert [Notice.objects.get(pk=turn.pk).attempts for turn in turns] == [1, 1]
    mail_server.answer = lambda recipient: smtp.ACCEPTED
    assert sweep_notices(now=NOW + WAITS[0]) == 1
    assert len(mail_server.to("ana@example.org")) == 1
    assert record_bounce(bounce=Bounce(turns[0].pk, "5.1.1 No such user"), now=NOW)
    assert [state(turn)[0] for turn in turns] == [State.BOUNCED] * 2


def test_a_turn_that_is_not_wanted_any_more_is_left_out_of_the_mail(mail_server):
    ana = person("ana")
    kept, late = (scheduled(ana, topic=f"match:{number}", title=f"table {number}") for number in (1, 2))
    Notice.objects.filter(pk=late.pk).update(context={**late.context, "deadline": NOW.isoformat()})
    assert sweep_notices(now=NOW) == 1
    [letter] = mail_server.to("ana@example.org")
    assert letter.message["Subject"] == "Your turn: table 1"
    assert (state(kept)[0], state(late)[0]) == (State.SENT, State.STALE)


def test_a_turn_that_is_held_back_is_left_out_and_looks_as_if_it_was_sent(mail_server, monkeypatch):
    ana = person("ana")
    turns = [scheduled(ana, topic=f"match:{number}", title=f"table {number}") for number in (1, 2, 3)]
    monkeypatch.setattr(sending, "is_held_back", lambda notice: notice.topic == "match:1")
    assert sweep_notices(now=NOW) == 1
    [letter] = mail_server.to("ana@example.org")
    assert letter.message["Subject"] == "Your turn at 2 tables"
    assert "table 1" not in letter.message.as_string()
    assert [state(turn) for turn in turns] == [(State.SENT, "")] * 3
    assert len({turn.address for turn in turns}) == 1
