"""Nobody is invited again and again by a host who closes each table and opens another."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from engine.table_settings import TableSettings, TimeControl
from foundation.errors import Refused
from matches.lobby.tables import (
    INVITED_A_DAY,
    INVITED_IN_ALL_A_DAY,
    SeatSpec,
    create_match,
    join_match,
    leave_match,
    start_match,
)
from matches.models import Match
from notifications.models import Notice
from tests.api.bots import caller, problem
from tests.matches.tables import DAY, NOON, SOME_GAME, person

pytestmark = pytest.mark.django_db


def invite(host: User, name: str, *, days: int = 0) -> Match:
    return create_match(
        host=host,
        slug=SOME_GAME.slug,
        options=SOME_GAME.Options(),
        seats=[SeatSpec("named", name), SeatSpec("bot", "random")],
        time_control=TimeControl(DAY),
        table_settings=TableSettings(rated=False),
        contribution="",
        now=NOON + timedelta(days=days),
    )


def invite_and_close(host: User, name: str) -> None:
    for _ in range(INVITED_A_DAY):
        leave_match(match_id=invite(host, name).pk, user=host, now=NOON)


def test_invitations_that_come_to_nothing_are_counted():
    ana, ben = person("ana"), person("ben")
    invite_and_close(ana, "ben")
    before = Notice.objects.filter(user=ben).count()
    with pytest.raises(Refused, match="often enough") as refused:
        invite(ana, "ben")
    assert refused.value.code == "invited_often"
    assert Notice.objects.filter(user=ben).count() == before and not Match.objects.filter(status="open").exists()


def test_a_table_that_begins_without_the_guest_counts_too():
    ana, _ = person("ana"), person("ben")
    for _ in range(INVITED_A_DAY):
        start_match(match_id=invite(ana, "ben").pk, user=ana, now=NOON)
    with pytest.raises(Refused, match="often enough"):
        invite(ana, "ben")


def test_many_people_who_do_not_come_are_enough():
    ana = person("ana")
    for number in range(INVITED_IN_ALL_A_DAY):
        leave_match(match_id=invite(ana, person(f"guest{number}").username).pk, user=ana, now=NOON)
    person("ben")
    with pytest.raises(Refused) as refused:
        invite(ana, "ben")
    assert refused.value.code == "many_invited"
    assert invite(ana, "ben", days=2).host == ana


def test_others_and_another_day_are_free():
    ana, _, cleo, _ = (person(name) for name in ("ana", "ben", "cleo", "dora"))
    invite_and_close(ana, "ben")
    assert invite(ana, "dora").host == ana
    assert invite(cleo, "ben").host == cleo
    assert invite(ana, "ben", days=2).host == ana


def test_invitations_that_were_taken_do_not_count():
    ana, ben = person("ana"), person("ben")
    for _ in range(INVITED_A_DAY + 1):
        join_match(match_id=invite(ana, "ben").pk, user=ben, token="", contribution="", now=NOON)
    assert Match.objects.filter(status="running").count() == INVITED_A_DAY + 1


def test_programs_are_told_where():
    ana, _ = person("ana"), person("ben")
    invite_and_close(ana, "ben")
    seats = [{"kind": "open"}, {"kind": "named", "name": "ben"}]
    body = {"game": "bid", "seats": seats}
    Match.objects.update(created_at=timezone.now())
    problem(caller(ana).post("matches", body), 400, "invited_often", "/seats")
