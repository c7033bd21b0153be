"""The notices of clubs: withdrawn once they are no longer true, few, and none across a block."""

from datetime import timedelta

import pytest

from accounts.identity.blocks import block_user
from clubs.models import Club
from clubs.services.joining import join_club, leave_club
from clubs.services.members import admit, refuse, set_role
from foundation.errors import Refused
from ladders.services.news import notify_club
from notifications.models import Notice
from tests.clubs.founded import club_of, roles
from tests.clubs.test_contests import cup_in, ladder_in
from tests.ladders.play import ladder_of
from tests.matches.tables import NOON, person

pytestmark = pytest.mark.django_db


def unread(name: str, kind: str) -> list[str]:
    rows = Notice.objects.filter(user=person(name), kind=kind, channel="page", read_at=None).order_by("pk")
    return [row.context["text"] for row in rows]


def run_by_two() -> Club:
    """A club of ana and its organiser ben, which zoe asks to join."""
    club = club_of("ana", "ben", "cleo")
    set_role(number=club.pk, by=person("ana"), user=person("ben"), role="organiser", now=NOON - timedelta(days=1))
    join_club(number=club.pk, user=person("zoe"), token="", now=NOON)
    assert len(unread("ana", "club_request")) == len(unread("ben", "club_request")) == 1
    return club


@pytest.mark.parametrize("act", [admit, refuse])
def test_what_one_has_answered_waits_for_no_other(act):
    club = run_by_two()
    act(number=club.pk, by=person("ana"), user=person("zoe"), now=NOON)
    assert unread("ana", "club_request") == unread("ben", "club_request") == []


def test_who_takes_a_request_back_leaves_no_notice() -> None:
    club = run_by_two()
    leave_club(number=club.pk, user=person("zoe"), now=NOON)
    assert unread("ana", "club_request") == unread("ben", "club_request") == []


def test_who_runs_the_club_no_more_is_asked_no_more() -> None:
    club = run_by_two()
    set_role(number=club.pk, by=person("ana"), user=person("ben"), role="member", now=NOON)
    assert unread("ben", "club_request") == [] and len(unread("ana", "club_request")) == 1


@pytest.mark.parametrize("removed", [False, True])
def test_who_has_left_keeps_no_news_of_the_club(removed: bool) -> None:
    club = run_by_two()
    assert len(unread("ben", "club_news")) == 1
    if removed:
        refuse(number=club.pk, by=person("ana"), user=person("ben"), now=NOON)
    else:
        leave_club(number=club.pk, user=person("ben"), now=NOON)
    assert unread("ben", "club_request") == unread("ben", "club_news") == []
    assert len(unread("ana", "club_request")) == 1


def test_a_role_that_changes_to_and_fro_makes_one_notice_a_day() -> None:
    club = club_of("ana", "ben")
    for minutes in range(6):
        role = ("organiser", "member")[minutes % 2]
        now = NOON + timedelta(minutes=minutes)
        set_role(number=club.pk, by=person("ana"), user=person("ben"), role=role, now=now)
    told = Notice.objects.filter(user=person("ben"), kind="club_news", channel="page")
    assert told.count() == 1 and unread("ben", "club_news") == [], "it is out of date"
    set_role(number=club.pk, by=person("ana"), user=person("ben"), role="organiser", now=NOON + timedelta(days=1))
    assert told.count() == 2 and len(unread("ben", "club_news")) == 1


def test_a_role_is_no_way_to_reach_somebody_across_a_block() -> None:
    club = club_of("ana", "ben")
    block_user(user=person("ben"), other=person("ana"), now=NOON)
    set_role(number=club.pk, by=person("ana"), user=person("ben"), role="organiser", now=NOON)
    assert roles(club)["ben"] == "organiser"
    assert not Notice.objects.filter(user=person("ben"), kind="club_news").exists()


def test_a_block_since_the_request_keeps_somebody_out() -> None:
    club = run_by_two()
    block_user(user=person("zoe"), other=person("ben"), now=NOON)
    with pytest.raises(Refused) as refused:
        admit(number=club.pk, by=person("ana"), user=person("zoe"), now=NOON)
    assert refused.value.code == "cannot_be_admitted" and "zoe" not in roles(club)


def test_members_hear_once_a_day_what_is_new_in_the_club() -> None:
    club = club_of("ana", "ben", "cleo")
    block_user(user=person("cleo"), other=person("ana"), now=NOON)
    ladder_in(club)
    cup = cup_in(club)
    assert unread("ben", "news") == [
        "“The attic” is new in the club. The club’s page lists what you can join or enter."
    ]
    assert unread("ana", "news") == unread("cleo", "news") == []
    notify_club(of=cup, by=person("ana"), now=NOON + timedelta(days=1))
    assert len(unread("ben", "news")) == 2
    leave_club(number=club.pk, user=person("ben"), now=NOON + timedelta(days=1))
    assert unread("ben", "news") == []


def test_only_members_hear_of_it_and_nobody_of_what_is_for_everyone() -> None:
    club_of("ana", "ben")
    club = club_of("ana", "cleo", title="Another den")
    ladder_in(club)
    assert unread("ben", "news") == [] and len(unread("cleo", "news")) == 1
    ladder_of([])
    assert unread("ben", "news") == []
