"""What people say and note at a table: who reads it, how long it can be taken back, what is muted."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.test import Client

from accounts.models import User, UserKind
from foundation.errors import Forbidden, Refused
from foundation.sanitise import html_of
from matches.chat import write
from matches.chat.read import TAKE_BACK_WITHIN, ChatView, chat_view
from matches.models import Match, Seat
from matches.models.social import Following, Message, Note, Room
from matches.rounds.calling_off import call_off_match
from matches.view.match_view import matches
from operations.management.commands.vault_rotate import sealed_columns
from tests.matches.tables import NOON, person, table_of, unread_counts
from tests.support.clients import client_of
from tests.support.html import squeezed

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nobody_has_written_yet() -> None:
    """The cache, which tests share, counts how often a user wrote."""
    cache.clear()


def fresh(match: Match) -> Match:
    return matches().get(pk=match.pk)


def say(match: Match, user: User, text: str, room: str = Room.PLAYERS, **more: Any) -> Message:
    return write.write_message(match_id=match.pk, user=user, room=room, text=text, **{"now": NOON, **more})


def view(match: Match, user: User | None, **more: Any) -> ChatView:
    return chat_view(fresh(match), user or AnonymousUser(), **{"now": NOON, **more})


def read_by(match: Match, user: User | None) -> dict[str, list[str]]:
    """The words of each room that a user reads."""
    return {
        room.room: [str(message.words or message.gone) for message in room.messages] for room in view(match, user).rooms
    }


def call_off(match: Match) -> None:
    call_off_match(match=fresh(match), reason="vote", now=NOON)


def test_players_read_each_other_and_those_who_watch_read_themselves() -> None:
    match, (ana, ben, _) = table_of("ana", "ben", "cleo")
    dora, emil = person("dora"), person("emil")
    say(match, ana, "good luck")
    say(match, dora, "she will bid the five", Room.SPECTATORS)
    assert read_by(match, ben) == {"players": ["<p>good luck</p>"]}
    assert read_by(match, emil) == {"spectators": ["<p>she will bid the five</p>"]}
    assert read_by(match, None) == {}
    assert view(match, ben).rooms[0].note.endswith("and moderators who look into it.")
    assert [message.who for message in view(match, ben).rooms[0].messages] == ["ana"]
    assert [message.who for message in view(match, ana).rooms[0].messages] == ["You"]


def test_players_read_those_who_watched_once_it_is_over_and_not_the_other_way_round() -> None:
    match, (ana, ben, _) = table_of("ana", "ben", "cleo")
    dora = person("dora")
    say(match, ana, "good luck")
    say(match, dora, "she bluffs", Room.SPECTATORS)
    call_off(match)
    assert read_by(match, ben) == {"players": ["<p>good luck</p>"], "spectators": ["<p>she bluffs</p>"]}
    assert read_by(match, dora) == {"spectators": ["<p>she bluffs</p>"]}
    say(match, ben, "so did you", Room.SPECTATORS)
    assert len(read_by(match, dora)["spectators"]) == 2


@pytest.mark.parametrize(
    ("name", "room"), [("ana", Room.SPECTATORS), ("dora", Room.PLAYERS), ("guest", Room.SPECTATORS), ("ana", "attic")]
)
def test_nobody_writes_where_they_cannot_read(name: str, room: str) -> None:
    match, _ = table_of("ana", "ben", "cleo")
    user = person(name)
    if name == "guest":
        User.objects.filter(pk=user.pk).update(kind=UserKind.GUEST)
        user.refresh_from_db()
    with pytest.raises(Forbidden):
        say(match, user, "hello", room)
    assert not Message.objects.exists()


def test_a_table_without_spectators_has_no_room_for_them() -> None:
    match, (ana, *_) = table_of("ana", "ben", "cleo", spectators=False)
    assert read_by(match, person("dora")) == {}
    call_off(match)
    assert list(read_by(match, ana)) == ["players"]


def test_chat_opens_when_the_match_starts() -> None:
    match, (ana, *_) = table_of("ana", "ben", "cleo")
    Match.objects.filter(pk=match.pk).update(started_at=None, step=-1)
    assert view(match, ana).rooms == ()
    assert "opens when the match starts" in view(match, ana).closed


@pytest.mark.parametrize(("text", "code"), [("  \r\n ", "message_empty"), ("x" * 1001, "text_too_long")])
def test_empty_and_endless_messages_are_refused(text: str, code: str) -> None:
    match, (ana, *_) = table_of("ana", "ben", "cleo")
    with pytest.raises(Refused) as refused:
        say(match, ana, text)
    assert refused.value.code == code


def test_words_are_plain_text_with_safe_links() -> None:
    html = html_of(
        '<script>alert(1)</script> https://example.org/a?b=1&c=2 javascript:alert(1) <b onclick="x">hi</b>\nme@x.org'
    )
    assert "<script" not in html
    assert "<b" not in html.replace("<br", "")
    assert 'href="https://example.org/a?b=1&amp;c=2" rel="nofollow noopener noreferrer ugc"' in html
    assert html.count("href=") == 1
    assert "&lt;b onclick" in html
    assert "<br>" in html


def test_a_message_is_taken_back_soon_or_not_at_all() -> None:
    match, (ana, ben, _) = table_of("ana", "ben", "cleo")
    for _ in range(2):
        say(match, ana, "oh dear")
    late = NOON + TAKE_BACK_WITHIN

    def take_back(user: User, number: int, now: Any) -> None:
        write.take_back_message(match_id=match.pk, user=user, room="players", number=number, now=now)

    with pytest.raises(Forbidden):
        take_back(ben, 1, NOON)
    take_back(ana, 1, late - timedelta(seconds=1))
    with pytest.raises(Refused):
        take_back(ana, 2, late)
    assert read_by(match, ben)["players"] == ["taken back", "<p>oh dear</p>"]
    assert [message.may_take_back for message in view(match, ana).rooms[0].messages] == [False, True]
    assert not any(message.may_take_back for message in view(match, ana, now=late).rooms[0].messages)


def test_what_a_moderator_hides_is_hidden() -> None:
    match, (ana, ben, _) = table_of("ana", "ben", "cleo")
    say(match, ana, "rude")
    Message.objects.update(hidden_at=NOON, hidden_by=ben)
    assert read_by(match, ben)["players"] == ["hidden by a moderator"]
    assert unread_counts(ben.pk, [match.pk]) == {}


def test_unread_messages_are_counted_until_they_are_read() -> None:
    match, (ana, ben, cleo) = table_of("ana", "ben", "cleo")
    for text in ("one", "two"):
        say(match, ana, text)
    say(match, ben, "three")
    assert [view(match, user).unread for user in (ana, ben, cleo)] == [1, 0, 3]
    assert [unread_counts(user.pk, [match.pk]) for user in (ana, ben, cleo)] == [{match.pk: 1}, {}, {match.pk: 3}]
    write.mark_messages_read(match=fresh(match), user=cleo, room="players", up_to=2)
    write.mark_messages_read(match=fresh(match), user=cleo, room="players", up_to=1)
    assert view(match, cleo).unread == unread_counts(cleo.pk, [match.pk])[match.pk] == 1
    write.mark_messages_read(match=fresh(match), user=cleo, room="players", up_to=10**6)
    say(match, ana, "four")
    assert view(match, cleo).unread == 1


def test_reading_a_room_that_is_not_mine_notes_nothing() -> None:
    match, (ana, *_) = table_of("ana", "ben", "cleo")
    say(match, person("dora"), "psst", Room.SPECTATORS)
    write.mark_messages_read(match=fresh(match), user=ana, room="spectators", up_to=5)
    assert not Following.objects.filter(user=ana).exists()


def test_a_muted_person_is_not_read_at_any_table_nor_counted() -> None:
    match, (ana, ben, cleo) = table_of("ana", "ben", "cleo")
    other, _ = table_of("ana", "ben", "cleo", slug="bid")
    say(match, ana, "blah")
    say(other, ana, "blah blah")
    say(other, cleo, "hello")
    write.mute_author(match=fresh(match), user=ben, room="players", number=1)
    assert read_by(match, ben) == {"players": []}
    assert read_by(other, ben) == {"players": ["<p>hello</p>"]}
    assert view(other, ben).rooms[0].left_out
    assert unread_counts(ben.pk, [match.pk, other.pk]) == {other.pk: 1}
    assert view(other, ben).unread == 1
    write.unmute_author(user=ben, muted_id=ana.pk)
    assert read_by(match, ben) == {"players": ["<p>blah</p>"]}


def test_a_muted_table_shows_and_counts_nothing() -> None:
    match, (ana, ben, _) = table_of("ana", "ben", "cleo")
    say(match, ana, "blah")
    write.mute_match_chat(match=fresh(match), user=ben, muted=True)
    assert (view(match, ben).rooms, view(match, ben).unread, unread_counts(ben.pk, [match.pk])) == ((), 0, {})
    write.mute_match_chat(match=fresh(match), user=ben, muted=False)
    assert view(match, ben).unread == 1


def test_notes_are_for_their_writer_alone_and_lie_encrypted() -> None:
    match, (ana, ben, _) = table_of("ana", "ben", "cleo")
    write.write_note(match=fresh(match), user=ana, text="ben keeps his aces", now=NOON)
    assert view(match, ana).note == "ben keeps his aces"
    assert [view(match, user).note for user in (ben, person("dora"), None)] == ["", "", ""]
    assert b"aces" not in bytes(Note.objects.get().sealed)
    assert (Note, ("sealed",)) in sealed_columns()
    call_off(match)
    assert view(match, ana).note == "ben keeps his aces"
    write.write_note(match=fresh(match), user=ana, text=" ", now=NOON)
    assert not Note.objects.exists()


def test_who_takes_a_seat_over_gets_no_notes_with_it() -> None:
    match, (ana, *_) = table_of("ana", "ben", "cleo")
    dora = person("dora")
    write.write_note(match=fresh(match), user=ana, text="mine", now=NOON)
    Seat.objects.filter(match=match, user=ana).update(user=dora, first_user=ana)
    assert view(match, dora).note == ""
    assert view(match, dora).may_note
    write.write_note(match=fresh(match), user=dora, text="hers", now=NOON)
    assert (view(match, ana).note, view(match, dora).note) == ("mine", "hers")
    assert list(read_by(match, ana)) == ["spectators"]


def test_those_who_watch_keep_no_notes() -> None:
    match, _ = table_of("ana", "ben", "cleo")
    with pytest.raises(Forbidden):
        write.write_note(match=fresh(match), user=person("dora"), text="x", now=NOON)


def test_chat_works_by_plain_forms() -> None:
    match, (ana, ben, _) = table_of("ana", "ben", "cleo")
    path = f"/table/{match.pk}/chat/"
    reply = client_of(ana).post(f"{path}say/", {"room": "players", "text": "hello <there>"})
    assert (reply.status_code, reply["Location"]) == (302, path)
    page = client_of(ben).get(path).content.decode()
    assert "hello &lt;there&gt;" in page
    assert "1 new: mark as read" in page
    client_of(ben).post(f"{path}read/", {"room": "players", "number": "1"})
    assert "mark as read" not in client_of(ben).get(path).content.decode()
    client_of(ana).post(f"{path}take-back/", {"room": "players", "number": "1"})
    client_of(ben).post(f"{path}mute/", {"room": "players", "number": "1"})
    assert "ana" in client_of(ben).get("/muted/").content.decode()
    client_of(ben).post("/muted/", {"user": str(ana.pk)})
    assert "You have not muted anyone." in client_of(ben).get("/muted/").content.decode()
    client_of(ben).post(f"/table/{match.pk}/note/", {"text": "my note"})
    assert "my note" in client_of(ben).get(path).content.decode()


def test_a_refused_message_stays_in_its_form() -> None:
    match, (ana, *_) = table_of("ana", "ben", "cleo")
    reply = client_of(ana).post(f"/table/{match.pk}/chat/say/", {"room": "players", "text": "y" * 1001})
    assert reply.status_code == 400
    assert "y" * 1001 in reply.content.decode()
    assert "1000 is the most" in reply.content.decode()


def test_who_writes_very_fast_is_asked_to_wait() -> None:
    match, (ana, *_) = table_of("ana", "ben", "cleo")
    client = client_of(ana)
    sent = [
        client.post(f"/table/{match.pk}/chat/say/", {"room": "players", "text": f"number {number}"})
        for number in range(11)
    ]
    assert [reply.status_code for reply in sent] == [302] * 10 + [429]
    assert "number 10" in sent[-1].content.decode()
    assert Message.objects.count() == 10


@pytest.mark.parametrize("page", ["chat/say/", "chat/take-back/", "chat/read/", "chat/mute/", "note/", "star/"])
def test_a_private_table_has_no_chat_for_others(page: str) -> None:
    match, _ = table_of("ana", "ben", "cleo", private=True)
    fields = {"room": "spectators", "text": "x", "number": "1", "starred": "1"}
    assert client_of(person("dora")).post(f"/table/{match.pk}/{page}", fields).status_code == 404
    assert Client().post(f"/table/{match.pk}/{page}", fields)["Location"].startswith("/accounts/login/")
    assert client_of(person("dora")).get(f"/table/{match.pk}/chat/").status_code == 404


def test_the_watch_list_is_my_own() -> None:
    match, (_ana, *_) = table_of("ana", "ben", "cleo")
    dora = client_of(person("dora"))
    dora.post(f"/table/{match.pk}/star/", {"starred": "1"})
    assert "My watch list" in dora.get("/turns/").content.decode()
    assert "My watch list" not in client_of(person("emil")).get("/turns/").content.decode()
    dora.post(f"/table/{match.pk}/star/", {"starred": "0"})
    assert "My watch list" not in dora.get("/turns/").content.decode()


def test_my_turns_say_what_is_new() -> None:
    match, (ana, ben, _) = table_of("ana", "ben", "cleo")
    say(match, ana, "hello")
    assert "1 new message </a>" in squeezed(client_of(ben).get("/turns/").content.decode())
    assert "new message" not in client_of(ana).get("/turns/").content.decode()
