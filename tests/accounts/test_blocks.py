"""Who has blocked somebody meets them at no new table and reads nothing of them; matches that run go on."""

from typing import Any

import pytest
from django.test import Client

from accounts.blocks import may_not_meet, user_block, user_unblock
from accounts.models import Block, User
from games.models import Match
from games.rules.bid import BID
from games.services.errors import Forbidden, Refused
from games.services.lobby import SeatWish, match_create, match_join
from games.services.substitutes import seat_substitute
from games.talk import talk_view, unread_counts
from games.terms import Clock, Manners
from ladders.services.challenges import challenge_make
from tests.accounts.people import person
from tests.games.tables import DAY, NOON, table_of
from tests.ladders.play import ladder_of, order_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _noon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON)


def opened(host: User, *seats: SeatWish) -> Match:
    terms: dict[str, Any] = {"clock": Clock(DAY), "manners": Manners(), "contribution": "", "now": NOON}
    return match_create(host=host, slug="bid", options=BID.Options(), seats=list(seats), **terms)


def join(match: Match, user: User, token: str = "") -> None:
    match_join(match_id=match.pk, user=user, token=token, contribution="", now=NOON)


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.mark.parametrize("by_host", [True, False])
def test_neither_sits_down_with_the_other(by_host: bool):
    ana, ben, cleo = person("ana"), person("ben"), person("cleo")
    user_block(user=ana if by_host else ben, other=ben if by_host else ana, now=NOON)
    match = opened(ana, SeatWish("open"), SeatWish("open"))
    join(match, cleo)
    for token in ("", match.invite_token):
        with pytest.raises(Forbidden, match="No seat at this table is free for you"):
            join(match, ben, token)
    user_unblock(user=ana, other=ben)
    user_unblock(user=ben, other=ana)
    join(match, ben)
    assert match.seats.filter(user=ben).exists()


def test_nor_with_somebody_else_who_sits_there():
    ana, ben, cleo = person("ana"), person("ben"), person("cleo")
    match = opened(cleo, SeatWish("open"), SeatWish("open"))
    join(match, ana)
    user_block(user=ana, other=ben, now=NOON)
    with pytest.raises(Forbidden):
        join(match, ben)


def test_nor_is_invited_by_name():
    ana, ben = person("ana"), person("ben")
    user_block(user=ben, other=ana, now=NOON)
    with pytest.raises(Refused, match="ben and you do not play together"):
        opened(ana, SeatWish("named", name="ben"), SeatWish("open"))
    assert not Match.objects.exists()


def test_nor_comes_in_as_a_substitute():
    match, (ana, ben, _) = table_of("ana", "ben", "cleo")
    match.seats.filter(user=ben).update(substitute_wanted=True)
    dora = person("dora")
    user_block(user=ana, other=dora, now=NOON)
    with pytest.raises(Forbidden, match="No seat at this table"):
        seat_substitute(match_id=match.pk, user=dora, number=1, token="", now=NOON)


def test_nor_is_challenged():
    ladder = ladder_of([person("ana"), person("ben")])
    ana, ben = order_of(ladder)
    user_block(user=ana, other=ben, now=NOON)
    with pytest.raises(Refused, match="you two are kept apart"):
        challenge_make(ladder_id=ladder.pk, challenger=ben, opponents=[ana], now=NOON)


def test_what_they_write_is_not_read_and_rings_nobody():
    match, (ana, ben, cleo) = table_of("ana", "ben", "cleo")
    user_block(user=ana, other=ben, now=NOON)
    browser(ben).post(f"/table/{match.pk}/talk/say/", {"room": "players", "text": "Nasty words"})
    assert "Nasty words" not in str(talk_view(match, ana.pk, now=NOON))
    assert "Nasty words" in str(talk_view(match, cleo.pk, now=NOON))
    assert unread_counts(ana.pk, [match.pk]) == {} and unread_counts(cleo.pk, [match.pk]) == {match.pk: 1}
    assert not ana.notices.filter(kind="talk").exists()


def test_by_the_buttons():
    ana, ben = person("ana"), person("ben")
    client = browser(ana)
    assert "Block ben" in client.get("/people/ben/").content.decode()
    client.post("/people/ben/block/", {"block": "1"})
    client.post("/people/BEN/block/", {"block": "1"})
    assert may_not_meet(user=ben, others=[ana.pk]) and Block.objects.count() == 1
    assert "Lift the block on ben" in client.get("/people/ben/").content.decode()
    assert "ben" in client.get("/people/me/blocked/").content.decode()
    client.post("/people/ben/block/", {"block": "0"})
    assert not Block.objects.exists()


def test_nobody_blocks_themselves_or_the_house():
    ana = person("ana")
    house = User.objects.create(username="Steady-1", kind="house", brain="steady")
    client = browser(ana)
    for name in ("ana", house.username):
        client.post(f"/people/{name}/block/", {"block": "1"})
        assert "Block " not in client.get(f"/people/{name}/").content.decode()
    assert client.post("/people/nobody/block/", {"block": "1"}).status_code == 404
    assert not Block.objects.exists()
