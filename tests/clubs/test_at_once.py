"""Members who leave at the moment when a ladder or tournament of their club moves, and clubs that change hands."""

import threading
from contextlib import suppress
from functools import partial
from typing import Any

import pytest

from clubs.models import Role
from clubs.policy import OWNED_MOST
from clubs.services.joining import leave_club
from clubs.services.members import set_role
from clubs.services.notices import notify_member
from ladders.models import Entry, Rung
from ladders.services.ladders import join_ladder
from ladders.services.rounds import advance_tournament
from ladders.services.tournaments import enter_tournament, start_tournament
from tests.clubs.founded import club_of, roles
from tests.clubs.test_contests import LATER, cup_in, ladder_in
from tests.matches.tables import NOON, person
from tests.matches.test_concurrency import at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


def test_nobody_takes_part_who_left_while_they_joined() -> None:
    club = club_of("ana", "ben", "cleo")
    ladder, cup, ben = ladder_in(club, "ana"), cup_in(club, "ana"), person("ben")
    at_once(
        [
            lambda: join_ladder(ladder_id=ladder.pk, user=ben, now=NOON).pk,
            lambda: enter_tournament(tournament_id=cup.pk, user=ben, now=NOON).pk,
            lambda: leave_club(number=club.pk, user=ben, now=NOON),
        ]
    )
    assert "ben" not in roles(club)
    assert not Rung.objects.filter(user=ben).exists()
    assert not Entry.objects.filter(user=ben, state="in").exists()


def test_a_round_opens_while_a_member_leaves_and_neither_waits_for_ever() -> None:
    club = club_of("ana", "ben", "cleo", "dora")
    cup, ben = cup_in(club, "ana", "ben", "cleo", "dora", rounds=2), person("ben")
    start_tournament(tournament_id=cup.pk, now=LATER)
    done = at_once(
        [
            lambda: advance_tournament(tournament_id=cup.pk, now=LATER),
            lambda: leave_club(number=club.pk, user=ben, now=LATER),
        ]
    )
    assert done[1] is None and "ben" not in roles(club)
    assert cup.entries.get(user=ben).state == "withdrawn"
    assert cup.all_rounds.count() == 1


def test_two_clubs_handed_over_at_once_make_nobody_own_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(OWNED_MOST - 1):
        club_of("eve", title=f"Den {number}")
    eve, clubs = person("eve"), [club_of(owner, "eve", title=f"Den of {owner}") for owner in ("ana", "ben")]
    both = threading.Barrier(2)

    def when_both_are_here(**what: Any) -> None:
        with suppress(threading.BrokenBarrierError):
            both.wait(timeout=1)
        notify_member(**what)

    monkeypatch.setattr("clubs.services.members.notify_member", when_both_are_here)
    at_once(
        [
            partial(set_role, number=club.pk, by=person(owner), user=eve, role=Role.OWNER, now=NOON)
            for club, owner in zip(clubs, ("ana", "ben"), strict=True)
        ]
    )
    assert eve.memberships.filter(role=Role.OWNER).count() == OWNED_MOST
