"""Pages offer no act that the site would refuse: they say why in its place."""

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.identity.blocks import block_user
from accounts.identity.services import create_guest
from accounts.models import User
from clubs.models import ClubTable
from clubs.policy import OWNED_MOST
from clubs.services import joining
from clubs.services.founding import close_club
from clubs.services.joining import add_member, join_club, leave_club
from clubs.services.members import set_role
from foundation.errors import Forbidden
from ladders.models import Tournament
from ladders.services.ladders import leave_ladder
from matches.lobby.rematch import propose_rematch
from matches.models import Match
from tests.clubs.founded import club_of, roles, words_of
from tests.clubs.test_contests import begin, cup_in, ladder_in
from tests.ladders.play import ladder_of
from tests.matches.tables import NOON, person
from tests.matches.test_votes import called_off
from tests.support.clients import client_of

pytestmark = pytest.mark.django_db
REMATCH = ">Rematch</button>"


def unconfirmed(name: str) -> User:
    EmailAddress.objects.update_or_create(
        user=person(name), defaults={"email": f"{name}@example.org", "verified": False, "primary": True}
    )
    return person(name)


def muted(name: str) -> User:
    User.objects.filter(pk=person(name).pk).update(silenced_until=timezone.now() + timedelta(days=1))
    return User.objects.get(username=name)


def test_a_rematch_is_not_offered_to_who_has_blocked_a_player() -> None:
    match, (ana, ben, _) = called_off("ana", "ben", "cleo")
    path = f"/table/{match.pk}/"
    block_user(user=ana, other=ben, now=NOON)
    hers = words_of(client_of(ana), path)
    assert REMATCH not in hers and "You have blocked ben. Lift the block to propose a rematch." in hers
    assert client_of(ana).post(f"{path}rematch/").status_code == 400
    assert REMATCH in words_of(client_of(ben), path), "or ben would know of the block"


def test_a_rated_rematch_is_not_offered_before_an_address_is_confirmed() -> None:
    match, _ = called_off("ana", "ben", "cleo", rated=True)
    ben = unconfirmed("ben")
    assert REMATCH not in words_of(client_of(ben), f"/table/{match.pk}/")
    assert client_of(ben).post(f"/table/{match.pk}/rematch/").status_code == 403


def test_who_has_left_a_club_is_not_offered_the_rematch_of_its_table_nor_a_way_to_it() -> None:
    match, (ana, ben, _) = called_off("ana", "ben", "cleo", private=True)
    club = club_of("ana", "ben")
    Match.objects.filter(pk=match.pk).update(members_only=True)
    ClubTable.objects.create(club=club, match=match)
    path = f"/table/{match.pk}/"
    assert REMATCH in words_of(client_of(ben), path)
    leave_club(number=club.pk, user=ben, now=NOON)
    his = words_of(client_of(ben), path)
    assert REMATCH not in his and "Only members play again at this table." in his
    new = propose_rematch(match_id=match.pk, user=ana, contribution="", now=NOON)
    assert f"/table/{new.pk}/" in words_of(client_of(ana), path)
    assert f"/table/{new.pk}/" not in words_of(client_of(ben), path)


@pytest.mark.parametrize("plays_in", ["ladder", "tournament"])
def test_an_owner_who_plays_in_a_contest_is_not_offered_to_close_the_club(plays_in: str) -> None:
    club = club_of("ana", "ben")
    path, button = f"/club/{club.pk}/manage/", "Close the club for good"
    assert button in words_of(client_of(person("ana")), path)
    if plays_in == "ladder":
        ladder_in(club, "ana", "ben")
    else:
        begin(cup_in(club, "ana", "ben"))
    hers = words_of(client_of(person("ana")), path)
    assert button not in hers and "or hand the club over" in hers
    with pytest.raises(Forbidden):
        close_club(number=club.pk, user=person("ana"), now=NOON)


@pytest.mark.parametrize(
    ("reason", "words"),
    [("unconfirmed", "Confirm your mail address"), ("muted", "has muted you"), ("owner", "Hand one over")],
)
def test_who_cannot_found_a_club_reads_why(reason: str, words: str) -> None:
    ana = client_of(person("ana"))
    assert '"/clubs/new/"' in words_of(ana, "/clubs/")
    if reason == "unconfirmed":
        unconfirmed("ana")
    elif reason == "muted":
        muted("ana")
    else:
        for number in range(OWNED_MOST):
            club_of("ana", title=f"Den {number}")
    page = words_of(ana, "/clubs/")
    assert '"/clubs/new/"' not in page and words in page
    assert ana.post("/clubs/new/", {"title": "One more", "joining": "open"}).status_code >= 400


REMOVE = 'Remove from the club<span class="visually-hidden">: {}</span>'
HAND_OVER = 'Hand over the club<span class="visually-hidden"> to {}</span>'


@pytest.mark.parametrize("plays_in", ["ladder", "tournament"])
def test_who_plays_in_a_contest_with_a_member_reads_why_the_member_stays(plays_in: str) -> None:
    club = club_of("ana", "ben", "cleo")
    set_role(number=club.pk, by=person("ana"), user=person("cleo"), role="organiser", now=NOON)
    ladder_in(club, "ana", "ben") if plays_in == "ladder" else cup_in(club, "ana", "ben")
    path, why = f"/club/{club.pk}/manage/", "Leave removing them to someone else who runs the club"
    hers = words_of(client_of(person("ana")), path)
    assert why in hers and REMOVE.format("ben") not in hers and REMOVE.format("cleo") in hers
    cleos = words_of(client_of(person("cleo")), path)
    assert why not in cleos and REMOVE.format("ben") in cleos and REMOVE.format("ana") not in cleos
    client_of(person("ana")).post(f"/club/{club.pk}/member/", {"name": "ben", "act": "refuse"})
    assert "ben" in roles(club)


@pytest.mark.parametrize(("reason", "words"), [("owns enough", "owns 3 clubs already"), ("suspended", "is suspended")])
def test_a_club_is_not_offered_to_who_cannot_own_it(reason: str, words: str) -> None:
    club = club_of("ana", "ben", "cleo")
    path = f"/club/{club.pk}/manage/"
    assert HAND_OVER.format("ben") in words_of(client_of(person("ana")), path)
    if reason == "suspended":
        User.objects.filter(pk=person("ben").pk).update(suspended_until=timezone.now() + timedelta(days=1))
    else:
        for number in range(OWNED_MOST):
            club_of("ben", title=f"Den {number}")
    page = words_of(client_of(person("ana")), path)
    assert HAND_OVER.format("ben") not in page and words in page and HAND_OVER.format("cleo") in page
    assert REMOVE.format("ben") in page


def test_nobody_is_offered_to_be_let_in_where_there_is_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    club = club_of("ana", "ben")
    join_club(number=club.pk, user=person("cleo"), token="", now=NOON)
    ana, path, button = client_of(person("ana")), f"/club/{club.pk}/manage/", 'value="admit"'
    assert button in words_of(ana, path)
    monkeypatch.setattr(joining, "MEMBERS_MOST", 2)
    page = words_of(ana, path)
    assert button not in page and "no room for more until someone leaves" in page and "Refuse" in page


def test_the_page_of_many_members_asks_no_more(django_assert_num_queries: Any) -> None:
    club = club_of("ana", "ben")
    ladder_in(club, "ana", "ben")
    ana, path = client_of(person("ana")), f"/club/{club.pk}/manage/"
    ana.get(path)
    with CaptureQueriesContext(connection) as few:
        ana.get(path)
    for name in ("cleo", "dora", "elsa", "finn"):
        add_member(club, person(name), NOON)
    with django_assert_num_queries(len(few)):
        ana.get(path)


def test_the_muted_change_nothing_that_a_club_says() -> None:
    club = club_of("ana")
    path = f"/club/{club.pk}/manage/"
    assert 'name="about"' in words_of(client_of(person("ana")), path)
    page = words_of(client_of(muted("ana")), path)
    assert 'name="about"' not in page and "A moderator has muted you" in page


def test_the_muted_have_no_form_in_the_chat() -> None:
    club = club_of("ana", "ben")
    path = f"/club/{club.pk}/chat/"
    assert "<textarea" in words_of(client_of(person("ben")), path)
    page = words_of(client_of(muted("ben")), path)
    assert "<textarea" not in page and "A moderator has muted you" in page


@pytest.mark.parametrize("reader", ["guest", "unconfirmed", "left lately"])
def test_who_cannot_join_a_ladder_reads_why(reader: str) -> None:
    now = timezone.now()
    ladder = ladder_of([person("ana"), person("ben")], now)
    path, button = f"/ladder/{ladder.slug}/", "Join this ladder"
    assert button in words_of(client_of(person("cleo")), path)
    if reader == "left lately":
        leave_ladder(ladder_id=ladder.pk, user=person("ben"), now=now)
    user = {"guest": lambda: create_guest(zone="UTC", now=NOON), "unconfirmed": lambda: unconfirmed("cleo")}.get(
        reader, lambda: person("ben")
    )()
    page = words_of(client_of(user), path)
    assert button not in page
    assert {"guest": "Keep your account", "unconfirmed": "Confirm your mail", "left lately": "there is a pause"}[
        reader
    ] in page
    client_of(user).post(f"{path}join/")
    assert not ladder.rungs.filter(user=user).exists()


@pytest.mark.parametrize("reader", ["guest", "unconfirmed"])
def test_who_cannot_enter_a_tournament_reads_why(reader: str) -> None:
    club = club_of("ana", "cleo")
    cup = cup_in(club)
    Tournament.objects.update(club=None)
    path, action = f"/tournament/{cup.pk}/", f'action="/tournament/{cup.pk}/enter/"'
    assert action in words_of(client_of(person("cleo")), path)
    user = create_guest(zone="UTC", now=NOON) if reader == "guest" else unconfirmed("cleo")
    page = words_of(client_of(user), path)
    assert action not in page
    assert ("Keep your account" if reader == "guest" else "Confirm your mail") in page
    client_of(user).post(f"{path}enter/")
    assert not cup.entries.exists()
