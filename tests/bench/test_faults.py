"""The comparison behind `make test-faults`: it finds what is lost or comes twice; its lines break where they should."""

import contextlib
import email
import email.policy
import itertools
import json
import socket
import threading
from collections.abc import Mapping, Sequence
from email.message import EmailMessage
from queue import Queue
from random import Random
from typing import Any
from urllib.parse import parse_qs

import pytest
from django.core.cache import cache
from django.core.mail import EmailMultiAlternatives
from django.utils import timezone
from websockets.exceptions import ConnectionClosed
from websockets.sync.server import ServerConnection, serve

from bench.faults import MAKE
from bench.faults.compare import Noted, Seat, Told, doubled_steps, is_there, lost_answers, notices_of, told_again
from bench.faults.line import line_to
from bench.faults.people import Person
from bench.faults.sweeps import MARK, SWEEPS, sweeps_that_stop
from games.registry import GAMES
from matches.models import Match
from matches.notices import notify_called_off, topic_of
from notifications.channels.letters import notice_mail, turns_mail
from notifications.models import Channel, Kind, Notice
from operations import heartbeat
from tests.matches.tables import NOON, table_of

SEALED = {"player": 0, "action": {"act": "bid"}, "by": "player", "nonce": "n", "commitment": "c"}
NEUTRAL = {"player": 0, "action": {"act": "pass"}, "by": "player"}


@pytest.mark.parametrize(
    ("commitment", "recorded", "there"),
    [
        ("c", SEALED, True),
        ("", SEALED, True),
        ("other", SEALED, False),
        ("", SEALED | {"action": {"act": "pass"}}, False),
        ("c", SEALED | {"by": "default"}, False),
        ("c", NEUTRAL, True),
        ("c", None, False),
    ],
)
def test_an_acknowledged_answer_is_in_the_record_or_lost(
    commitment: str, recorded: dict[str, Any] | None, there: bool
) -> None:
    assert is_there(Noted(1, 2, {"act": "bid"}, commitment), recorded) == there


def step(number: int, *answers: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"number": number, "kind": "round", "answers": answers, **more}


def seats() -> dict[int, Seat]:
    """What two clients know who have sent an answer for step 1, and the first another for step 2."""
    found = {number: Seat([Noted(9, 1, {"act": "bid"}, f"c{number}")], {1}) for number in (0, 1)}
    found[0].notes.append(Noted(9, 2, {"act": "bid"}, "c2"))
    found[0].sent.add(2)
    return found


def answer(player: int, commitment: str, by: str = "player") -> dict[str, Any]:
    return {"player": player, "action": {"act": "bid"}, "by": by, "nonce": "n", "commitment": commitment}


SET_UP = {"number": 0, "kind": "setup"}
FIRST = step(1, answer(0, "c0"), answer(1, "c1"))
SECOND = step(2, answer(0, "c2"), answer(2, "c3", by="bot"))
PLAYED = [SET_UP, FIRST, step(1, part=1), SECOND]


def test_a_match_that_was_played_once_has_nothing_twice_and_lost_nothing() -> None:
    assert doubled_steps(PLAYED, seats()) == set()
    assert lost_answers(PLAYED, seats()) == []


@pytest.mark.parametrize(
    ("steps", "doubled"),
    [
        ([*PLAYED, SECOND], {2}),
        ([*PLAYED, step(1, part=1)], {1}),
        ([*PLAYED, step(3, answer(0, "c2"))], {3}),
        ([SET_UP, FIRST, step(2, answer(0, "c2"), answer(1, "c1"))], {2}),
    ],
    ids=["a step", "what a moderator did", "an answer in a later step", "an answer of a seat that gave none"],
)
def test_a_step_that_is_recorded_twice_is_seen(steps: Sequence[dict[str, Any]], doubled: set[int]) -> None:
    assert doubled_steps(steps, seats()) == doubled


def test_a_step_that_was_acknowledged_with_two_results_is_seen() -> None:
    known = seats()
    known[1].notes.append(Noted(9, 1, {"act": "pass"}, "c4"))
    assert doubled_steps(PLAYED, known) == {1}
    assert [note.commitment for note in lost_answers(PLAYED, known)] == ["c4"]


def arrived(letter: EmailMultiAlternatives) -> EmailMessage:
    """A mail as the mail server of the run gets it."""
    words = letter.message().as_bytes()
    return email.message_from_bytes(words, _class=EmailMessage, policy=email.policy.default)


@pytest.mark.django_db
def test_a_notice_that_two_mails_tell_is_seen() -> None:
    """The mails of the site itself: one of several turns, one of a turn alone and one of a match that is over."""
    matches = [table_of("ana", "ben", "cleo")[0] for _ in range(2)]
    notify_called_off(match=matches[0], reason="moderator", now=NOON)
    mine = Notice.objects.filter(user__username="ana", channel=Channel.MAIL).order_by("pk")
    turns = list(mine.filter(kind=Kind.TURN))
    to = turns[0].user.email
    several = arrived(turns_mail(notices=turns, address=to))
    again = arrived(notice_mail(notice=turns[1], address=to))
    over = arrived(notice_mail(notice=mine.get(kind=Kind.OVER), address=to))
    told = [Told(to, "turn", match.pk, match.next_step) for match in matches]
    assert [turn.topic for turn in turns] == [topic_of(match.pk) for match in matches]
    assert notices_of(to, several) == told
    assert notices_of(to, again) == told[1:]
    assert notices_of(to, over) == [Told(to, "over", matches[0].pk, 0)]

    def doubled(*mails: EmailMessage) -> int:
        return told_again(one for mail in mails for one in notices_of(to, mail))

    assert doubled(several, over) == 0
    assert doubled(several, again, over) == 1
    assert doubled(several, several, over, over, over) == 4


def test_a_mail_of_a_turn_that_names_none_stops_the_count() -> None:
    mail = EmailMessage()
    mail["List-Unsubscribe"] = "<https://example.org/mail/stop/7.turn.mail:signature/>"
    mail.set_content("It is your turn somewhere.")
    with pytest.raises(ValueError, match="names no match"):
        notices_of("ana@example.org", mail)


def draws_under_half(seed: int) -> list[bool]:
    dice = Random(seed)
    return [dice.random() < 0.5 for _ in range(4)]


def test_an_answer_by_socket_is_sent_again_with_its_key_until_there_is_a_reply(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The line is cut by the person, then by the site; then the site fails, and at last it takes the answer."""
    monkeypatch.setattr("bench.faults.people.CUT", 0.5)
    monkeypatch.setattr("bench.faults.people.PAUSE", 0.01)
    dice = Random(next(seed for seed in itertools.count() if draws_under_half(seed) == [True, False, False, False]))
    asked: Queue[dict[str, Any]] = Queue()
    lines: list[ServerConnection] = []

    def take(line: ServerConnection) -> None:
        for number, words in enumerate(line):
            message = json.loads(words)
            asked.put(message)
            if lines.index(line) == 1:
                return
            status = 201 if number else 503
            line.send(json.dumps({"id": message["id"], "status": status, "body": {"commitments": ["c"]}}))

    # Those are asked one after another; the threads that take answers may overtake each other.
    with serve(take, "127.0.0.1", 0, process_request=lambda line, _: lines.append(line)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.socket.getsockname()[1]}"
        person = Person(url, "ana", "token", "session", "socket", dice, {9: 0})
        message = {"id": "k", "number": 9, "answers": {"step": 1, "actions": [{}]}, "idempotency_key": "k"}
        assert person._send(threading.Event(), message) == {"commitments": ["c"]}
        person._hang_up()
        assert [asked.get(timeout=10) for _ in range(4)] == [message] * 4
    assert asked.empty()
    assert (person.cuts, person.trouble) == (1, 2)


def test_a_form_by_a_page_s_socket_is_noted_only_when_its_own_reply_says_that_it_was_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    statuses, asked = iter([200, 409, 200]), Queue[tuple[str, dict[str, list[str]]]]()

    def take(line: ServerConnection) -> None:
        for words in line:
            message = json.loads(words)
            asked.put((line.request.path if line.request else "", parse_qs(message["form"])))
            reply = {"event": "reply", "id": message["id"], "status": next(statuses), "body": ""}
            with contextlib.suppress(ConnectionClosed):
                line.send(json.dumps({"event": "beat", "stands": "1"}))
                line.send(json.dumps(reply))

    with serve(take, "127.0.0.1", 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.socket.getsockname()[1]}"
        person = Person(url, "ana", "token", "session", "page", Random(1), {9: 0})
        for step, cut in enumerate([0, 0, 1], 1):
            monkeypatch.setattr("bench.faults.people.CUT", cut)
            person._send_form(9, step, {"act": "bid"})
        sent = [asked.get(timeout=10) for _ in range(3)]
    assert {path for path, _ in sent} == {"/ws/table/9/?page=faults"}
    assert [form["step"] for _, form in sent] == [["1"], ["2"], ["3"]]
    assert person.known[9].notes == [Noted(9, 1, {"act": "bid"}, "")]
    assert (person.cuts, person.trouble) == (1, 0)


def test_a_commit_arrives_but_its_reply_does_not() -> None:
    came: list[bytes] = []

    def echo(server: socket.socket) -> None:
        for _ in range(2):
            with server.accept()[0] as line:
                while words := line.recv(100):
                    came.append(words)
                    line.sendall(words)

    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=echo, args=[server], daemon=True).start()
        with line_to(server.getsockname()[1]) as (line, port):
            line.breaks = 1
            with socket.create_connection(("127.0.0.1", port), 10) as client:
                client.sendall(b"SELECT 1")
                assert client.recv(100) == b"SELECT 1"
                client.sendall(b"COMMIT")
                assert client.recv(100) == b""
            with socket.create_connection(("127.0.0.1", port), 10) as client:
                client.sendall(b"COMMIT")
                assert client.recv(100) == b"COMMIT"
            assert line.broken == 1
    assert came == [b"SELECT 1", b"COMMIT", b"COMMIT"]


@pytest.mark.django_db
def test_each_table_of_the_run_has_two_people_and_a_bot() -> None:
    exec(f"PEOPLE, MATCHES = 4, {len(GAMES)}\n{MAKE}", {})  # noqa: S102 - as the run does, in a site's shell
    made = list(Match.objects.prefetch_related("seats__user"))
    assert {match.game for match in made} == set(GAMES)
    for match in made:
        names = [seat.user.username for seat in match.seats.all() if seat.user]
        assert match.status == Match.Status.RUNNING
        assert [name.startswith("faults-") for name in names] == [True, True, False]


def marks(*ends: int) -> Any:
    """Looks at the marks of the sweeps, each of which ends at every so many looks; 0 is never."""
    looks = itertools.count()

    def look() -> Mapping[str, bytes | None]:
        at = next(looks)
        return {task: b"%d" % (at // each) if each else None for task, each in zip(SWEEPS, ends, strict=True)}

    return look


@pytest.mark.parametrize(("ends", "stopped"), [((1, 2), []), ((1, 0), ["notifications.sweep"]), ((0, 0), list(SWEEPS))])
def test_sweeps_that_stop_are_noticed(ends: tuple[int, ...], stopped: list[str]) -> None:
    patience = 0.2 if stopped else 60
    assert sweeps_that_stop(marks(*ends), patience=patience, pause=0.001) == stopped


def test_the_marks_are_those_that_sweeps_leave(monkeypatch: pytest.MonkeyPatch) -> None:
    left: list[str] = []
    monkeypatch.setattr(cache, "set", lambda key, *_, **__: left.append(cache.make_key(key)))
    for task in heartbeat.SWEEPS:
        heartbeat.beat(task, now=timezone.now(), seconds=0.1)
    assert left == [MARK.format(task) for task in SWEEPS]
