"""Whoever runs a club and plays in its contests cannot end them, nor put a rival out."""

import pytest

from clubs.models import Club
from clubs.services.founding import close_club, shut
from clubs.services.members import set_role
from foundation.errors import Forbidden
from ladders.services.ladders import leave_ladder
from tests.clubs.founded import club_of
from tests.clubs.test_contests import LATER, begin, cup_in, ladder_in
from tests.matches.tables import NOON, person

pytestmark = pytest.mark.django_db


def close(club: Club, name: str = "ana") -> None:
    close_club(number=club.pk, user=person(name), now=LATER)


def assert_plays_in_it(club: Club, name: str = "ana") -> None:
    with pytest.raises(Forbidden) as refused:
        close(club, name)
    assert refused.value.code == "plays_in_it"
    assert Club.objects.get(pk=club.pk).closed_at is None


def test_an_owner_who_stands_on_a_ladder_does_not_close_the_club() -> None:
    club = club_of("ana", "ben")
    ladder = ladder_in(club, "ben", "ana")
    assert_plays_in_it(club)
    leave_ladder(ladder_id=ladder.pk, user=person("ana"), now=NOON)
    close(club)


def test_nor_does_one_who_plays_in_a_running_tournament() -> None:
    club = club_of("ana", "ben", "cleo")
    cup = cup_in(club, "ana", "ben")
    begin(cup)
    assert_plays_in_it(club)
    set_role(number=club.pk, by=person("ana"), user=person("cleo"), role="owner", now=LATER)
    close(club, "cleo")
    cup.refresh_from_db()
    assert cup.status == "called_off"


def test_nor_one_who_stands_in_an_announced_final() -> None:
    club = club_of("ana", "ben")
    ladder = ladder_in(club, "ben", "ana")
    cup_in(club, kind="final", ladder=ladder, starts_at=LATER.replace(year=LATER.year + 1))
    ladder.closed_at = NOON
    ladder.save()
    assert_plays_in_it(club)


def test_who_entered_a_tournament_that_is_announced_closes_it() -> None:
    club = club_of("ana", "ben")
    cup_in(club, "ana", "ben")
    close(club)
    assert Club.objects.get().closed_at == LATER


def test_moderators_close_it_all_the_same() -> None:
    club = club_of("ana", "ben")
    begin(cup_in(club, "ana", "ben"))
    shut(club, LATER)
    assert club.closed_at == LATER
