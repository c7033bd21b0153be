"""Tables of a club stay shut to everyone else, who has their link too, and open to members without one."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from clubs.models import Club, ClubTable
from clubs.services.founding import close_club
from clubs.services.joining import leave_club
from clubs.services.members import refuse
from clubs.services.tables import open_club_table
from foundation.errors import Forbidden
from matches.lobby.rematch import propose_rematch
from matches.lobby.substitutes import offer_seat, take_over_seat
from matches.lobby.tables import join_match
from matches.models import Match, Seat
from matches.view.match_view import may_see
from matches.view.summaries import matches_inviting
from notifications.models import Notice
from tests.api.bots import caller
from tests.clubs.founded import club_of, words_of
from tests.clubs.test_contests import begin, cup_in
from tests.ladders.play import SLUG, play_to_the_end
from tests.matches.tables import NOON, person, table_of
from tests.support.clients import client_of

pytestmark = pytest.mark.django_db
AWAY = (403, 404)


def opened(club: Club) -> Match:
    choice = {"game": SLUG, "pace": "86400", "seats": 2, "rated": False}
    return open_club_table(number=club.pk, user=person("ana"), now=NOON, **choice)  # type: ignore[arg-type]


def club_with_one_removed() -> Club:
    club = club_of("ana", "ben", "cleo", "dora")
    refuse(number=club.pk, by=person("ana"), user=person("dora"), now=NOON)
    return club


@pytest.mark.both_databases
@pytest.mark.parametrize("way", ["opened to all", "a table of all", "said to be of all"])
def test_the_database_keeps_a_club_s_table_for_members(way: str) -> None:
    club = club_of("ana", "ben")
    match = opened(club)
    stranger, _ = table_of("ana", "ben", "cleo", private=True)
    ways = {
        "opened to all": lambda: Match.objects.filter(pk=match.pk).update(members_only=False),
        "a table of all": lambda: ClubTable.objects.create(club=club, match=stranger),
        "said to be of all": lambda: ClubTable.objects.create(club=club, match=stranger, members_only=False),
    }
    connection.check_constraints()
    with pytest.raises(IntegrityError):
        _at_once(ways[way])


@pytest.mark.both_databases
def test_the_database_opens_no_table_of_a_club_s_contest_even_without_the_row_that_names_the_club() -> None:
    match = begin(cup_in(club_of("ana", "ben"), "ana", "ben"))[0]
    ClubTable.objects.filter(match=match).delete()
    with pytest.raises(IntegrityError):
        _at_once(lambda: Match.objects.filter(pk=match.pk).update(members_only=False, private=False))
    match.refresh_from_db()
    assert not may_see(match, None) and not may_see(match, person("zoe").pk)


def _at_once(change: Callable[[], Any]) -> None:
    """Change the database, and let it check its keys without waiting for the commit."""
    with transaction.atomic():
        change()
        connection.check_constraints()


def running(club: Club) -> Match:
    match = opened(club)
    return join_match(match_id=match.pk, user=person("ben"), token="", contribution="", now=NOON)


@pytest.mark.parametrize("name", ["zoe", "dora"])
def test_the_link_of_a_waiting_table_opens_nothing(name: str) -> None:
    match, user = opened(club_with_one_removed()), person(name)
    link = f"?invitation={match.invite_token}"
    client, program = client_of(user), caller(user)
    assert client.get(f"/table/{match.pk}/{link}").status_code == 404
    assert program.get(f"matches/{match.pk}{link}").status_code == 404
    assert client.post(f"/table/{match.pk}/join/", {"invitation": match.invite_token}).status_code in AWAY
    assert program.post(f"matches/{match.pk}/seat", {"invitation": match.invite_token}).status_code in AWAY
    with pytest.raises(Forbidden):
        join_match(match_id=match.pk, user=user, token=match.invite_token, contribution="", now=NOON)
    assert not match.seats.filter(user=user).exists()


@pytest.mark.parametrize("of_a_cup", [False, True])
@pytest.mark.parametrize("name", ["zoe", "dora"])
def test_nor_does_that_of_a_running_one_let_anyone_take_a_seat(name: str, of_a_cup: bool) -> None:
    club, user = club_with_one_removed(), person(name)
    match = begin(cup_in(club, "ana", "ben"))[0] if of_a_cup else running(club)
    seat = match.seats.get(user=person("ben")).number
    offer_seat(match_id=match.pk, user_id=person("ben").pk, number=seat, wanted=True, now=NOON)
    link, sent = f"?invitation={match.invite_token}", {"invitation": match.invite_token}
    client, program = client_of(user), caller(user)
    assert client.get(f"/table/{match.pk}/seat/{seat}/{link}").status_code == 404
    assert client.post(f"/table/{match.pk}/seat/{seat}/substitute/", sent).status_code in AWAY
    assert program.post(f"matches/{match.pk}/seats/{seat}/substitute", sent).status_code in AWAY
    with pytest.raises(Forbidden):
        take_over_seat(match_id=match.pk, user=user, number=seat, token=match.invite_token, now=NOON)
    assert match.seats.get(number=seat).user == person("ben")


@pytest.mark.parametrize("by", ["page", "program"])
def test_a_member_takes_an_open_seat_over_without_a_link(by: str) -> None:
    match = running(club_of("ana", "ben", "cleo"))
    seat = match.seats.get(user=person("ben")).number
    offer_seat(match_id=match.pk, user_id=person("ben").pk, number=seat, wanted=True, now=NOON)
    cleo = client_of(person("cleo"))
    assert "The seat of ben is open" in words_of(cleo, f"/table/{match.pk}/")
    assert cleo.get(f"/table/{match.pk}/seat/{seat}/").status_code == 200
    if by == "page":
        cleo.post(f"/table/{match.pk}/seat/{seat}/substitute/")
    else:
        caller(person("cleo")).post(f"matches/{match.pk}/seats/{seat}/substitute", {})
    assert match.seats.get(number=seat).user == person("cleo")


def test_no_link_is_shown() -> None:
    club = club_of("ana", "ben")
    match = opened(club)
    ana, path = client_of(person("ana")), f"/table/{match.pk}/"
    page = words_of(ana, path)
    assert match.invite_token not in page and "Any member" in page
    join_match(match_id=match.pk, user=person("ben"), token="", contribution="", now=NOON)
    seat = match.seats.get(user=person("ben")).number
    offer_seat(match_id=match.pk, user_id=person("ben").pk, number=seat, wanted=True, now=NOON)
    page = words_of(ana, path)
    assert "Substitutes" in page and "Anyone with this link" not in page and match.invite_token not in page


def test_it_cannot_be_made_public() -> None:
    opened(club_of("ana"))
    with pytest.raises(IntegrityError), transaction.atomic():
        Match.objects.update(private=False)


def test_a_rematch_stays_in_the_club_and_asks_nobody_who_has_left() -> None:
    club = club_of("ana", "ben", "cleo")
    match = running(club)
    play_to_the_end(match.pk, NOON)
    leave_club(number=club.pk, user=person("ben"), now=NOON)
    with pytest.raises(Forbidden) as refused:
        propose_rematch(match_id=match.pk, user=person("ben"), contribution="", now=NOON)
    assert refused.value.code == "members_only"
    new = propose_rematch(match_id=match.pk, user=person("ana"), contribution="", now=NOON)
    assert new.members_only and new.private and ClubTable.objects.get(match=new).club == club
    assert not new.seats.exclude(invited=None).exists()
    assert may_see(new, person("cleo").pk) and not may_see(new, person("ben").pk)


def test_who_was_kept_a_seat_and_left_the_club_does_not_get_it() -> None:
    club = club_of("ana", "ben", "cleo")
    match = running(club)
    play_to_the_end(match.pk, NOON)
    new = propose_rematch(match_id=match.pk, user=person("ana"), contribution="", now=NOON)
    assert new.seats.get(user=None).invited == person("ben") and may_see(new, person("ben").pk)
    leave_club(number=club.pk, user=person("ben"), now=NOON)
    assert not may_see(new, person("ben").pk)
    with pytest.raises(Forbidden):
        join_match(match_id=new.pk, user=person("ben"), token="", contribution="", now=NOON)
    seat = Seat.objects.get(match=new, user=None)
    assert (seat.invited, seat.offer) == (None, "open"), "another member may sit there"
    assert not matches_inviting(person("ben")).exists()
    assert not Notice.objects.filter(user=person("ben"), kind="invitation", channel="page", read_at=None).exists()


def test_nor_when_the_club_is_closed() -> None:
    club = club_of("ana", "ben")
    play_to_the_end(running(club).pk, NOON)
    new = propose_rematch(match_id=Match.objects.get().pk, user=person("ana"), contribution="", now=NOON)
    close_club(number=club.pk, user=person("ana"), now=NOON)
    assert not may_see(new, person("ben").pk)
    with pytest.raises(Forbidden):
        join_match(match_id=new.pk, user=person("ben"), token="", contribution="", now=NOON)
