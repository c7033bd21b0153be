"""A WebSocket by which programs answer: the requests and replies of `POST matches/…/answers` as messages."""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from io import BytesIO
from typing import Annotated, Any, TypeVar
from weakref import WeakKeyDictionary

import msgspec
from channels.db import database_sync_to_async
from django.urls import path
from msgspec import Meta
from rest_framework.exceptions import APIException

from accounts.security.client_address import address_of, request_of
from api.messages import ApiRequest, ApiResponse
from api.parsing import JsonParser
from api.problems import problem_of, refusal_of
from api.scopes import Scope
from foundation.guarded import run_guarded
from foundation.language import reading_in
from matches.api.answer_groups import Reply, Sent, broken, take_together
from matches.api.sockets import ProgramSocket

logger = logging.getLogger(__name__)
R = TypeVar("R")
_Waiting = tuple[Sent, "asyncio.Future[Reply]"]
_Name = int | tuple[int, str]
_Alone = tuple[Sent, Callable[[], Reply], "asyncio.Future[Reply]"]

MOST_TOGETHER = 50
"""The most answers that are sealed in one transaction."""
MOST_GROUPS = 2
"""The most groups under way: one is committed while the next is prepared."""
MOST_APART = 4
"""The most tables whose answers are taken one by one at the same moment."""
TOGETHER_AFTER = 0.002
"""Seconds for which answers are gathered after a group: those who were just replied to send their next ones."""
MOST_OPEN = 32
"""The most answers of a socket without a reply. The site reads on when there are fewer."""
PAUSE = 1.0
"""Seconds for which a message over the limit, or one that cannot be read, stays open."""
UNAUTHORIZED, TOO_MANY_REQUESTS = 401, 429


class AnswersMessage(ApiRequest):
    """One message of a program."""

    id: int | Annotated[str, Meta(max_length=100)]
    """Comes back with the reply."""
    number: Annotated[int, Meta(ge=1, le=2**63 - 1)]
    """The match."""
    answers: Any
    """The body of `POST matches/…/answers`."""
    idempotency_key: Annotated[str, Meta(max_length=100)] | None = None


class SocketReply(ApiResponse, omit_defaults=True):
    """One message to the program: what the request would get, and whose reply it is."""

    id: int | str | None
    status: int
    body: Any
    retry_after: int | None = None
    replayed: bool = False


class Intake:
    """Takes all answers that come by the sockets of this process. Those that come while it writes go together.

    While one group is committed, the next is prepared: the first waits for the disk, the second for the processor.
    """

    def __init__(self) -> None:
        self.waiting: list[_Waiting] = []
        self.work: asyncio.Task[None] | None = None
        self.groups: dict[asyncio.Task[None], frozenset[_Name]] = {}
        """The groups under way, each with its tables and keys."""
        # What waits for a table apart keeps no thread from the groups.
        self.threads, self.threads_apart = ThreadPoolExecutor(MOST_GROUPS), ThreadPoolExecutor(MOST_APART)
        self.apart: set[asyncio.Task[None]] = set()
        self.behind: dict[int, list[_Waiting]] = {}
        """The tables with answers that are taken one by one, each with what came after these."""

    async def reply_to(self, sent: Sent) -> Reply:
        """Have answers taken; return the reply once what they changed is committed."""
        reply: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self.waiting.append((sent, reply))
        self._go_on()
        return await reply

    def _go_on(self) -> None:
        if self.waiting and (self.work is None or self.work.done()):
            self.work = asyncio.create_task(self._take())

    async def _take(self) -> None:
        while group := self._next():
            prepared = asyncio.Event()
            work = asyncio.create_task(self._take_group(group, prepared))
            self.groups[work] = frozenset().union(*(_names_of(sent) for sent, _ in group))
            work.add_done_callback(self._end_group)
            await prepared.wait()
            if len(self.groups) == MOST_GROUPS:
                await asyncio.wait(self.groups, return_when=asyncio.FIRST_COMPLETED)
            await asyncio.sleep(TOGETHER_AFTER)

    def _end_group(self, work: asyncio.Task[None]) -> None:
        del self.groups[work]
        # Answers to its tables may have waited for it.
        self._go_on()

    async def _take_group(self, group: list[_Waiting], prepared: asyncio.Event) -> None:
        """Seal a group, and reply. Set `prepared` once the rest of it is up to the database."""
        together, loop = [sent for sent, _ in group], asyncio.get_running_loop()
        try:
            commits = partial(loop.call_soon_threadsafe, prepared.set)
            done = await _in_thread(self.threads, take_together, together, commits)
        finally:
            prepared.set()
        again: list[_Waiting] = []
        alone: dict[int, list[_Alone]] = {}
        for (sent, reply), found in zip(group, done or [broken(sent) for sent in together], strict=True):
            if isinstance(found, Reply):
                _settle(reply, found)
            elif isinstance(found, Sent):
                again.append((found, reply))
            else:
                alone.setdefault(sent.number, []).append((sent, found, reply))
        self.waiting = again + self.waiting
        # What is alone keeps its order at a table, and keeps no other waiting.
        for number, rest in alone.items():
            self.behind[number] = []
            work = asyncio.create_task(self._one_by_one(number, rest))
            self.apart.add(work)
            work.add_done_callback(self.apart.discard)

    def _next(self) -> list[_Waiting]:
        """Return what is taken together next.

        What comes to a table with work apart stands behind that, and waits for a group with the same table or key.
        """
        group: list[_Waiting] = []
        rest: list[_Waiting] = []
        taken = set[_Name]().union(*self.groups.values())
        for one in self.waiting:
            queue = self.behind.get(one[0].number)
            if queue is None:
                queue = group if len(group) < MOST_TOGETHER and taken.isdisjoint(_names_of(one[0])) else rest
            if queue is rest:
                # What comes after it to the same table is not to overtake it.
                taken.add(one[0].number)
            queue.append(one)
        self.waiting = rest
        return group

    async def _one_by_one(self, number: int, rest: "list[_Alone]") -> None:
        for sent, take, reply in rest:
            _settle(reply, await _in_thread(self.threads_apart, take) or broken(sent))
        # These came before all that waits for the same table now.
        self.waiting = self.behind.pop(number) + self.waiting
        self._go_on()


def _names_of(sent: Sent) -> "set[_Name]":
    """Return what two groups under way may not share: the table, and the client's key."""
    return {sent.number} if sent.key is None else {sent.number, (sent.token_id, sent.key)}


def _settle(reply: "asyncio.Future[Reply]", found: Reply) -> None:
    """Give a reply to the socket that waits for it, if it still does."""
    if not reply.done():
        reply.set_result(found)


async def _in_thread(threads: ThreadPoolExecutor, work: Callable[..., R], *given: Any) -> R | None:
    """Run work that uses the database, and return its result, or None if it fails."""
    guarded = partial(run_guarded, partial(work, *given), "Answers by socket failed", logger=logger, default=None)
    try:
        found: R | None = await database_sync_to_async(guarded, thread_sensitive=False, executor=threads)()
    except Exception as error:  # noqa: BLE001 - connections are opened and closed outside of what is guarded
        logger.error("Answers by socket failed: %s", type(error).__name__)
        return None
    return found


_intakes: "WeakKeyDictionary[asyncio.AbstractEventLoop, Intake]" = WeakKeyDictionary()


def intake() -> Intake:
    """The intake of this process: of its event loop, as only tests have several."""
    return _intakes.setdefault(asyncio.get_running_loop(), Intake())


class AnswersSocket(ProgramSocket):
    """Takes answers, and replies to each once it is committed or refused."""

    needed = Scope.PLAY

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.replying: set[asyncio.Task[None]] = set()

    async def connect(self) -> None:
        """Open as any program's socket."""
        self.address = address_of(request_of(self.scope))
        await super().connect()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Take answers. Return, so that the next message is read, unless the client sends faster than it may."""
        if self.user is None:
            return
        work = asyncio.create_task(self._take(bytes_data if text_data is None else text_data.encode()))
        self.replying.add(work)
        work.add_done_callback(self.replying.discard)
        while len(self.replying) >= MOST_OPEN:
            await asyncio.wait(self.replying, return_when=asyncio.FIRST_COMPLETED)

    async def leave(self) -> None:
        """Leave. What was sent is still taken: the client may ask for the reply by its key."""
        for work in self.replying:
            work.cancel()
        await super().leave()

    async def _take(self, raw: bytes | None) -> None:
        # Nothing waits inside the block, so no other work is read in this language.
        with reading_in(self.language):
            message = _message_or_refusal(raw or b"")
        if isinstance(message, Reply):
            await self._say(None, message)
            await asyncio.sleep(PAUSE)
            return
        sent = Sent(
            scope=self.scope,
            address=self.address,
            token_id=self.token_id or 0,
            token_text=self.text,
            number=message.number,
            answers=message.answers,
            key=message.idempotency_key,
            language=self.language,
        )
        reply = await intake().reply_to(sent)
        await self._say(message.id, reply)
        if reply.status == UNAUTHORIZED:
            await self.look()
        elif reply.status == TOO_MANY_REQUESTS:
            # One of the open places is taken meanwhile.
            await asyncio.sleep(PAUSE)

    async def _say(self, number: int | str | None, reply: Reply) -> None:
        said = SocketReply(number, reply.status, reply.body, reply.wait, reply.replayed)
        await self.send(text_data=msgspec.json.encode(said).decode())


def _message_or_refusal(raw: bytes) -> AnswersMessage | Reply:
    try:
        return _message(raw)
    except APIException as refused:
        return Reply(refused.status_code, problem_of(refused, {}))


def _message(raw: str | bytes) -> AnswersMessage:
    """Read a message, with the limits that bodies of requests have. Raises `APIException`."""
    value = JsonParser().parse(BytesIO(raw if isinstance(raw, bytes) else raw.encode()))
    try:
        return msgspec.convert(value, AnswersMessage)
    except msgspec.ValidationError as error:
        raise refusal_of(error, AnswersMessage) from error


answer_urls = [path("ws/v1/answers", AnswersSocket.as_asgi())]
