"""Answers by the sockets of programs, for benchmarks."""

import asyncio
import json
from collections import defaultdict
from contextlib import AsyncExitStack

from websockets.asyncio.client import ClientConnection, connect

from bench.visitors import People, Round

CREATED = 201
Answer = tuple[Round, int]
"""A round, and the seat that answers."""


class Lines:
    """A socket of each person, held open from wave to wave as a program holds it."""

    def __init__(self, urls: list[str], people: People) -> None:
        self._urls = [f"{url.replace('http', 'ws', 1)}/ws/v1/answers" for url in urls]
        self._people = people
        self._open: list[ClientConnection] = []

    async def open(self, stack: AsyncExitStack) -> None:
        """Connect everyone, spread over the web processes, until the stack is left."""
        for number, token in enumerate(self._people.tokens):
            headers = {"Authorization": f"Bearer {token}"}
            url = self._urls[number % len(self._urls)]
            line = connect(url, additional_headers=headers, proxy=None, compression=None)
            self._open.append(await stack.enter_async_context(line))

    async def send(self, answers: list[Answer], at_once: int) -> int:
        """Send every answer, at most so many at a time; return the number of those accepted."""
        of_person: dict[int, list[Answer]] = defaultdict(list)
        for at, seat in answers:
            of_person[self._people.tables[at.table][seat]].append((at, seat))
        places = asyncio.Semaphore(at_once)
        sent = [self._send_all(person, some, places) for person, some in of_person.items()]
        return sum(await asyncio.gather(*sent))

    async def _send_all(self, person: int, answers: list[Answer], places: asyncio.Semaphore) -> int:
        line, accepted = self._open[person], 0
        for at, seat in answers:
            body = {"step": at.step, "actions": [json.loads(at.answers[seat])]}
            async with places:
                await line.send(json.dumps({"id": at.table, "number": at.table, "answers": body}))
                accepted += json.loads(await line.recv())["status"] == CREATED
        return accepted
