"""Spectators' chat, notes, muting and the players of an anonymous table show to no one else."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.test import Client

from accounts.models import User
from engine.table_settings import TableSettings, TimeControl
from foundation.errors import Forbidden
from games.registry import GAMES
from matches.api.observing import facts, latest_activity
from matches.chat import write
from matches.chat.read import chat_view
from matches.live import push_table
from matches.lobby.substitutes import offer_seat, take_over_seat
from matches.lobby.tables import SeatSpec, create_match, join_match
from matches.models import Match, Seat
from matches.models.social import Following, Message, Muting, Note, Room
from matches.play.answers import submit_answer
from matches.rounds.calling_off import call_off_match
from matches.view.match_view import match_view, matches
from matches.view.verification import export_json
from tests.matches.page_sockets import socket_of
from tests.matches.tables import NOON, person, table_of, unread_counts
from tests.matches.test_sockets import MOVED, NEVER, my_socket
from tests.matches.test_two_worlds import bytes_seen
from tests.support.sockets import PATIENCE

pytestmark = pytest.mark.django_db
CHAT = {"event": "chat-moved"}
NEWS = {"event": "news"}
Secret = Callable[[Match, User], object]


@pytest.fixture(autouse=True)
def _one_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages tell the time: both worlds are looked at in the same moment."""
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON)


def fresh(match: Match) -> Match:
    return matches().get(pk=match.pk)


def say(match: Match, user: User, room: str) -> None:
    write.write_message(match_id=match.pk, user=user, room=room, text="the secret word", now=NOON)


SECRETS: dict[str, Secret] = {
    "spectators chat": lambda match, dora: say(match, dora, Room.SPECTATORS),
    "a note": lambda match, _: write.write_note(match=fresh(match), user=person("ben"), text="secret word", now=NOON),
    "a star": lambda match, dora: write.star_table(match=fresh(match), user=dora, starred=True),
    "a muted table": lambda match, _: write.mute_match_chat(match=fresh(match), user=person("ben"), muted=True),
    "a muted person": lambda match, dora: Muting.objects.create(reader=dora, muted=person("ana")),
}


@pytest.mark.parametrize("secret", SECRETS.values(), ids=SECRETS)
@pytest.mark.sampled(2, "each kind of message, not two")
def test_players_and_visitors_see_the_same_with_and_without(secret: Secret) -> None:
    match, (ana, _, cleo) = table_of("ana", "ben", "cleo")
    dora = person("dora")
    say(match, ana, Room.PLAYERS)
    readers = (ana, cleo, None)
    before = [bytes_seen(fresh(match), user) for user in readers]
    counts = [unread_counts(user.pk, [match.pk]) for user in (ana, cleo)]
    secret(match, dora)
    # A word that follows has the same number in both worlds.
    assert [bytes_seen(fresh(match), user) for user in readers] == before
    assert [unread_counts(user.pk, [match.pk]) for user in (ana, cleo)] == counts
    assert "secret word" not in str(match_view(fresh(match), 0))


@pytest.mark.parametrize("anonymous", [True, False])
def test_when_others_answered_shows_only_with_their_names(anonymous: bool) -> None:
    match, _ = table_of("ana", "ben", "cleo", anonymous=anonymous)
    _, ben, cleo = [seat.user for seat in match.seats.select_related("user") if seat.user is not None]
    submit_answer(match_id=match.pk, user_id=ben.pk, step=1, actions=[{"act": "let_stand"}], now=NOON)
    readers, worlds = (cleo, None), []
    for hours in (3, 8):
        match.answers.update(made_at=NOON - timedelta(hours=hours))
        worlds.append([bytes_seen(fresh(match), user) for user in readers])
    assert (worlds[0] == worlds[1]) == anonymous
    view = match_view(fresh(match), 1)
    assert view.seats[1].answered_at == NOON - timedelta(hours=8)


@pytest.mark.parametrize("anonymous", [True, False])
def test_a_writers_language_shows_only_with_their_name(anonymous: bool) -> None:
    match, _ = table_of("ana", "ben", "cleo", anonymous=anonymous)
    writer, reader, *_ = [seat.user for seat in match.seats.select_related("user") if seat.user is not None]
    say(match, writer, Room.PLAYERS)
    worlds = []
    for language in ("de", "fr"):
        User.objects.filter(pk=writer.pk).update(language=language)
        worlds.append(bytes_seen(fresh(match), reader))
    assert (worlds[0] == worlds[1]) == anonymous
    assert ('class="message-words" lang="fr"' in str(worlds[1])) == (not anonymous)
    Match.objects.filter(pk=match.pk).update(language="it")
    assert [room.messages[0].language for room in chat_view(fresh(match), reader, now=NOON).rooms] == ["it"]


def test_numbers_of_messages_tell_nothing_of_the_other_room() -> None:
    match, (ana, _, _) = table_of("ana", "ben", "cleo")
    seen = []
    for others in (0, 3):
        Message.objects.all().delete()
        Following.objects.all().delete()
        Match.objects.update(players_pushes=0)
        for _ in range(others):
            say(match, person("dora"), Room.SPECTATORS)
        say(match, ana, Room.PLAYERS)
        seen.append(bytes_seen(fresh(match), ana))
    assert seen[0] == seen[1]


def test_spectators_and_visitors_see_nothing_of_the_players_chat() -> None:
    match, (ana, *_) = table_of("ana", "ben", "cleo")
    readers = (person("dora"), None)
    before = [bytes_seen(fresh(match), user) for user in readers]
    say(match, ana, Room.PLAYERS)
    assert [bytes_seen(fresh(match), user) for user in readers] == before


def test_those_who_may_read_do_see_it() -> None:
    """The comparisons above would notice a difference."""
    match, (ana, ben, _) = table_of("ana", "ben", "cleo")
    readers = (ben, person("dora"))
    before = [bytes_seen(fresh(match), user) for user in readers]
    say(match, ana, Room.PLAYERS)
    say(match, person("emil"), Room.SPECTATORS)
    after = [bytes_seen(fresh(match), user) for user in readers]
    path = f"/table/{match.pk}/chat/"
    assert all(one[path] != other[path] for one, other in zip(before, after, strict=True))


def test_rows_tell_nothing_of_themselves() -> None:
    match, (ana, *_) = table_of("ana", "ben", "cleo")
    say(match, person("dora"), Room.SPECTATORS)
    write.write_note(match=fresh(match), user=ana, text="secret word", now=NOON)
    Muting.objects.create(reader=ana, muted=person("ben"))
    for model in (Message, Note, Following, Muting):
        for row in model.objects.all():
            assert not re.search("secret|dora|ana|ben", f"{row} {row!r}")


@pytest.mark.django_db(transaction=True)
async def test_sockets_tell_of_chat_only_those_who_may_read_it() -> None:
    match, people = await database_sync_to_async(table_of)("ana", "ben", "cleo")
    dora, emil = [await database_sync_to_async(person)(name) for name in ("dora", "emil")]
    player, mine, watcher = socket_of(people[1], match.pk), my_socket(people[1]), socket_of(emil, match.pk)
    for socket in (player, mine, watcher):
        assert await socket.connect() == 0
    await database_sync_to_async(say)(match, dora, Room.SPECTATORS)
    assert await watcher.hear() == CHAT
    assert await player.receive_nothing(NEVER)
    assert await mine.receive_nothing(0.01)
    await database_sync_to_async(say)(match, people[0], Room.PLAYERS)
    assert await player.hear() == CHAT
    assert await watcher.receive_nothing(NEVER)
    for socket in (player, mine, watcher):
        await socket.leave()


@database_sync_to_async
def waiting_table() -> tuple[Match, User]:
    """A table without spectators at which one seat is free, and who will take it."""
    match = create_match(
        host=person("ana"),
        slug="bid",
        options=GAMES["bid"].Options(),
        seats=[SeatSpec("open"), SeatSpec("bot", "steady")],
        time_control=TimeControl(3600),
        table_settings=TableSettings(spectators=False),
        contribution="",
        now=NOON,
    )
    return match, person("ben")


@pytest.mark.django_db(transaction=True)
async def test_who_listened_to_a_table_that_waited_listens_to_what_they_may_when_it_starts() -> None:
    match, ben = await waiting_table()
    ana, dora = [await database_sync_to_async(person)(name) for name in ("ana", "dora")]
    host, stranger = socket_of(ana, match.pk), socket_of(dora, match.pk)
    for socket in (host, stranger):
        assert await socket.connect() == 0
    await database_sync_to_async(join_match)(match_id=match.pk, user=ben, token="", contribution="", now=NOON)
    while not await host.receive_nothing(NEVER):
        assert await host.hear() in (MOVED, NEWS)
    assert await stranger.hear() == MOVED
    # Those who may watch no longer hear no more, not even the pulse.
    assert (await stranger.receive_output(PATIENCE))["type"] == "websocket.close"
    await database_sync_to_async(say)(match, ben, Room.PLAYERS)
    # The host is notified of the message too.
    assert [await host.hear(), await host.hear()] == [CHAT, NEWS]
    await database_sync_to_async(push_table)(match.pk, [])
    assert await host.hear() == MOVED
    for socket in (host, stranger):
        await socket.leave()


# --- Anonymous matches ------------------------------------------------------------------------------


def anonymous() -> tuple[Match, Seat, User]:
    """A match without names, the seat of one of its players, and another player."""
    match, (_, ben, cleo) = table_of("ana", "ben", "cleo", anonymous=True)
    return match, Seat.objects.get(match=match, user=cleo), ben


def in_two_worlds(seat: Seat, look: Callable[[], Any]) -> tuple[Any, Any]:
    """What is seen while one person sits there, and while another does."""
    first = look()
    Seat.objects.filter(pk=seat.pk).update(user=person("zoe-of-another-world"))
    Match.objects.filter(pk=seat.match_id, host=seat.user).update(host=person("zoe-of-another-world"))
    Message.objects.filter(seat=seat.number).update(author=person("zoe-of-another-world"))
    return first, look()


PEOPLE_PAGES = ("/people/cleo/", "/people/zoe-of-another-world/", "/people/ana/")


def test_who_sits_at_an_anonymous_table_shows_nowhere_before_the_end() -> None:
    person("zoe-of-another-world")
    match, seat, ben = anonymous()
    say(match, seat.user, Room.PLAYERS)  # type: ignore[arg-type]

    def look() -> Any:
        pages = [bytes_seen(fresh(match), user) for user in (ben, person("dora"), None)]
        people = [Client().get(path).content for path in PEOPLE_PAGES]
        views = [match_view(fresh(match), viewer) for viewer in (None, 0, 1, 2)]
        return pages, people, [(view.seats, view.log, view.waiting_for, view.activity) for view in views]

    first, second = in_two_worlds(seat, look)
    assert first == second
    own_pages = str([pages[f"/table/{match.pk}/{page}"] for pages in first[0] for page in ("", "log/", "chat/")])
    assert not re.search(r"\b(ana|cleo)\b", own_pages)
    assert f"Player {seat.number + 1}" in own_pages


def test_a_deadline_that_follows_somebodys_hours_shows_to_nobody_else_at_an_anonymous_table() -> None:
    match, seat, ben = anonymous()

    def look() -> Any:
        views = [match_view(fresh(match), viewer) for viewer in (None, *{0, 1, 2} - {seat.number})]
        pages = [bytes_seen(fresh(match), user) for user in (ben, person("dora"), None)]
        return (
            pages,
            [(view.seats, view.deadline) for view in views],
            facts(fresh(match), None, latest_activity(match, None)),
        )

    first = look()
    Seat.objects.filter(pk=seat.pk).update(deadline=NOON + timedelta(hours=43))
    assert look() == first
    own = match_view(fresh(match), seat.number)
    assert own.asked and own.asked.deadline == NOON + timedelta(hours=43)


def test_an_open_anonymous_table_names_neither_host_nor_guests_nor_invited() -> None:
    match, *_ = table_of("ana", "ben", "cleo", anonymous=True)
    Match.objects.filter(pk=match.pk).update(step=-1, started_at=None, status=Match.Status.OPEN)
    Seat.objects.filter(match=match, number=2).update(user=None, offer="named", invited=person("fred"))
    for user in (None, person("dora")):
        page = bytes_seen(fresh(match), user)
        text = page[f"/table/{match.pk}/"].decode() + page["/tables/"].decode()
        assert not re.search(r"\b(ana|ben|cleo|fred)\b", text)
        assert "kept for a player" in text


def test_the_admin_does_not_name_the_host_of_an_anonymous_table() -> None:
    match, *_ = table_of("ana", "ben", "cleo", anonymous=True)
    boss = Client()
    boss.force_login(User.objects.create_superuser(username="boss", email="boss@example.org", password="piecepack"))
    pages = ("", "?q=ana", f"{match.pk}/change/")
    for page in pages:
        shown = (
            boss.get(f"/admin/matches/match/{page}").content.decode().replace('value="ana"', "").replace("q=ana", "")
        )
        assert not re.search(r"\bana\b", shown), page
    assert f"/match/{match.pk}/change" not in boss.get("/admin/matches/match/?q=ana").content.decode()
    assert f"/match/{match.pk}/change" in boss.get(f"/admin/matches/match/?q={match.pk}").content.decode()
    call_off_match(match=fresh(match), reason="vote", now=NOON)
    assert re.search(r"\bana\b", boss.get("/admin/matches/match/").content.decode())
    assert f"/match/{match.pk}/change" in boss.get("/admin/matches/match/?q=ana").content.decode()


def test_after_the_end_all_names_are_shown() -> None:
    match, _, ben = anonymous()
    say(match, ben, Room.PLAYERS)
    call_off_match(match=fresh(match), reason="vote", now=NOON)
    page = bytes_seen(fresh(match), None)[f"/table/{match.pk}/"].decode()
    assert all(f">{name}<" in page for name in ("ana", "ben", "cleo"))
    assert "Player 1" not in page
    ana = bytes_seen(fresh(match), person("ana"))[f"/table/{match.pk}/chat/"].decode()
    assert "<strong>ben</strong>" in ana
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)
    assert b'"ana"' in export_json(fresh(match))


def test_the_ledger_shows_no_operator_who_plays_without_a_name() -> None:
    boss = Client()
    boss.force_login(User.objects.create_superuser(username="boss", email="boss@example.org", password="piecepack"))
    table_of("ana", "ben", "cleo", anonymous=True)
    assert "match:" not in boss.get("/admin/notifications/notice/").content.decode()
    table_of("ana", "ben", "cleo")
    assert "match:" in boss.get("/admin/notifications/notice/").content.decode()


def test_mails_about_an_anonymous_match_name_nobody() -> None:
    table_of("ana", "ben", "cleo", anonymous=True)
    contexts = str([notice.context for user in User.objects.all() for notice in user.notices.all()])
    assert contexts != "[]"
    assert not re.search(r"\b(ana|ben|cleo)\b", contexts)


def test_muting_does_not_tell_who_sits_at_an_anonymous_table() -> None:
    match, seat, ben = anonymous()
    assert seat.user
    Muting.objects.create(reader=ben, muted=seat.user)
    say(match, seat.user, Room.PLAYERS)
    page = bytes_seen(fresh(match), ben)[f"/table/{match.pk}/chat/"].decode()
    assert "the secret word" in page
    assert "everywhere" not in page
    assert unread_counts(ben.pk, [match.pk]) == {match.pk: 1}
    with pytest.raises(Forbidden):
        write.mute_author(match=fresh(match), user=ben, room="players", number=1)


@pytest.mark.parametrize("names", [("dora", "emil"), ("emil", "dora")])
def test_nor_that_who_wrote_among_the_spectators_has_taken_a_seat_there(names: tuple[str, str]) -> None:
    """Two worlds: the seat goes to the one who wrote and was muted, or to somebody else."""
    match, people = table_of("ana", "ben", "cleo", anonymous=True)
    writer, reader = person("dora"), person("fritz")
    say(match, writer, Room.SPECTATORS)
    Muting.objects.create(reader=reader, muted=writer)
    number = match.seats.get(user=people[2]).number
    offer_seat(match_id=match.pk, user_id=people[2].pk, number=number, wanted=True, now=NOON)
    take_over_seat(match_id=match.pk, user=person(names[0]), number=number, token="", now=NOON)
    (room,) = chat_view(fresh(match), reader, now=NOON).rooms
    assert (room.room, room.messages, room.unread) == (Room.SPECTATORS, (), 0)


def test_seats_of_an_anonymous_match_are_drawn_when_it_starts() -> None:
    """Each may get each: else the host would be Player 1 and the last to come the last."""
    seats: dict[str, set[int]] = {name: set() for name in ("ana", "ben", "cleo")}
    for _ in range(12):
        match, _ = table_of("ana", "ben", "cleo", anonymous=True)
        for seat in fresh(match).seats.all():
            assert seat.user
            assert seat.contribution == f"words of {seat.user.username}"
            seats[seat.user.username].add(seat.number)
    assert all(numbers == {0, 1, 2} for numbers in seats.values())


def test_seats_with_names_stay_as_they_were_taken() -> None:
    match, people = table_of("ana", "ben", "cleo")
    assert [seat.user for seat in fresh(match).seats.all()] == people
