"""Programs read in the language of their account, or in the one they ask for, over HTTP and by socket alike."""

import json
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.db import OperationalError

from accounts.models import User
from matches.api import answer_groups
from matches.api.answer_groups import Sent, take_alone, take_together
from matches.api.answer_socket import AnswersSocket
from matches.api.stream import TurnsStream
from tests.api.answer_lines import CLIENT, PLAIN, running_table, sent
from tests.api.bots import Caller, token_of
from tests.support.sockets import Socket

pytestmark = pytest.mark.django_db(transaction=True)
TASKS = {
    "en-gb": "Let the dice stand, or give your pawn to roll again",
    "de": "Lass die Würfel liegen oder gib deine Figur für einen neuen Wurf",
}
FAILED = {
    "en-gb": "The site failed. It is not your fault; try again later.",
    "de": "Die Seite hat versagt. Das liegt nicht an dir; versuch es später noch einmal.",
}
WAIT = {"en-gb": "Too many requests.", "de": "Zu viele Anfragen."}
UNREADABLE = {"en-gb": "The body is not JSON.", "de": "Der Body ist kein JSON."}
WRONG = {"step": 9, "actions": [{"act": "let_stand"}]}
CASES = [("de", "en", "de"), ("en-gb", "de", "en-gb"), ("", "de", "de"), ("tlh", "de", "de"), ("", "", "en-gb")]
"""What the account says, what the program asks for, and what it reads."""


@pytest.fixture(autouse=True)
def _two_languages(settings: Any) -> None:
    settings.LANGUAGES = [("en-gb", "English"), ("de", "Deutsch")]


@database_sync_to_async
def table_and_token(language: str) -> tuple[int, str]:
    """The number of a table, and the token of a player with this language."""
    match, people = running_table()
    User.objects.filter(pk=people[0].pk).update(language=language)
    return match.pk, token_of(people[0])


@database_sync_to_async
def by_http(token: str, asked: str, number: int) -> list[Any]:
    """The turns, and the reply to an answer that is refused."""
    caller = Caller(token)
    headers = {"Accept-Language": asked} if asked else {}
    return [
        caller.get("turns", **headers).json(),
        caller.post(f"matches/{number}/answers", WRONG, **headers).json(),
    ]


def socket(kind: Any, token: str, asked: str) -> Socket:
    """A program's socket, opened with this language."""
    line = Socket(kind.as_asgi(), "/ws/v1/of-programs", None)
    headers = [(b"authorization", f"Bearer {token}".encode()), (b"accept-language", asked.encode())]
    line.scope |= {"headers": headers if asked else headers[:1], "client": CLIENT}
    return line


@pytest.mark.parametrize(("chosen", "asked", "read"), CASES)
async def test_turns_and_refusals_are_in_one_language_by_each_way(chosen: str, asked: str, read: str) -> None:
    number, token = await table_and_token(chosen)
    turns, refused = await by_http(token, asked, number)
    assert [turn["task"] for turn in turns["turns"]] == [TASKS[read]]
    stream = socket(TurnsStream, token, asked)
    assert await stream.connect() == 0
    assert await stream.hear() == turns
    await stream.leave()
    line = socket(AnswersSocket, token, asked)
    assert await line.connect() == 0
    await line.say(text=json.dumps({"id": 1, "number": number, "answers": WRONG}))
    assert (await line.hear())["body"] == refused
    await line.say(text="{not json")
    assert UNREADABLE[read] in (await line.hear())["body"]["detail"]
    await line.leave()


def two_readers() -> list[Sent]:
    """Answers at one table of two who read two languages."""
    match, people = running_table()
    asked = zip(people, TASKS, strict=False)
    return [sent(token_of(one), match.pk, PLAIN)._replace(language=language) for one, language in asked]


def details(group: list[Sent]) -> list[str]:
    replies: Any = take_together(group)
    return [reply.body.detail for reply in replies]


def test_those_who_send_together_are_refused_each_in_their_language(settings: Any) -> None:
    settings.BOT_WRITES_PER_MINUTE = 1
    both = two_readers()
    take_together(both)
    for group in (both, both[::-1]):
        for said, one in zip(details(group), group, strict=True):
            assert said.startswith(WAIT[one.language])


def test_those_whose_answers_fail_together_are_told_each_in_their_language(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: Any, **kwargs: Any) -> None:
        raise OperationalError

    group = two_readers()
    monkeypatch.setattr(answer_groups, "seal_together", fail)
    for said, one in zip(details(group), group, strict=True):
        assert said.startswith(FAILED[one.language])


def test_an_answer_taken_alone_keeps_the_language_in_which_its_socket_was_opened() -> None:
    match, people = running_table()
    type(people[0]).objects.filter(pk=people[0].pk).update(language="en-gb")
    one = sent(token_of(people[0]), match.pk, {"step": match.next_step, "actions": [{"act": "no such act"}]})
    said: list[Any] = [take_alone(one._replace(language=language)).body for language in ("", "de", "en-gb")]
    assert len({refusal.code for refusal in said}) == 1
    english, german, again = (refusal.detail for refusal in said)
    assert english == again != german


async def test_what_fails_outside_of_an_answer_is_told_in_the_language_of_its_socket(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*args: Any) -> None:
        raise RuntimeError

    number, token = await table_and_token("de")
    monkeypatch.setattr("matches.api.answer_socket.take_together", fail)
    line = socket(AnswersSocket, token, "en")
    assert await line.connect() == 0
    await line.say(text=json.dumps({"id": 1, "number": number, "answers": PLAIN}))
    assert (await line.hear())["body"]["detail"].startswith(FAILED["de"])
    await line.leave()
