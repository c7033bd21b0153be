"""Sanctions and reports in words, and acts beside the seat that they act on."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from engine.quick_chance import RandomChance
from moderation.action import Target
from moderation.models import Report, Sanction
from moderation.views.lines import report_lines, sanction_lines
from tests.matches.tables import NOON, answer_all, person, table_of
from tests.moderation.desk import done, moderator
from tests.support.html import squeezed

Kind, Outcome = Sanction.Kind, Report.Outcome
LATER, EARLIER = NOON + timedelta(days=1), NOON - timedelta(days=1)


@pytest.mark.parametrize(
    ("given", "state", "at"),
    [
        ({"kind": Kind.WARNING}, "", None),
        ({"kind": Kind.WARNING, "lifted_at": EARLIER}, "lifted", EARLIER),
        ({"kind": Kind.MUTE, "ends_at": LATER}, "until", LATER),
        ({"kind": Kind.MUTE, "ends_at": NOON}, "over", None),
        ({"kind": Kind.MUTE, "ends_at": LATER, "lifted_at": EARLIER}, "lifted", EARLIER),
        ({"kind": Kind.NAME}, "until it is lifted", None),
        ({"kind": Kind.SUSPENSION}, "for good", None),
        ({"kind": Kind.SUSPENSION, "ends_at": LATER}, "until", LATER),
    ],
)
def test_a_sanction_says_whether_it_holds(given: dict[str, object], state: str, at: object) -> None:
    [line] = sanction_lines([Sanction(**given)], NOON)
    assert (line.state, line.at) == (state, at)


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        (Outcome.ACTED, "we acted."),
        (Outcome.ANSWERED, "answered."),
        (Outcome.NOTHING, "we found nothing against the rules."),
        (Outcome.UNFOUNDED, "we found nothing against the rules."),
    ],
)
def test_a_report_says_what_came_of_it_and_no_more(outcome: Report.Outcome, words: str) -> None:
    ben = User(username="ben")
    closed, still_open = Report(subject=ben, outcome=outcome, closed_at=NOON), Report(subject=ben)
    assert [line.outcome for line in report_lines([closed, still_open])] == [words, "a moderator will look at it."]


@pytest.mark.django_db
def test_acts_stand_beside_their_seat() -> None:
    match, people = table_of("ana", "ben", "cleo")
    client = Client()
    client.force_login(moderator())
    page = squeezed(client.get(f"/moderation/table/{match.pk}/").content.decode())
    seats = re.findall(r'<li class="desk-seat">.*?</li>', page)
    assert len(seats) == 3
    for number, (seat, user) in enumerate(zip(seats, people, strict=True)):
        assert user.display_name in seat
        links = re.findall(r'href="(/moderation/[^"]*seat=\d+[^"]*)"', seat)
        assert links and all(f"seat={number}" in link for link in links)
        of_players = re.findall(r'href="/moderation/[^"]*player=(\w+)', seat)
        assert of_players and set(of_players) == {user.username}


@pytest.mark.django_db
def test_a_seat_says_why_there_is_nothing_to_press() -> None:
    match, _ = table_of("ana", "ben", "cleo")
    table_of("ana", "mona", "emil")
    client = Client()
    client.force_login(moderator())
    page = squeezed(client.get(f"/moderation/table/{match.pk}/").content.decode())
    with_ana, with_ben, _ = re.findall(r'<li class="desk-seat">.*?</li>', page)
    assert "desk-buttons" not in with_ana and with_ana.count('<p class="small">') == 1
    assert "desk-buttons" in with_ben and '<p class="small">' not in with_ben


@pytest.mark.django_db
@pytest.mark.parametrize("hides", [{}, {"hide_answered": True}, {"anonymous": True}])
def test_a_seat_says_when_its_answer_is_due_if_everyone_may_know(hides: dict[str, Any]) -> None:
    match, people = table_of("ana", "ben", "cleo", slug="hexes", **hides)
    answer_all(match, people, RandomChance(1), asked=[0])
    client = Client()
    client.force_login(moderator())
    page = squeezed(client.get(f"/moderation/table/{match.pk}/").content.decode())
    assert page.count("Answer due") == (0 if hides else 2), "nobody is waited for who has answered"


@pytest.mark.django_db
def test_the_log_names_the_player_who_was_given_a_seat() -> None:
    match, _ = table_of("ana", "ben", "cleo")
    done(
        moderator(), "seat-person", Target(match=match, seat=match.seats.get(number=1)), player=person("dora").username
    )
    client = Client()
    page = squeezed(client.get(f"/table/{match.pk}/log/").content.decode())
    assert "A moderator gave dora the seat of another player" in page
    client.force_login(person("dora"))
    page = squeezed(client.get(f"/table/{match.pk}/log/").content.decode())
    assert "A moderator gave you the seat of another player" in page


@pytest.mark.django_db
def test_the_mildest_action_comes_first_and_the_page_says_which_was_done() -> None:
    client = Client()
    client.force_login(moderator())
    person("ben")
    page = squeezed(client.get("/moderation/player/ben/").content.decode())
    assert re.findall(r"/moderation/act/([\w-]+)/", page) == ["warn", "mute", "rename", "suspend"]
    sent = {"category": "abuse", "reason": "He shouts.", "words": "Be kind."}
    answer = client.post("/moderation/act/warn/?player=ben", sent, follow=True)
    assert "Done: “Warn”, row 1 of the audit." in squeezed(answer.content.decode())
