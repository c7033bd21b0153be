"""If the match hides who has answered, only a seat's player sees that it got more time."""

import pytest
from django.test import Client

from matches.api.observing import facts, latest_activity
from matches.models import Seat
from matches.sweep import sweep
from matches.view.match_view import match_view, matches
from notifications.models import Channel, Kind, Notice, State
from tests.matches.tables import NOON
from tests.matches.test_timeouts import A_DAY, after_one_round, any_answer, kinds

pytestmark = pytest.mark.django_db


def test_in_a_match_that_hides_who_answered_a_spent_excuse_shows_to_its_player_only() -> None:
    match, people = after_one_round(excuses=1, hide_answered=True)
    any_answer(match, people[0], NOON)
    sweep(now=NOON + A_DAY)
    assert kinds(match) == []
    found = matches().get(pk=match.pk)
    assert match_view(found, 0).seats[2].deadline is None
    assert match_view(found, 2).seats[2].deadline == NOON + 2 * A_DAY


@pytest.mark.parametrize("cause", ["an excuse", "no notice"])
def test_in_a_match_that_hides_who_answered_nobody_learns_whose_time_was_extended(cause: str) -> None:
    def seen(late: int) -> tuple[object, ...]:
        match, people = after_one_round(excuses=1 if cause == "an excuse" else 0, hide_answered=True)
        for player in {0, 1, 2} - {late}:
            any_answer(match, people[player], NOON)
        if cause == "no notice":
            turns = Notice.objects.filter(user=people[late], kind=Kind.TURN, topic=f"match:{match.pk}")
            turns.filter(channel=Channel.MAIL).update(state=State.FAILED)
        sweep(now=NOON + A_DAY)
        assert Seat.objects.get(match=match, number=late).deadline == NOON + 2 * A_DAY
        found = matches().get(pk=match.pk)
        view = match_view(found, 0)
        assert view.deadline == NOON + A_DAY, "my own, as it was"
        about_table = [line.sentence.lower() for line in view.activity], view.deadline, view.waiting_for
        return (*about_table, [seat.deadline for seat in view.seats], facts(found, 0, latest_activity(found, 0))[-2:])

    assert seen(1) == seen(2)


def test_the_tag_of_an_observation_stays_when_another_gets_more_time() -> None:
    match, people = after_one_round(excuses=0, hide_answered=True)
    any_answer(match, people[0], NOON)
    any_answer(match, people[1], NOON)
    client = Client()
    client.force_login(people[0])

    def tag() -> str:
        return str(client.get(f"/api/v1/matches/{match.pk}")["ETag"])

    before = tag()
    turn = Notice.objects.filter(user=people[2], kind=Kind.TURN, topic=f"match:{match.pk}", channel=Channel.MAIL)
    turn.update(state=State.FAILED)
    sweep(now=NOON + A_DAY)
    assert Seat.objects.get(match=match, number=2).deadline == NOON + 2 * A_DAY
    assert tag() == before
