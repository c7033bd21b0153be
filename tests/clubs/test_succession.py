"""What becomes of a club whose owner is suspended for good, and of one whose last owner is gone."""

from datetime import datetime, timedelta

import pytest

from accounts.models import User
from accounts.security.suspension import FOR_GOOD
from clubs.models import Club
from clubs.services.founding import close_club
from clubs.services.joining import join_club, leave_club
from clubs.services.members import set_role
from clubs.services.succession import _hand_on
from foundation.errors import Refused
from ladders.services.ladders import close_ladder
from moderation.action import Target
from moderation.models import AuditRow
from moderation.selectors.chain import chain_faults
from moderation.services.acting import undo
from notifications.models import Notice
from rights.services import erasure
from rights.services.erasure import ask_for_erasure, erase_account
from tests.clubs.founded import club_of, roles
from tests.clubs.test_contests import ladder_in
from tests.matches.tables import NOON, person
from tests.moderation.desk import done, moderator

pytestmark = pytest.mark.django_db


def suspend_ana() -> AuditRow:
    return done(moderator("sena", senior=True), "suspend-for-good", Target(user=person("ana")), words="That is all.")


def lift(row: AuditRow) -> None:
    undo(actor=User.objects.get(username="sena"), row=row, reason="A mistake.", now=NOON + timedelta(days=1))


def club_news(name: str) -> list[str]:
    rows = Notice.objects.filter(user=person(name), kind="club_news", channel="page").order_by("pk")
    return [row.context["text"] for row in rows]


def test_the_organiser_of_longest_standing_owns_it_and_runs_its_ladder() -> None:
    club = club_of("ana", "ben", "cleo")
    set_role(number=club.pk, by=person("ana"), user=person("cleo"), role="organiser", now=NOON - timedelta(hours=1))
    ladder = ladder_in(club, "ben")
    suspend_ana()
    assert roles(club) == {"ana": "member", "ben": "member", "cleo": "owner"}
    assert club_news("cleo")[-1].startswith("You own the club now")
    close_ladder(ladder_id=ladder.pk, by=person("cleo"), now=NOON)
    close_club(number=club.pk, user=person("cleo"), now=NOON)


def test_undone_gives_it_back_and_leaves_the_other_an_organiser() -> None:
    club = club_of("ana", "ben")
    row = suspend_ana()
    assert row.done["clubs"] == [[club.pk, person("ben").pk]]
    lift(row)
    assert roles(club) == {"ana": "owner", "ben": "organiser"}
    assert "is back" in club_news("ben")[-1]
    assert not list(chain_faults())


@pytest.mark.parametrize("since", ["handed over", "closed", "left"])
def test_not_if_it_has_gone_its_own_way_since(since: str) -> None:
    club = club_of("ana", "ben", "cleo")
    row = suspend_ana()
    if since == "handed over":
        set_role(number=club.pk, by=person("ben"), user=person("cleo"), role="owner", now=NOON)
    elif since == "closed":
        close_club(number=club.pk, user=person("ben"), now=NOON)
    else:
        leave_club(number=club.pk, user=person("ben"), now=NOON)
    before = roles(club)
    lift(row)
    assert roles(club) == before and before["ana"] == "member"


def test_a_club_of_one_closes_and_opens_again_when_it_is_undone() -> None:
    club = club_of("ana")
    row = suspend_ana()
    assert Club.objects.exclude(closed_at=None).get() == club
    lift(row)
    assert Club.objects.get(closed_at=None) == club
    assert roles(club) == {"ana": "owner"}


def test_the_moderator_who_does_it_gains_no_club() -> None:
    club = club_of("ana", "ben")
    sena = moderator("sena", senior=True)
    Club.objects.update(joining="open")
    join_club(number=club.pk, user=sena, token="", now=NOON)
    set_role(number=club.pk, by=person("ana"), user=sena, role="organiser", now=NOON)
    done(sena, "suspend-for-good", Target(user=person("ana")), words="That is all.")
    assert roles(club)["ben"] == "owner"


def test_a_suspension_for_a_time_leaves_the_club_as_it_is() -> None:
    club = club_of("ana", "ben")
    done(moderator(), "suspend", Target(user=person("ana")), days=90, words="Come back later.")
    assert roles(club)["ana"] == "owner" and club_news("ben") == []


def test_nobody_who_is_suspended_for_good_follows_and_one_for_a_time_comes_last() -> None:
    club = club_of("ana", "ben", "cleo", "dora")
    for name, until in (("ben", FOR_GOOD), ("cleo", NOON + timedelta(days=3))):
        User.objects.filter(pk=person(name).pk).update(suspended_until=until)
    for leaving, owner in (("ana", "dora"), ("dora", "cleo")):
        leave_club(number=club.pk, user=person(leaving), now=NOON)
        assert roles(club)[owner] == "owner"
    leave_club(number=club.pk, user=person("cleo"), now=NOON)
    club.refresh_from_db()
    assert club.closed_at == NOON and roles(club) == {"ben": "member"}


def test_a_club_is_not_handed_to_somebody_suspended() -> None:
    club = club_of("ana", "ben")
    User.objects.filter(pk=person("ben").pk).update(suspended_until=FOR_GOOD)
    with pytest.raises(Refused) as refused:
        set_role(number=club.pk, by=person("ana"), user=person("ben"), role="owner", now=NOON)
    assert refused.value.code == "suspended" and roles(club)["ana"] == "owner"


def test_a_club_that_its_owner_hands_over_at_this_moment_stays_with_the_new_one() -> None:
    club = club_of("ana", "ben", "cleo")
    set_role(number=club.pk, by=person("ana"), user=person("cleo"), role="owner", now=NOON)
    assert _hand_on(club.pk, person("ana"), [], NOON) is None
    assert roles(club) == {"ana": "organiser", "ben": "member", "cleo": "owner"}


def test_who_founds_a_club_while_the_account_is_erased_leaves_none_without_an_owner(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club = club_of("ben", "ana")
    let_go = erasure._let_go

    def and_joins(user: User, now: datetime) -> bool:
        free = let_go(user, now)
        join_club(number=club.pk, user=user, token="", now=now)
        set_role(number=club.pk, by=person("ben"), user=user, role="owner", now=now)
        leave_club(number=club.pk, user=person("ben"), now=now)
        return free

    Club.objects.filter(pk=club.pk).update(joining="open")
    join_club(number=club.pk, user=person("cleo"), token="", now=NOON)
    monkeypatch.setattr(erasure, "_let_go", and_joins)
    ask_for_erasure(user=person("ana"), now=NOON)
    assert erase_account(user_id=person("ana").pk, now=NOON + timedelta(days=60))
    assert roles(club) == {"cleo": "owner"}


def test_an_erased_account_joins_no_club() -> None:
    ana, club = person("ana"), club_of("ben", joining="open")
    User.objects.filter(pk=ana.pk).update(is_active=False)
    with pytest.raises(Refused) as refused:
        join_club(number=club.pk, user=ana, token="", now=NOON)
    assert refused.value.code == "account_gone"
