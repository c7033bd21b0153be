"""Tables of a club: only its members see and join them."""

from typing import Any

import msgspec
import pytest

from accounts.identity.blocks import block_user
from clubs.models import Club
from clubs.services.founding import close_club
from clubs.services.joining import leave_club
from clubs.services.tables import open_club_table
from foundation.errors import Forbidden, Refused
from matches.lobby.tables import join_match
from matches.models import Match
from matches.play.answers import submit_answer
from matches.view.match_view import matches, may_see
from tests.api.bots import caller, problem
from tests.clubs.founded import club_of, words_of
from tests.clubs.test_pages import seen_by_outsiders
from tests.matches.tables import NOON, person
from tests.matches.test_two_worlds import MASKED, secret_pairs
from tests.support.clients import client_of

pytestmark = pytest.mark.django_db
FORM = {"game": "plaque-auction", "pace": "86400", "seats": "2"}


def opened(club: Club, name: str = "ana", **given: Any) -> Match:
    choice: dict[str, Any] = {"game": "plaque-auction", "pace": "86400", "seats": 2, "rated": False} | given
    return open_club_table(number=club.pk, user=person(name), now=NOON, **choice)


def sit(match: Match, name: str) -> Match:
    return join_match(match_id=match.pk, user=person(name), token="", contribution="", now=NOON)


def test_a_member_opens_a_table_and_another_joins_it_without_a_link() -> None:
    club = club_of("ana", "ben")
    ana, ben = client_of(person("ana")), client_of(person("ben"))
    table = ana.post(f"/club/{club.pk}/open-table/", FORM).headers["Location"]
    assert "Look and join" in words_of(ben, f"/club/{club.pk}/")
    assert ben.get(table).status_code == 200
    assert ben.post(f"{table}join/").status_code == 302
    match = Match.objects.get()
    assert match.private and match.status == Match.Status.RUNNING
    page = words_of(ana, f"/club/{club.pk}/")
    assert "Running" in page and "Look and join" not in page


def test_nobody_else_sees_or_joins_it() -> None:
    club = club_of("ana", "ben", joining="open")
    match = opened(club)
    cleo = client_of(person("cleo"))
    assert cleo.get(f"/table/{match.pk}/").status_code == 404
    assert cleo.get(f"/club/{club.pk}/open-table/").status_code == 404
    assert not may_see(match, person("cleo").pk) and not may_see(match, None)
    with pytest.raises(Forbidden):
        sit(match, "cleo")


def test_outsiders_see_the_same_bytes_whatever_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON)
    club = club_of("ana", "ben", joining="open")
    before = seen_by_outsiders(club)
    match = opened(club)
    waiting = seen_by_outsiders(club)
    sit(match, "ben")
    assert before == waiting == seen_by_outsiders(club)


def test_a_sealed_answer_changes_nothing_that_the_club_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON)
    club = club_of("ana", "ben", "cleo")
    sit(opened(club), "ben")
    match = matches().get()
    people = [seat.user for seat in match.seats.all() if seat.user]
    player, *answers = next(secret_pairs(match))
    readers = [person("cleo"), *(user for user in people if user != people[player])]
    worlds = []
    for action in answers:
        raw = msgspec.to_builtins(action)
        submit_answer(match_id=match.pk, user_id=people[player].pk, step=match.next_step, actions=[raw], now=NOON)
        paths = (f"/club/{club.pk}/", f"/api/v1/clubs/{club.pk}/tables", f"/table/{match.pk}/")
        replies = [client_of(reader).get(path) for reader in readers for path in paths]
        assert {reply.status_code for reply in replies} == {200}
        worlds.append([MASKED.sub(b"-", reply.content) for reply in replies])
    assert worlds[0] == worlds[1]


def test_who_has_left_and_a_closed_club_see_the_tables_no_more() -> None:
    club = club_of("ana", "ben", "cleo")
    match = opened(club)
    assert may_see(match, person("ben").pk)
    leave_club(number=club.pk, user=person("ben"), now=NOON)
    assert not may_see(match, person("ben").pk) and may_see(match, person("cleo").pk)
    close_club(number=club.pk, user=person("ana"), now=NOON)
    assert not may_see(match, person("cleo").pk) and may_see(match, person("ana").pk)


def test_blocked_people_do_not_meet_at_its_tables() -> None:
    club = club_of("ana", "ben")
    match = opened(club)
    block_user(user=person("ana"), other=person("ben"), now=NOON)
    with pytest.raises(Forbidden):
        sit(match, "ben")


@pytest.mark.parametrize(
    ("given", "code"),
    [({"game": "chess"}, "no_such_game"), ({"pace": "1"}, "no_such_pace"), ({"seats": 13}, "no_such_size")],
)
def test_a_table_that_is_not_offered(given: dict[str, Any], code: str) -> None:
    with pytest.raises(Refused) as refused:
        opened(club_of("ana"), **given)
    assert refused.value.code == code
    with pytest.raises(Refused) as refused:
        opened(Club.objects.get(), "ben")
    assert refused.value.code == "not_a_member"


def test_a_form_says_what_is_wrong() -> None:
    club = club_of("ana")
    reply = client_of(person("ana")).post(f"/club/{club.pk}/open-table/", FORM | {"game": "bid", "seats": "12"})
    assert reply.status_code == 400 and b"error" in reply.content


def test_a_program_opens_lists_and_joins() -> None:
    club = club_of("ana", "ben")
    ana, ben, cleo = (caller(person(name)) for name in ("ana", "ben", "cleo"))
    made = ana.post(
        f"clubs/{club.pk}/tables", {"game": "plaque-auction", "pace": "86400", "seats": 2, "rated": False}
    ).json()
    [line] = ben.get(f"clubs/{club.pk}/tables?status=open").json()["results"]
    assert line["number"] == made["number"]
    assert ben.get(f"clubs/{club.pk}/tables?status=finished").json()["results"] == []
    problem(cleo.get(f"clubs/{club.pk}/tables"), 404, "not_found")
    problem(cleo.get(f"matches/{made['number']}"), 404, "not_found")
    problem(ana.post(f"clubs/{club.pk}/tables", {"game": "bid", "pace": "1"}), 400, "no_such_pace", "/pace")
    assert ben.post(f"matches/{made['number']}/seat", {}).status_code == 200
