"""Users who block someone meet them at no new table and see none of their messages.

Running matches continue, and on ladders and in tournaments no one can choose opponents by blocking others.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from accounts.identity.blocks import block_user, may_not_meet, unblock_user
from accounts.models import Block, User
from engine.table_settings import TableSettings, TimeControl
from foundation.errors import Forbidden, Refused
from ladders.selectors.ladders import CANNOT_MEET, facts_of, opponent_refusal, table_refusal
from ladders.services.challenges import make_challenge
from ladders.services.ladders import set_apart
from matches.chat.read import chat_view
from matches.lobby.substitutes import take_over_seat
from matches.lobby.tables import SeatSpec, create_match, join_match
from matches.models import Match
from notifications.kinds import Kind
from tests.accounts.people import person
from tests.ladders.play import ladder_of, order_of, organiser
from tests.matches.tables import DAY, NOON, SOME_GAME, table_of, unread_counts
from tests.support.clients import client_of
from tests.support.html import squeezed

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _noon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON)


def opened(host: User, *seats: SeatSpec, **table_settings: Any) -> Match:
    settings: dict[str, Any] = {
        "time_control": TimeControl(DAY),
        "table_settings": TableSettings(**table_settings),
        "contribution": "",
        "now": NOON,
    }
    return create_match(host=host, slug=SOME_GAME.slug, options=SOME_GAME.Options(), seats=list(seats), **settings)


def join(match: Match, user: User, token: str = "") -> None:
    join_match(match_id=match.pk, user=user, token=token, contribution="", now=NOON)


@pytest.mark.parametrize("by_host", [True, False])
@pytest.mark.sampled(1, "both ways to sit down, not one")
def test_neither_sits_down_with_the_other(by_host: bool):
    ana, ben, cleo = person("ana"), person("ben"), person("cleo")
    block_user(user=ana if by_host else ben, other=ben if by_host else ana, now=NOON)
    match = opened(ana, SeatSpec("open"), SeatSpec("open"))
    join(match, cleo)
    for token in ("", match.invite_token):
        with pytest.raises(Forbidden, match="No seat at this table is free for you"):
            join(match, ben, token)
    unblock_user(user=ana, other=ben)
    unblock_user(user=ben, other=ana)
    join(match, ben)
    assert match.seats.filter(user=ben).exists()


def test_nor_with_somebody_else_who_sits_there():
    ana, ben, cleo = person("ana"), person("ben"), person("cleo")
    match = opened(cleo, SeatSpec("open"), SeatSpec("open"))
    join(match, ana)
    block_user(user=ana, other=ben, now=NOON)
    with pytest.raises(Forbidden):
        join(match, ben)


def refused(call: Callable[[], object]) -> tuple[str, str]:
    with pytest.raises(Refused) as caught:
        call()
    return caught.value.code, caught.value.message


def test_nor_is_invited_by_name_and_the_host_is_told_as_if_there_was_nobody():
    ana, ben = person("ana"), person("ben")
    codes = []
    for name in ("BEN", "nobody"):
        block_user(user=ben, other=ana, now=NOON)
        codes.append(refused(partial(opened, ana, SeatSpec("named", name=name), SeatSpec("open"))))
    assert codes[0] == (codes[1][0], codes[1][1].replace("nobody", "BEN"))
    assert refused(lambda: opened(ben, SeatSpec("named", name="ana"), SeatSpec("open")))[0] == "blocked_by_you"
    assert not Match.objects.exists()


def test_where_names_are_hidden_a_block_opens_no_door_a_crack():
    """Two worlds: whether the one who sits there is the one who was blocked, the same happens to who tries."""
    ben, dora = person("ben"), person("dora")
    waiting = {
        host: opened(person(host), SeatSpec("open"), SeatSpec("open"), anonymous=True) for host in ("ana", "eva")
    }
    running = {name: table_of(name, f"{name}-2", slug="plaque-auction", anonymous=True)[0] for name in ("ina", "uta")}
    block_user(user=ben, other=User.objects.get(username="ana"), now=NOON)
    block_user(user=User.objects.get(username="ina"), other=dora, now=NOON)
    for match in waiting.values():
        join(match, ben)
    for name, match in running.items():
        seat = match.seats.get(user__username=f"{name}-2")
        match.seats.filter(pk=seat.pk).update(substitute_wanted=True)
        take_over_seat(match_id=match.pk, user=dora, number=seat.number, token="", now=NOON)
    assert all(match.seats.filter(user=ben).exists() for match in waiting.values())
    assert all(match.seats.filter(user=dora).exists() for match in running.values())


def test_where_names_are_hidden_what_a_former_player_wrote_leaves_no_gap():
    match, (ana, ben, _) = table_of("ana", "ben", "cleo", anonymous=True)
    client_of(ben).post(f"/table/{match.pk}/chat/say/", {"room": "players", "text": "Good luck"})
    match.seats.filter(user=ben).update(substitute_wanted=True)
    seat = match.seats.get(user=ben)
    take_over_seat(match_id=match.pk, user=person("dora"), number=seat.number, token="", now=NOON)
    before = chat_view(Match.objects.get(pk=match.pk), ana, now=NOON)
    block_user(user=ana, other=ben, now=NOON)
    assert chat_view(Match.objects.get(pk=match.pk), ana, now=NOON) == before


def test_a_private_table_turns_away_in_the_same_words():
    codes = []
    for blocked in (True, False):
        match, (ana, ben, _) = table_of(*(f"{name}-{blocked}" for name in ("ana", "ben", "cleo")), private=not blocked)
        match.seats.filter(user=ben).update(substitute_wanted=True)
        dora = person(f"dora-{blocked}")
        if blocked:
            block_user(user=ana, other=dora, now=NOON)
        seat: dict[str, Any] = {"match_id": match.pk, "number": 1, "token": "", "now": NOON}
        codes.append(refused(partial(take_over_seat, user=dora, **seat)))
    assert codes[0] == codes[1]


def test_nor_comes_in_as_a_substitute():
    match, (ana, ben, _) = table_of("ana", "ben", "cleo")
    match.seats.filter(user=ben).update(substitute_wanted=True)
    dora = person("dora")
    block_user(user=ana, other=dora, now=NOON)
    with pytest.raises(Forbidden, match="No seat at this table"):
        take_over_seat(match_id=match.pk, user=dora, number=1, token="", now=NOON)


def test_who_blocks_somebody_does_not_challenge_them_nor_is_challenged():
    ladder = ladder_of([person("ana"), person("ben")])
    ana, ben = order_of(ladder)
    block_user(user=ana, other=ben, now=NOON)
    with pytest.raises(Refused, match=r"^ben: you have blocked them\. Lift the block to challenge them\.$"):
        make_challenge(ladder_id=ladder.pk, challenger=ana, opponents=[ben], now=NOON)
    with pytest.raises(Refused, match=r"^ana: this table cannot meet: choose other players\.$"):
        make_challenge(ladder_id=ladder.pk, challenger=ben, opponents=[ana], now=NOON)


def test_a_ladder_tells_nobody_who_has_blocked_whom():
    """The page and the refusals say the same of a block and of a pair kept apart, to all but who did it."""
    ladder = ladder_of([person(name) for name in ("ana", "ben", "cleo", "dora")], seats=range(2, 4))
    ana, ben, cleo, dora = order_of(ladder)
    block_user(user=ana, other=ben, now=NOON)
    set_apart(by=organiser(), one=cleo, other=dora, apart=True, now=NOON)
    facts = facts_of(ladder, NOON)
    two = {opponent_refusal(facts, ladder, ben.pk, ana.pk), opponent_refusal(facts, ladder, cleo.pk, dora.pk)}
    others = {table_refusal(facts, [dora.pk, ana.pk, ben.pk]), table_refusal(facts, [ana.pk, cleo.pk, dora.pk])}
    assert two == others == {str(CANNOT_MEET)}


def test_what_they_write_is_not_read_and_rings_nobody():
    match, (ana, ben, cleo) = table_of("ana", "ben", "cleo")
    block_user(user=ana, other=ben, now=NOON)
    client_of(ben).post(f"/table/{match.pk}/chat/say/", {"room": "players", "text": "Nasty words"})
    assert "Nasty words" not in str(chat_view(match, ana, now=NOON))
    assert "Nasty words" in str(chat_view(match, cleo, now=NOON))
    assert unread_counts(ana.pk, [match.pk]) == {} and unread_counts(cleo.pk, [match.pk]) == {match.pk: 1}
    assert not ana.notices.filter(kind=Kind.CHAT).exists()
    assert cleo.notices.filter(kind=Kind.CHAT).exists()


def test_by_the_buttons():
    ana, ben = person("ana"), person("ben")
    client = client_of(ana)
    assert "Block ben" in squeezed(client.get("/people/ben/").content.decode())
    client.post("/people/ben/block/", {"block": "1"})
    client.post("/people/BEN/block/", {"block": "1"})
    assert may_not_meet(user=ben, others=[ana.pk]) and Block.objects.count() == 1
    assert "Lift the block on ben" in squeezed(client.get("/people/ben/").content.decode())
    assert "ben" in client.get("/people/me/blocked/").content.decode()
    client.post("/people/ben/block/", {"block": "0"})
    assert not Block.objects.exists()


def test_nobody_blocks_themselves_or_the_house():
    ana = person("ana")
    house = User.objects.create(username="Steady-1", kind="house", brain="steady")
    client = client_of(ana)
    for name in ("ana", house.username):
        client.post(f"/people/{name}/block/", {"block": "1"})
        assert "Block " not in client.get(f"/people/{name}/").content.decode()
    assert client.post("/people/nobody/block/", {"block": "1"}).status_code == 404
    assert not Block.objects.exists()
