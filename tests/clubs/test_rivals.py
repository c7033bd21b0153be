"""Those who run a club and play in its contests cannot end them, nor put a rival out."""

import pytest

from clubs.models import Club
from clubs.services.founding import close_club, shut
from clubs.services.members import refuse, set_role
from foundation.errors import Forbidden
from ladders.models import Ladder
from ladders.services.ladders import leave_ladder
from ladders.services.tournaments import withdraw_from_tournament
from tests.clubs.founded import club_of, roles
from tests.clubs.test_contests import LATER, begin, challenged, cup_in, ladder_in
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


def remove(club: Club, name: str, by: str) -> bool:
    return refuse(number=club.pk, by=person(by), user=person(name), now=LATER)


def assert_not_removed(club: Club, name: str, by: str) -> None:
    with pytest.raises(Forbidden) as refused:
        remove(club, name, by)
    assert refused.value.code == "plays_in_it"
    assert name in roles(club)


def test_nobody_removes_a_member_who_stands_on_their_ladder() -> None:
    club = club_of("ana", "ben", "cleo")
    set_role(number=club.pk, by=person("ana"), user=person("cleo"), role="organiser", now=NOON)
    ladder = ladder_in(club, "ben", "ana")
    challenge = challenged(ladder, "ben", "ana")
    assert_not_removed(club, "ben", by="ana")
    challenge.refresh_from_db()
    assert challenge.state == "open" and ladder.rungs.count() == 2
    assert remove(club, "ben", by="cleo"), "who runs the club and does not stand on it"


def test_they_may_when_they_have_left_it_or_it_is_closed() -> None:
    club = club_of("ana", "ben", "cleo")
    ladder = ladder_in(club, "ben", "ana")
    leave_ladder(ladder_id=ladder.pk, user=person("ana"), now=NOON)
    assert remove(club, "ben", by="ana")
    Ladder.objects.filter(pk=ladder.pk).update(closed_at=NOON, title="The lantern")
    Ladder.objects.filter(pk=ladder_in(club, "ana", "cleo").pk).update(closed_at=NOON)
    assert remove(club, "cleo", by="ana")


def test_nor_does_withdrawing_help_before_a_tournament_begins() -> None:
    club = club_of("ana", "ben", "cleo", "dora")
    cup = cup_in(club, "ana", "ben", "cleo", "dora")
    withdraw_from_tournament(tournament_id=cup.pk, user=person("ana"), now=NOON)
    assert_not_removed(club, "ben", by="ana")
    withdraw_from_tournament(tournament_id=cup.pk, user=person("ben"), now=NOON)
    assert remove(club, "ben", by="ana"), "who is out of it already"
    begin(cup)
    assert remove(club, "cleo", by="ana"), "when nobody can enter again"
