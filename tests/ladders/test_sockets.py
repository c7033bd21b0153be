"""Open pages of ladders and tournaments learn that these moved, and nothing else."""

from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.contrib.auth.models import AnonymousUser
from django.db import transaction

from accounts.models import User
from clubs.services.members import refuse
from ladders.live import push_page, socket_of
from ladders.models import Challenge, Ladder, Season, Tournament
from ladders.services.challenges import (
    accept_challenge,
    make_challenge,
    reopen_challenge,
    take_back_challenge,
    void_challenge,
)
from ladders.services.ladders import close_ladder, join_ladder
from ladders.services.results import follow_match
from ladders.services.rounds import advance_tournament
from ladders.services.seasons import end_season_of, open_season
from ladders.services.tournaments import enter_tournament
from ladders.sockets import StandingsConsumer
from matches.lobby.arranged import stop_match
from tests.clubs.founded import club_of
from tests.clubs.test_contests import cup_in
from tests.ladders.play import finish, house, ladder_of, organiser, people, playing, tournament_of
from tests.matches.tables import NOON, person
from tests.support.sockets import PATIENCE, PageSocket

pytestmark = pytest.mark.django_db(transaction=True)
MOVED = {"event": "standings-moved"}
NEVER = 0.3
on_database: Any = database_sync_to_async


async def address_of(of: Ladder | Tournament) -> str:
    """The address of the socket of a page rendered now."""
    await on_database(of.refresh_from_db)()
    return socket_of(of)


async def opened(of: Ladder | Tournament, address: str = "") -> PageSocket:
    """A visitor's page of a ladder or tournament as it stands now."""
    address = address or await address_of(of)
    kind = "ladder" if isinstance(of, Ladder) else "tournament"
    socket = PageSocket(StandingsConsumer.as_asgi(), address, AnonymousUser(), kind=kind, number=of.pk)
    assert await socket.connect() == 0
    return socket


async def hears_once_moved(of: Ladder | Tournament, act: Any) -> None:
    """An open page is notified, and so is one rendered earlier that opens its socket afterwards."""
    before = await address_of(of)
    socket = await opened(of)
    assert await socket.receive_nothing(NEVER)
    await on_database(act)()
    assert await socket.hear() == MOVED
    late = await opened(of, before)
    assert await late.hear() == MOVED
    for one in (socket, late):
        await one.leave()


async def test_a_ladder_tells_of_newcomers_challenges_and_results() -> None:
    users = await on_database(people)(2)
    bots = await on_database(house)(1)
    ladder = await on_database(ladder_of)([*users, *bots])
    await hears_once_moved(ladder, lambda: join_ladder(ladder_id=ladder.pk, user=person("late"), now=NOON))

    def challenges() -> None:
        make_challenge(ladder_id=ladder.pk, challenger=users[1], opponents=bots, now=NOON)

    def ends() -> None:
        match = ladder.challenges.get().match
        follow_match(match_id=finish(match, [1, 2]).pk, now=NOON)

    def is_called_off() -> None:
        void_challenge(match=ladder.challenges.get().match, now=NOON)

    def goes_on() -> None:
        reopen_challenge(match=ladder.challenges.get().match, now=NOON, reopen=True)

    for act in (challenges, is_called_off, goes_on, ends):
        await hears_once_moved(ladder, act)


async def test_a_tournament_tells_of_entries_results_and_rounds() -> None:
    tournament = await on_database(tournament_of)(await on_database(people)(4), seats=2, rounds=2, late_rounds=2)

    def enters() -> None:
        enter_tournament(tournament_id=tournament.pk, user=person("late"), now=NOON)

    def ends() -> None:
        table = playing(tournament)[0]
        assert table.match is not None
        follow_match(match_id=finish(table.match, [1, 2]).pk, now=NOON)

    def stops() -> None:
        table = playing(tournament)[0]
        stop_match(match_id=table.match_id or 0, now=NOON)
        follow_match(match_id=table.match_id or 0, now=NOON)

    def goes_on() -> None:
        assert advance_tournament(tournament_id=tournament.pk, now=NOON)
        tournament.refresh_from_db()

    for act in (enters, ends, stops, goes_on):
        await hears_once_moved(tournament, act)


async def test_a_ladder_tells_of_answers_seasons_and_its_end() -> None:
    users = await on_database(people)(3)
    ladder = await on_database(ladder_of)(users, seats=range(2, 4))

    def challenges(*opponents: User) -> Challenge:
        return make_challenge(ladder_id=ladder.pk, challenger=users[2], opponents=opponents, now=NOON)

    challenge = await on_database(challenges)(users[0])

    def announces() -> None:
        dates = {"starts_at": NOON, "ends_at": NOON + timedelta(days=90)}
        open_season(ladder_id=ladder.pk, by=organiser(), title="Spring", now=NOON, **dates)

    def ends() -> None:
        end_season_of(season_id=Season.objects.get().pk, by=organiser(), now=NOON)

    def accepts() -> None:
        accept_challenge(challenge_id=challenge.pk, user=users[0], now=NOON)

    def takes_back() -> None:
        take_back_challenge(challenge_id=Challenge.objects.latest("pk").pk, user=users[2], now=NOON)

    for act in (announces, ends, accepts, lambda: challenges(users[1]), takes_back):
        await hears_once_moved(ladder, act)
    await hears_once_moved(ladder, lambda: close_ladder(ladder_id=ladder.pk, by=organiser(), now=NOON))


async def test_what_moves_while_a_page_begins_to_listen_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    ladder = await on_database(ladder_of)(await on_database(people)(2))
    join = StandingsConsumer.join

    async def slowly(self: StandingsConsumer) -> bool:
        if not self.groups_joined:
            await on_database(join_ladder)(ladder_id=ladder.pk, user=await on_database(person)("late"), now=NOON)
        return await join(self)

    monkeypatch.setattr(StandingsConsumer, "join", slowly)
    socket = await opened(ladder)
    assert await socket.hear() == MOVED
    await socket.leave()


async def test_what_moves_at_once_is_told_once() -> None:
    ladder = await on_database(ladder_of)(await on_database(people)(2))
    socket = await opened(ladder)

    def moves_twice() -> None:
        with transaction.atomic():
            with suppress(ValueError), transaction.atomic():
                push_page(ladder)
                raise ValueError("undone")
            push_page(ladder)
            push_page(ladder)

    for _ in range(2):
        await on_database(moves_twice)()
        assert await socket.hear() == MOVED
        assert await socket.receive_nothing(NEVER)
    await socket.leave()


async def test_what_is_not_there_has_no_socket() -> None:
    socket = PageSocket(StandingsConsumer.as_asgi(), "/ws/ladder/999/", AnonymousUser(), kind="ladder", number=999)
    assert await socket.connect() == 4404


async def test_a_page_of_a_club_closes_its_socket_when_its_reader_is_removed() -> None:
    club = await on_database(club_of)("ana", "ben")
    cup, ben = await on_database(cup_in)(club, "ana"), await on_database(person)("ben")
    address = await address_of(cup)
    socket = PageSocket(StandingsConsumer.as_asgi(), address, ben, kind="tournament", number=cup.pk)
    assert await socket.connect() == 0
    await on_database(refuse)(number=club.pk, by=await on_database(person)("ana"), user=ben, now=NOON)
    while (reply := await socket.receive_output(PATIENCE))["type"] == "websocket.send":
        pass
    assert reply["type"] == "websocket.close"
    await socket.leave()
