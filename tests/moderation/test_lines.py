"""Sanctions and reports in words, and acts beside the seat that they act on."""

import re
from datetime import timedelta

import pytest
from django.test import Client

from moderation.models import Report, Sanction
from moderation.views.lines import report_lines, sanction_lines
from tests.matches.tables import NOON, table_of
from tests.moderation.desk import moderator
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
    closed, still_open = Report(outcome=outcome, closed_at=NOON), Report()
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
