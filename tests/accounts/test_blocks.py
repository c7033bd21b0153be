"""Who has blocked somebody meets them at no table that anyone opens, and reads nothing of them.

Matches that run go on, and ladders and tournaments let nobody choose opponents by a block.
"""

from collections.abc import Callable
from functools import partial
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
from ladders.selectors.ladders import CANNOT_MEET, facts_of, opponent_refusal, table_refusal
from ladders.services.challenges import challenge_accept, challenge_make
from ladders.services.ladders import apart_set
from tests.accounts.people import person
from tests.games.tables import DAY, NOON, table_of
from tests.ladders.play import ladder_of, order_of, organiser

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _noon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON)


def opened(host: User, *seats: SeatWish, **manners: bool) -> Match:
    terms: dict[str, Any] = {"clock": Clock(DAY), "manners": Manners(**manners), "contribution": "", "now": NOON}
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


def refused(call: Callable[[], object]) -> tuple[str, str]:
    with pytest.raises(Refused) as caught:
        call()
    return caught.value.code, caught.value.message


def test_nor_is_invited_by_name_and_the_host_is_told_as_if_there_was_nobody():
    ana, ben = person("ana"), person("ben")
    told = []
    for name in ("BEN", "nobody"):
        user_block(user=ben, other=ana, now=NOON)
        told.append(refused(partial(opened, ana, SeatWish("named", name=name), SeatWish("open"))))
    assert told[0] == (told[1][0], told[1][1].replace("nobody", "BEN"))
    assert refused(lambda: opened(ben, SeatWish("named", name="ana"), SeatWish("open")))[0] == "blocked_by_you"
    assert not Match.objects.exists()


def test_where_names_are_hidden_a_block_opens_no_door_a_crack():
    """Two worlds: whether the one who sits there is the one who was blocked, the same happens to who tries."""
    ben, dora = person("ben"), person("dora")
    waiting = {
        host: opened(person(host), SeatWish("open"), SeatWish("open"), anonymous=True) for host in ("ana", "eva")
    }
    running = {name: table_of(name, f"{name}-2", slug="plaque-auction", anonymous=True)[0] for name in ("ina", "uta")}
    user_block(user=ben, other=User.objects.get(username="ana"), now=NOON)
    user_block(user=User.objects.get(username="ina"), other=dora, now=NOON)
    for match in waiting.values():
        join(match, ben)
    for name, match in running.items():
        seat = match.seats.get(user__username=f"{name}-2")
        match.seats.filter(pk=seat.pk).update(substitute_wanted=True)
        seat_substitute(match_id=match.pk, user=dora, number=seat.number, token="", now=NOON)
    assert all(match.seats.filter(user=ben).exists() for match in waiting.values())
    assert all(match.seats.filter(user=dora).exists() for match in running.values())


def test_where_names_are_hidden_what_a_former_player_wrote_leaves_no_gap():
    match, (ana, ben, _) = table_of("ana", "ben", "cleo", anonymous=True)
    browser(ben).post(f"/table/{match.pk}/talk/say/", {"room": "players", "text": "Good luck"})
    match.seats.filter(user=ben).update(substitute_wanted=True)
    seat = match.seats.get(user=ben)
    seat_substitute(match_id=match.pk, user=person("dora"), number=seat.number, token="", now=NOON)
    before = talk_view(Match.objects.get(pk=match.pk), ana.pk, now=NOON)
    user_block(user=ana, other=ben, now=NOON)
    assert talk_view(Match.objects.get(pk=match.pk), ana.pk, now=NOON) == before


def test_a_private_table_turns_away_in_the_same_words():
    told = []
    for blocked in (True, False):
        match, (ana, ben, _) = table_of(*(f"{name}-{blocked}" for name in ("ana", "ben", "cleo")), private=not blocked)
        match.seats.filter(user=ben).update(substitute_wanted=True)
        dora = person(f"dora-{blocked}")
        if blocked:
            user_block(user=ana, other=dora, now=NOON)
        terms: dict[str, Any] = {"match_id": match.pk, "number": 1, "token": "", "now": NOON}
        told.append(refused(partial(seat_substitute, user=dora, **terms)))
    assert told[0] == told[1]


def test_nor_comes_in_as_a_substitute():
    match, (ana, ben, _) = table_of("ana", "ben", "cleo")
    match.seats.filter(user=ben).update(substitute_wanted=True)
    dora = person("dora")
    user_block(user=ana, other=dora, now=NOON)
    with pytest.raises(Forbidden, match="No seat at this table"):
        seat_substitute(match_id=match.pk, user=dora, number=1, token="", now=NOON)


def test_who_blocks_somebody_does_not_challenge_them_but_is_challenged():
    """Else the first of a ladder would block whoever is near, and play one friend so as not to sink."""
    ladder = ladder_of([person("ana"), person("ben")])
    ana, ben = order_of(ladder)
    user_block(user=ana, other=ben, now=NOON)
    with pytest.raises(Refused, match=r"^ben: you have blocked them\. Lift the block to challenge them\.$"):
        challenge_make(ladder_id=ladder.pk, challenger=ana, opponents=[ben], now=NOON)
    challenge = challenge_make(ladder_id=ladder.pk, challenger=ben, opponents=[ana], now=NOON)
    match = challenge_accept(challenge_id=challenge.pk, user=ana, now=NOON).match
    assert match
    browser(ben).post(f"/table/{match.pk}/talk/say/", {"room": "players", "text": "Nasty words"})
    said = match.messages.get()
    assert said.author == ben and "Nasty words" not in str(talk_view(match, ana.pk, now=NOON))
    assert not ana.notices.filter(kind="talk").exists()


def test_a_ladder_tells_nobody_who_has_blocked_whom():
    """Two worlds: whoever else is blocked, the page and the refusals say the same to all but who did it."""
    ladder = ladder_of([person(name) for name in ("ana", "ben", "cleo", "dora")], seats=range(2, 4))
    ana, ben, cleo, dora = order_of(ladder)
    apart_set(by=organiser(), one=cleo, other=dora, apart=True, now=NOON)

    def said() -> list[str]:
        facts = facts_of(ladder, NOON)
        pairs = [opponent_refusal(facts, ladder, one.pk, two.pk) for one in (ben, cleo) for two in (ana, dora)]
        return [
            *pairs,
            table_refusal(facts, [dora.pk, ana.pk, ben.pk]),
            table_refusal(facts, [ana.pk, cleo.pk, dora.pk]),
        ]

    before = said()
    user_block(user=ana, other=ben, now=NOON)
    user_block(user=ana, other=cleo, now=NOON)
    assert said() == before == ["", "", "", CANNOT_MEET, "", CANNOT_MEET]


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
