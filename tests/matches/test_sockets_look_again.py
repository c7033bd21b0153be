"""Sockets of pages miss nothing that ends what they may hear: neither while they join nor when a push is lost."""

from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.models import Session
from django.db import OperationalError
from django.utils import timezone

from accounts.models import User
from matches.chat.write import write_message
from matches.lobby.substitutes import offer_seat, take_over_seat
from matches.lobby.tables import leave_match
from matches.models import Match
from matches.models.social import Room
from matches.web.sockets import MovedConsumer, ReaderConsumer, TableConsumer
from tests.matches.page_sockets import TableSocket
from tests.matches.tables import NOON, person, table_of
from tests.support.sockets import PATIENCE, PageSocket

pytestmark = pytest.mark.django_db(transaction=True)
NEVER = 0.3
SOON = 0.05
Lost = Callable[[Match], object]


@database_sync_to_async
def new_table(**preferences: Any) -> Match:
    return table_of("ana", "ben", "cleo", **preferences)[0]


@database_sync_to_async
def ban(match: Match) -> None:
    user = person("cleo")
    user.suspended_until = timezone.now() + timedelta(days=1)
    user.save(update_fields=["suspended_until"])


@database_sync_to_async
def leave(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(status=Match.Status.OPEN)
    leave_match(match_id=match.pk, user=person("cleo"), now=NOON)


@database_sync_to_async
def give_away(match: Match) -> None:
    offer_seat(match_id=match.pk, user_id=person("cleo").pk, number=2, wanted=True, now=NOON)
    take_over_seat(match_id=match.pk, user=person("dora"), number=2, token="", now=NOON)


def overtaken(consumer: type[MovedConsumer], event: Callable[[], Awaitable[None]]) -> Any:
    """A consumer whose first look is out of date before it joins."""

    class Overtaken(consumer):  # type: ignore[misc, valid-type]
        happened = False

        async def audible(self) -> Sequence[str]:
            found = await super().audible()
            if not self.happened:
                self.happened = True
                await event()
            return found

    return Overtaken.as_asgi()


def at(match: Match, consumer: Any, user: Any) -> TableSocket:
    return TableSocket(consumer, f"/ws/table/{match.pk}/", user, number=match.pk)


async def test_a_reader_who_is_banned_while_their_socket_joins_is_refused() -> None:
    match, cleo = await new_table(), await database_sync_to_async(person)("cleo")
    socket = PageSocket(overtaken(ReaderConsumer, lambda: ban(match)), "/ws/turns/", cleo)
    assert await socket.connect() == 4404


async def test_a_player_who_leaves_a_private_table_while_their_socket_joins_is_refused() -> None:
    match, cleo = await new_table(private=True), await database_sync_to_async(person)("cleo")
    assert await at(match, overtaken(TableConsumer, lambda: leave(match)), cleo).connect() == 4404


async def test_a_player_whose_seat_is_taken_while_their_socket_joins_hears_no_players_chat() -> None:
    match, cleo = await new_table(), await database_sync_to_async(person)("cleo")
    socket = at(match, overtaken(TableConsumer, lambda: give_away(match)), cleo)
    assert await socket.connect() == 0
    assert Room.PLAYERS not in socket.first
    write = database_sync_to_async(write_message)
    ana = await database_sync_to_async(person)("ana")
    await write(match_id=match.pk, user=ana, room=Room.PLAYERS, text="Only for us.", now=NOON)
    assert await socket.receive_nothing(NEVER)
    await socket.leave()


def looking(consumer: type[MovedConsumer]) -> Any:
    """A consumer that looks again soon."""
    return type("Looking", (consumer,), {"looks_every": SOON}).as_asgi()  # type: ignore[attr-defined]


async def closes(socket: PageSocket) -> None:
    while (reply := await socket.receive_output(PATIENCE))["type"] == "websocket.send":
        pass
    assert reply["type"] == "websocket.close"
    await socket.leave()


@database_sync_to_async
def ban_unheard() -> None:
    User.objects.filter(username="cleo").update(suspended_until=timezone.now() + timedelta(days=1))


@database_sync_to_async
def end_sessions_unheard() -> None:
    Session.objects.all().delete()


@pytest.mark.parametrize("end", [ban_unheard, end_sessions_unheard])
async def test_a_socket_closes_though_the_end_of_its_access_was_lost_on_the_way(end: Callable[[], Any]) -> None:
    match = await new_table()
    cleo, ana = await database_sync_to_async(person)("cleo"), await database_sync_to_async(person)("ana")
    own = PageSocket(looking(ReaderConsumer), "/ws/turns/", cleo)
    assert await own.connect() == 0
    await end()
    await closes(own)
    other = at(match, looking(TableConsumer), ana)
    assert await other.connect() == 0
    assert await other.receive_nothing(NEVER)
    await other.leave()


async def test_a_visitor_s_socket_closes_though_nobody_said_that_the_table_became_private() -> None:
    match = await new_table(rated=False)
    socket = at(match, looking(TableConsumer), AnonymousUser())
    assert await socket.connect() == 0
    await database_sync_to_async(Match.objects.filter(pk=match.pk).update)(private=True)
    await closes(socket)


async def test_a_socket_looks_again_after_a_look_that_failed() -> None:
    match = await new_table(rated=False)
    looks: list[int] = []

    class Failing(TableConsumer):
        looks_every = SOON

        async def look(self) -> bool:
            looks.append(1)
            if len(looks) == 2:
                raise OperationalError("the database is down")
            return await super().look()

    socket = at(match, Failing.as_asgi(), AnonymousUser())
    assert await socket.connect() == 0
    await database_sync_to_async(Match.objects.filter(pk=match.pk).update)(private=True)
    await closes(socket)
    assert len(looks) >= 3
