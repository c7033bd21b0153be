"""Members who leave at the moment when a ladder or tournament of their club moves."""

import pytest

from clubs.services.joining import leave_club
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
