"""The invitation link of a table: programs read it where its page shows it, and nobody else does."""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from clubs.services.tables import open_club_table
from matches.lobby.substitutes import offer_seat
from matches.models import Match
from tests.api.bots import Caller, caller
from tests.clubs.founded import club_of
from tests.matches.tables import DAY, SOME_GAME, person, table_of
from tests.support.clients import client_of

pytestmark = pytest.mark.django_db
NAMES = ("ana", "ben", "cleo", "dora")
"""Ana hosts, ben and cleo may play, dora does neither."""


def waiting(**settings: Any) -> Match:
    """A table of ana's at which ben sits and a seat waits for cleo."""
    seats = [{"kind": "link"}, {"kind": "named", "name": person("cleo").username}]
    body = {"game": SOME_GAME.slug, "seats": seats, **settings}
    reply = caller(person("ana")).post("matches", body)
    match = Match.objects.get(pk=reply.json()["number"])
    assert reply.json()["invitation"] == match.invite_token
    joined = caller(person("ben")).post(f"matches/{match.pk}/seat", {"invitation": match.invite_token})
    assert (joined.status_code, joined.json()["invitation"]) == (200, None)
    return match


def complete() -> Match:
    """The same table when all seats are taken and it waits for the public randomness."""
    match = waiting(private=True)
    Match.objects.filter(pk=match.pk).update(beacon_round=7)
    return match


def closed() -> Match:
    """The same table, closed by ana."""
    match = waiting(private=True)
    assert caller(person("ana")).delete(f"matches/{match.pk}/seat").status_code == 204
    return match


def running(*, offered: bool = True, **settings: Any) -> Match:
    """A table at which cleo's seat is open to a substitute."""
    match, people = table_of("ana", "ben", "cleo", now=timezone.now(), **settings)
    if offered:
        offer_seat(match_id=match.pk, user_id=people[2].pk, number=2, wanted=True, now=timezone.now())
    return match


def of_a_club() -> Match:
    """A table of a club of all four, which ana opened."""
    now = timezone.now()
    club = club_of(*NAMES, now=now)
    return open_club_table(
        number=club.pk, user=person("ana"), game=SOME_GAME.slug, pace=str(3 * DAY), seats=3, rated=False, now=now
    )


def on_page(match: Match, user: User | None, query: str) -> bool:
    """True if the page of the table shows a whole link with the token."""
    page = client_of(user).get(f"/table/{match.pk}/{query}").content.decode()
    return f'value="http://testserver/table/{match.pk}/' in page and f'invitation={match.invite_token}"' in page


def by_program(match: Match, one: Caller, query: str) -> bool:
    """True if a program reads the token, from the table or an earlier step of it."""
    replies = [one.get(f"matches/{match.pk}{query}")]
    if match.step >= 0:
        replies.append(one.get(f"matches/{match.pk}/steps/{match.step}{query}"))
    shown = {reply.json().get("invitation") for reply in replies}
    assert shown in ({match.invite_token}, {None})
    assert all((match.invite_token in reply.content.decode()) == (shown != {None}) for reply in replies)
    return shown != {None}


@pytest.mark.parametrize(
    ("table", "readers"),
    [
        (waiting, {"ana"}),
        (lambda: waiting(private=True), {"ana"}),
        (complete, set()),
        (closed, set()),
        (lambda: running(private=True), {"ana", "ben", "cleo"}),
        (lambda: running(private=True, offered=False), set()),
        (running, set()),
        (of_a_club, set()),
    ],
    ids=["open", "private", "complete", "closed", "substitute", "no seat", "public", "club"],
)
def test_programs_read_the_link_that_the_page_shows(table: Callable[[], Match], readers: set[str]) -> None:
    match = table()
    for query in ("", f"?invitation={match.invite_token}"):
        people = [person(name) for name in NAMES]
        assert {user.username for user in people if by_program(match, caller(user), query)} == readers, query
        assert {user.username for user in people if on_page(match, user, "")} == readers, query
    assert not by_program(match, Caller(), f"?invitation={match.invite_token}")


def test_two_worlds_with_other_tokens_are_the_same_to_those_who_may_not_pass_it_on() -> None:
    for match, name in ((waiting(), "ben"), (running(private=True), "dora")):
        one = caller(person(name))
        before = one.get(f"matches/{match.pk}").content, one.get("matches").content, one.get("turns").content
        Match.objects.filter(pk=match.pk).update(invite_token=f"another{match.pk}")
        assert (one.get(f"matches/{match.pk}").content, one.get("matches").content, one.get("turns").content) == before


def test_a_reply_is_new_once_the_link_is_no_longer_mine_to_pass_on() -> None:
    match, ana = waiting(private=True), caller(person("ana"))
    before = ana.get(f"matches/{match.pk}")
    Match.objects.filter(pk=match.pk).update(beacon_round=7)
    after = ana.get(f"matches/{match.pk}", **{"If-None-Match": before.headers["ETag"]})
    assert (after.status_code, after.json()["invitation"]) == (200, None)


def test_what_people_download_holds_no_link() -> None:
    match = running(private=True)
    ana = client_of(person("ana"))
    for path in ("view.json", "match.json", "receipt.json"):
        assert match.invite_token.encode() not in ana.get(f"/table/{match.pk}/{path}").content
