"""Open tables are told every few seconds what stands, so a page notices what it was not told: no more and no less."""

import re
from collections.abc import Callable, Collection
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.contrib.auth.models import AnonymousUser
from django.db import OperationalError
from django.test import Client

from engine.table_settings import TableSettings, TimeControl
from games.registry import GAMES
from matches import live
from matches.chat.write import take_back_message, write_message
from matches.live import versions
from matches.lobby.substitutes import offer_seat
from matches.lobby.tables import SeatSpec, create_match, join_match
from matches.lobby.votes import open_vote
from matches.models import Match
from matches.models.social import Room
from matches.play.answers import submit_answer
from matches.rounds.resolve import resolve_round
from matches.timeouts.stand_ins import begin_stand_in
from matches.web import pulses
from tests.matches.page_sockets import TableSocket, socket_of
from tests.matches.tables import DAY, NOON, SOME_GAME, person, seed_token_of, table_of

pytestmark = pytest.mark.django_db(transaction=True)
DRAWN = re.compile(r'data-stands="(\w+)"')


def seal(match: Match, user: Any, act: str = "let_stand") -> None:
    submit_answer(match_id=match.pk, user_id=user.pk, step=1, actions=[{"act": act}], now=NOON)


def drawn(match: Match, user: Any, path: str = "", headers: Any = None) -> list[str]:
    """The versions that a page was drawn with."""
    client = Client()
    client.force_login(user)
    return DRAWN.findall(client.get(f"/table/{match.pk}/{path}", headers=headers).content.decode())


def stands(match: Match, what: str = "table") -> str:
    return versions([match.pk])[match.pk][what]


def open_seat(match: Match) -> None:
    offer_seat(match_id=match.pk, user_id=person("cleo").pk, number=2, wanted=True, now=NOON)


def last_answers(match: Match) -> None:
    for name in ("ana", "ben", "cleo"):
        seal(match, person(name))
    assert resolve_round(match_id=match.pk, now=NOON)


ACTS: dict[str, Callable[[Match], object]] = {
    "an envelope": lambda match: seal(match, person("ben")),
    "a round": last_answers,
    "a vote": lambda match: open_vote(match_id=match.pk, user_id=person("ben").pk, kind="pause", now=NOON),
    "an open seat": open_seat,
    "a stand-in": lambda match: begin_stand_in(match=match, seat=match.seats.get(number=1), now=NOON),
}


@pytest.mark.both_databases
@pytest.mark.parametrize("act", ACTS)
def test_whatever_pages_are_told_moves_what_stands(act: str) -> None:
    match, (ana, *_) = table_of("ana", "ben", "cleo", rated=False)
    before = stands(match)
    assert drawn(match, ana) == drawn(match, ana, "live/") == [before]
    ACTS[act](match)
    assert stands(match) != before
    assert drawn(match, ana) == drawn(match, ana, "live/") == [stands(match)]


def test_a_seat_taken_in_the_lobby_moves_what_stands() -> None:
    ana = person("ana")
    match = create_match(
        host=ana,
        slug=SOME_GAME.slug,
        options=GAMES[SOME_GAME.slug].Options(),
        seats=[SeatSpec("open")] * 2,
        time_control=TimeControl(turn_seconds=DAY),
        table_settings=TableSettings(),
        contribution="words",
        now=NOON,
        seed_token=seed_token_of(ana, SOME_GAME.slug),
    )
    before = stands(match)
    assert drawn(match, ana) == [before]
    join_match(match_id=match.pk, user=person("ben"), token="", contribution="words", now=NOON)
    assert drawn(match, ana) == [stands(match)] != [before]


@pytest.mark.both_databases
def test_a_message_moves_its_room_alone() -> None:
    match, (ana, *_) = table_of("ana", "ben", "cleo")
    before = versions([match.pk])[match.pk]
    assert drawn(match, ana, "chat/") == [before[Room.PLAYERS]]
    seen = {before[Room.PLAYERS]}
    written = write_message(match_id=match.pk, user=ana, room=Room.PLAYERS, text="hello", now=NOON)
    for _ in range(2):
        assert drawn(match, ana, "chat/") == [stands(match, Room.PLAYERS)]
        assert stands(match, Room.PLAYERS) not in seen
        seen.add(stands(match, Room.PLAYERS))
        take_back_message(match_id=match.pk, user=ana, room=Room.PLAYERS, number=written.number, now=NOON)
    assert versions([match.pk])[match.pk] | {Room.PLAYERS: ""} == before | {Room.PLAYERS: ""}


def test_where_answers_are_hidden_an_envelope_moves_nothing() -> None:
    match, (ana, ben, cleo) = table_of("ana", "ben", "cleo", hide_answered=True)
    before = stands(match)
    for user in (ana, ben, cleo):
        seal(match, user)
        assert stands(match) == before
        assert drawn(match, ana) == drawn(match, cleo, "live/") == [before]


def test_neither_what_was_sealed_nor_that_it_was_changed_moves_what_stands() -> None:
    match, (_, ben, _) = table_of("ana", "ben", "cleo")
    seen = set()
    for act in ("let_stand", "reroll"):
        seal(match, ben, act)
        seen.add(stands(match))
    assert len(seen) == 1


@database_sync_to_async
def new_table() -> tuple[Match, list[Any]]:
    return table_of("ana", "ben", "cleo")


async def pulse(*tables: Match) -> None:
    for turn in sorted({match.pk % pulses.TURNS for match in tables}):
        await pulses.pulses().pulse(turn)


async def test_a_page_whose_news_was_lost_hears_it_with_the_next_pulse(monkeypatch: pytest.MonkeyPatch) -> None:
    match, (ana, ben, _) = await new_table()
    socket = socket_of(ana, match.pk)
    assert await socket.connect() == 0
    assert [socket.first["table"]] == await database_sync_to_async(drawn)(match, ana)
    monkeypatch.setattr("foundation.live._send", lambda messages: None)
    await database_sync_to_async(seal)(match, ben)
    await pulse(match)
    told = await socket.hear()
    assert told["event"] == "stands" and told["table"] != socket.first["table"]
    assert [told["table"]] == await database_sync_to_async(drawn)(match, ana)
    await socket.leave()


async def test_a_page_drawn_before_an_envelope_hears_what_stands_as_soon_as_its_socket_opens() -> None:
    match, (ana, ben, _) = await new_table()
    (before,) = await database_sync_to_async(drawn)(match, ana)
    await database_sync_to_async(seal)(match, ben)
    socket = socket_of(ana, match.pk)
    assert await socket.connect() == 0
    assert socket.first["table"] != before
    await socket.leave()


async def test_each_reader_hears_of_the_rooms_they_may_read() -> None:
    match, (ana, *_) = await new_table()
    readers = {
        ana: {Room.PLAYERS},
        await database_sync_to_async(person)("dora"): {Room.SPECTATORS},
        AnonymousUser(): {},
    }
    for reader, rooms in readers.items():
        socket = socket_of(reader, match.pk)
        assert await socket.connect() == 0
        assert socket.first.keys() == {"event", "answers", "table", *rooms}
        await socket.leave()


async def test_a_turn_asks_the_database_once_for_all_sockets(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = [(await new_table())[0] for _ in range(2)]
    people = [AnonymousUser(), await database_sync_to_async(person)("ana")]
    sockets: list[TableSocket] = [socket_of(user, match.pk) for match in tables for user in people]
    for socket in sockets:
        assert await socket.connect() == 0
    asked: list[Collection[int]] = []

    def counted(numbers: Collection[int]) -> dict[int, dict[str, str]]:
        asked.append(numbers)
        return live.versions(numbers)

    monkeypatch.setattr(pulses, "versions", counted)
    monkeypatch.setattr(pulses, "TURNS", 1)
    await pulses.pulses().pulse(7)
    for socket in sockets:
        assert await socket.hear() == socket.first
        await socket.leave()
    assert [sorted(numbers) for numbers in asked] == [[match.pk for match in tables]]
    await pulses.pulses().pulse(8)
    assert len(asked) == 1, "nobody listens any more"


async def test_a_pulse_comes_by_itself_and_also_while_the_database_says_nothing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def away(numbers: Collection[int]) -> dict[int, dict[str, str]]:
        raise OperationalError("the server closed the connection")

    match, (ana, *_) = await new_table()
    monkeypatch.setattr(pulses, "TURN", 0.01)
    socket = socket_of(ana, match.pk)
    assert await socket.connect() == 0
    assert await socket.hear() == socket.first
    monkeypatch.setattr(pulses, "versions", away)
    while (heard := await socket.hear()) == socket.first:
        pass
    assert heard == {"event": "pulse"} and "OperationalError" in caplog.text
    await socket.leave()
