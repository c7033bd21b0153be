"""What joining a ladder means is said before one joins, with the numbers that hold."""

import re
from datetime import timedelta

import pytest
from django.test import Client

from ladders.models import Challenge, Rung
from ladders.services.challenges import make_challenge
from ladders.services.ladders import close_ladder, join_ladder
from tests.ladders.play import ladder_of, organiser, people
from tests.matches.tables import NOON, person
from tests.support.html import squeezed

pytestmark = pytest.mark.django_db


def page_of(path: str, name: str | None = None) -> str:
    """A page on one line."""
    client = Client()
    if name:
        client.force_login(person(name))
    return squeezed(client.get(path).content.decode())


def test_what_joining_means_stands_above_its_button() -> None:
    ladder = ladder_of(people(4))
    path = f"/ladder/{ladder.slug}/"
    page = page_of(path, "comer")
    assert page.index("What joining means") < page.index("You start at the bottom") < page.index("Join this ladder")
    assert "What joining means" in page_of(path) and "Join this ladder" not in page_of(path)
    assert "What joining means" not in page_of(path, "player-001")
    close_ladder(ladder_id=ladder.pk, by=organiser(), now=NOON)
    assert "What joining means" not in page_of(path, "comer")


def test_what_standing_there_means_can_be_read_later() -> None:
    ladder = ladder_of(people(4))
    path = f"/ladder/{ladder.slug}/"
    page = page_of(path, "player-001")
    assert "What standing here means" in page and "if you do not accept within 3 days" in page
    assert "You start at the bottom" not in page
    assert "What standing here means" not in page_of(path, "comer")
    close_ladder(ladder_id=ladder.pk, by=organiser(), now=NOON)
    assert "What standing here means" not in page_of(path, "player-001")


def test_the_place_promised_is_the_place_given() -> None:
    ladder = ladder_of(people(4), divisions=["First", "Second"])
    said = re.search(r"Your place is number (\d+) of Second", page_of(f"/ladder/{ladder.slug}/", "comer"))
    join_ladder(ladder_id=ladder.pk, user=person("comer"), now=NOON)
    assert said and int(said[1]) == Rung.objects.get(user=person("comer")).position


def test_the_days_to_accept_are_those_that_count() -> None:
    users = people(4)
    ladder = ladder_of(users)
    said = re.search(r"do not accept within (\d+) days", page_of(f"/ladder/{ladder.slug}/", "comer"))
    make_challenge(ladder_id=ladder.pk, challenger=users[3], opponents=users[2:3], now=NOON)
    assert said and Challenge.objects.get().expires_at == NOON + timedelta(days=int(said[1]))
