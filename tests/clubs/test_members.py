"""Joining, asking, leaving, roles, succession, and what blocks and erasure do to clubs."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from accounts.identity.blocks import block_user
from accounts.identity.services import create_guest
from clubs import policy
from clubs.models import Applicant, Club, Membership, Role
from clubs.services import founding, joining
from clubs.services.chat import write_club_message
from clubs.services.founding import close_club, found_club, make_link, revoke_link
from clubs.services.joining import join_club, leave_club
from clubs.services.members import admit, lift_refusal, refuse, set_role
from foundation.errors import Forbidden, Refused, Stale
from notifications.models import Notice
from rights.gathering import sections_of
from rights.services.erasure import ask_for_erasure, erase_account
from tests.clubs.founded import club_of, roles
from tests.matches.tables import NOON, person

pytestmark = pytest.mark.django_db


def join(club: Club, name: str, token: str = "") -> bool:
    return join_club(number=club.pk, user=person(name), token=token, now=NOON)


def refused(code: str, do: Any) -> Refused:
    with pytest.raises(Refused) as error:
        do()
    assert error.value.code == code
    return error.value


def test_an_open_club_takes_everyone_and_one_by_request_asks_first() -> None:
    club = club_of("ana", joining="open")
    assert join(club, "ben") and join(club, "ben")
    Club.objects.update(joining="request")
    assert not join(club, "cleo") and not join(club, "cleo")
    [notice] = Notice.objects.filter(user=person("ana"), kind="club_request", channel="page")
    assert notice.context["text"].startswith("cleo asks to join The den.")
    admit(number=club.pk, by=person("ana"), user=person("cleo"), now=NOON)
    assert roles(club) == {"ana": "owner", "ben": "member", "cleo": "member"}
    assert not Applicant.objects.exists()
    assert Notice.objects.filter(user=person("cleo"), kind="club_news", channel="page").exists()


def test_a_club_by_invitation_looks_absent_without_its_link() -> None:
    club = club_of("ana", joining="invitation")
    with pytest.raises(Club.DoesNotExist):
        join(club, "ben")
    make_link(number=club.pk, user=person("ana"), days=7, now=NOON)
    club.refresh_from_db()
    assert join(club, "ben", club.link_token)
    with pytest.raises(Club.DoesNotExist):
        join_club(number=club.pk, user=person("cleo"), token=club.link_token, now=NOON + timedelta(days=7))
    assert revoke_link(number=club.pk, user=person("ana"), now=NOON)
    assert not revoke_link(number=club.pk, user=person("ana"), now=NOON)
    with pytest.raises(Club.DoesNotExist):
        join(club, "cleo", club.link_token)


def test_a_refusal_and_a_block_look_the_same() -> None:
    club = club_of("ana", joining="open")
    join(club, "cleo")
    assert refuse(number=club.pk, by=person("ana"), user=person("cleo"), now=NOON)
    assert not refuse(number=club.pk, by=person("ana"), user=person("cleo"), now=NOON)
    block_user(user=person("ana"), other=person("ben"), now=NOON)
    words = {refused("cannot_join", lambda name=name: join(club, name)).message for name in ("ben", "cleo")}
    assert len(words) == 1
    assert not Notice.objects.filter(user=person("cleo")).exists(), "one who is removed is not told"
    assert lift_refusal(number=club.pk, by=person("ana"), user=person("cleo"))
    assert join(club, "cleo")


def test_a_link_does_not_help_one_who_was_removed() -> None:
    club = club_of("ana", "ben")
    refuse(number=club.pk, by=person("ana"), user=person("ben"), now=NOON)
    make_link(number=club.pk, user=person("ana"), days=7, now=NOON)
    club.refresh_from_db()
    refused("cannot_join", lambda: join(club, "ben", club.link_token))


def test_roles_are_the_owners_to_give_and_organisers_remove_members_alone() -> None:
    club = club_of("ana", "ben", "cleo", "dora")
    ana, ben, cleo, dora = (person(name) for name in ("ana", "ben", "cleo", "dora"))
    set_role(number=club.pk, by=ana, user=ben, role="organiser", now=NOON)
    set_role(number=club.pk, by=ana, user=cleo, role="organiser", now=NOON)
    refused("not_the_owner", lambda: set_role(number=club.pk, by=ben, user=dora, role="organiser", now=NOON))
    refused("not_the_owner", lambda: refuse(number=club.pk, by=ben, user=cleo, now=NOON))
    refused("not_the_owner", lambda: refuse(number=club.pk, by=ben, user=ana, now=NOON))
    refused("yourself", lambda: refuse(number=club.pk, by=ana, user=ana, now=NOON))
    refused("not_an_organiser", lambda: refuse(number=club.pk, by=dora, user=ben, now=NOON))
    refused("not_an_organiser", lambda: make_link(number=club.pk, user=dora, days=7, now=NOON))
    assert refuse(number=club.pk, by=ben, user=dora, now=NOON)
    set_role(number=club.pk, by=ana, user=cleo, role="member", now=NOON)
    assert roles(club) == {"ana": "owner", "ben": "organiser", "cleo": "member"}


def test_handing_over_leaves_one_owner() -> None:
    club = club_of("ana", "ben")
    refused("own_role", lambda: set_role(number=club.pk, by=person("ana"), user=person("ana"), role="member", now=NOON))
    set_role(number=club.pk, by=person("ana"), user=person("ben"), role="owner", now=NOON)
    assert roles(club) == {"ana": "organiser", "ben": "owner"}
    with pytest.raises(IntegrityError), transaction.atomic():
        Membership.objects.filter(club=club).update(role=Role.OWNER)


@pytest.mark.parametrize(("organiser", "heir"), [("dora", "dora"), (None, "cleo")])
def test_the_organiser_else_the_member_of_longest_standing_follows_an_owner(organiser: str | None, heir: str) -> None:
    club = club_of("ana", "cleo", "ben", "dora")
    if organiser:
        set_role(number=club.pk, by=person("ana"), user=person(organiser), role="organiser", now=NOON)
    leave_club(number=club.pk, user=person("ana"), now=NOON + timedelta(hours=1))
    assert roles(club)[heir] == "owner"
    assert Notice.objects.filter(user=person(heir), context__text__startswith="You own the club now").exists()


def test_a_club_with_nobody_left_is_closed() -> None:
    club = club_of("ana", "ben")
    leave_club(number=club.pk, user=person("ana"), now=NOON)
    leave_club(number=club.pk, user=person("ben"), now=NOON)
    club.refresh_from_db()
    assert club.closed_at == NOON
    with pytest.raises(Stale):
        join(club, "cleo")


def test_erasing_the_owner_hands_the_club_over_and_deletes_the_words() -> None:
    club, alone = club_of("ana", "ben"), club_of("ana", title="Alone")
    write_club_message(number=club.pk, user=person("ana"), text="My words", now=NOON)
    ask_for_erasure(user=person("ana"), now=NOON)
    assert erase_account(user_id=person("ana").pk, now=NOON + timedelta(days=40))
    assert roles(club) == {"ben": "owner"}
    alone.refresh_from_db()
    assert alone.closed_at is not None and not alone.memberships.exists()
    [message] = club.messages.all()
    assert message.text == "" and message.taken_back_at is not None


def test_only_the_owner_closes_and_the_others_hear_of_it() -> None:
    club = club_of("ana", "ben")
    make_link(number=club.pk, user=person("ana"), days=7, now=NOON)
    refused("not_the_owner", lambda: close_club(number=club.pk, user=person("ben"), now=NOON))
    close_club(number=club.pk, user=person("ana"), now=NOON)
    club.refresh_from_db()
    assert club.closed_at == NOON and not club.link_token
    assert Notice.objects.filter(user=person("ben"), context__text="The owner has closed the club.").exists()
    with pytest.raises(IntegrityError), transaction.atomic():
        Club.objects.update(link_token="x", link_expires_at=NOON)


def test_clubs_are_for_people_and_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    club = club_of("ana", joining="open")
    guest = create_guest(zone="UTC", now=NOON)
    refused("people_only", lambda: join_club(number=club.pk, user=guest, token="", now=NOON))
    refused("people_only", lambda: found_club(user=guest, title="A", about="", joining="open", now=NOON))
    refused("title_missing", lambda: found_club(user=person("ben"), title=" ", about="", joining="open", now=NOON))
    monkeypatch.setattr(founding, "OWNED_MOST", 1)
    refused("too_many_owned", lambda: club_of("ana"))
    monkeypatch.setattr(joining, "MEMBERS_MOST", 1)
    refused("club_full", lambda: join(club, "ben"))
    monkeypatch.setattr(joining, "MEMBERS_MOST", policy.MEMBERS_MOST)
    monkeypatch.setattr(founding, "JOINED_MOST", 0)
    refused("too_many_clubs", lambda: join(club, "ben"))
    monkeypatch.setattr(founding, "JOINED_MOST", 9)
    monkeypatch.setattr(joining, "WAITING_MOST", 0)
    Club.objects.update(joining="request")
    refused("too_many_wait", lambda: join(club, "ben"))


def test_an_archive_has_ones_clubs_and_not_who_refused() -> None:
    club = club_of("ana", joining="request")
    join(club, "ben")
    rows = {section.name: rows for section, rows in sections_of(person("ben"))}
    assert rows["clubs-asked"][0]["club__title"] == "The den"
    refuse(number=club.pk, by=person("ana"), user=person("ben"), now=NOON)
    rows = {section.name: rows for section, rows in sections_of(person("ben"))}
    assert rows["clubs-asked"] == []
    assert {section.name: rows for section, rows in sections_of(person("ana"))}["clubs"][0]["role"] == "owner"


def test_a_request_can_be_taken_back() -> None:
    club = club_of("ana", joining="request")
    join(club, "ben")
    leave_club(number=club.pk, user=person("ben"), now=NOON)
    refused("has_not_asked", lambda: admit(number=club.pk, by=person("ana"), user=person("ben"), now=NOON))
    with pytest.raises(Forbidden):
        leave_club(number=club.pk, user=person("ben"), now=NOON)
