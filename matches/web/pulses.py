"""The pulse of open tables: every few seconds each of their sockets says which version of the table stands.

A page compares that with what it shows, and so notices a message that was lost. It also knows that its line is up.

The site asks the database, which forgets nothing that Redis may lose, and not for each socket: tables take turns, so
that each second has one short query for all that are due. Sockets need no timer of their own for it, and pages say
nothing to it. Who may hear a chat room hears its version too. `answers` tells the page that its socket takes answers:
a web process of an older release, which may still run beside a newer one, does not.
"""

import asyncio
import json
import logging
from collections.abc import Collection, Mapping
from typing import Protocol
from weakref import WeakKeyDictionary

from channels.db import database_sync_to_async
from django.db import Error

from matches.live import versions
from matches.models.social import Room

TURNS, TURN = 15, 1.0
"""How many turns there are, and the seconds of each. Their product is the time from pulse to pulse:
`static/js/socket.js` gives a line up that has none in more than twice that time."""
SILENT = json.dumps({"event": "pulse"})
"""The pulse of a moment at which the database says nothing."""
Versions = Mapping[int, Mapping[str, str]]
logger = logging.getLogger(__name__)


class Listener(Protocol):
    """A socket that is told what stands."""

    number: int
    rooms: tuple[Room, ...]

    def pulse(self, text: str) -> None:
        """Send a pulse, unless the last one is still on its way."""


class Pulses:
    """The sockets of tables in one event loop."""

    def __init__(self) -> None:
        self._tables: dict[int, set[Listener]] = {}
        self._task: asyncio.Task[None] | None = None

    async def join(self, socket: Listener) -> None:
        """Pulse for a socket from now on, and at once for the first time."""
        self._tables.setdefault(socket.number, set()).add(socket)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())
        _tell([socket], await _versions([socket.number]))

    def leave(self, socket: Listener) -> None:
        """Pulse no longer for a socket."""
        sockets = self._tables.get(socket.number, set())
        sockets.discard(socket)
        if not sockets:
            self._tables.pop(socket.number, None)
        if not self._tables and self._task:
            self._task.cancel()

    async def pulse(self, turn: int) -> None:
        """Pulse for the tables whose turn it is."""
        due = [number for number in self._tables if number % TURNS == turn % TURNS]
        if due:
            found = await _versions(due)
            _tell([socket for number in due for socket in self._tables.get(number, ())], found)

    async def _run(self) -> None:
        turn = 0
        while True:
            await asyncio.sleep(TURN)
            await self.pulse(turn)
            turn += 1


_of_loop: WeakKeyDictionary[asyncio.AbstractEventLoop, Pulses] = WeakKeyDictionary()


def pulses() -> Pulses:
    """Return the pulses of the running event loop."""
    return _of_loop.setdefault(asyncio.get_running_loop(), Pulses())


def _tell(sockets: Collection[Listener], found: Versions) -> None:
    """Send each socket its pulse; those at one table that hear the same rooms have the same."""
    texts: dict[tuple[int, tuple[Room, ...]], str] = {}
    for socket in sockets:
        key = socket.number, socket.rooms
        if key not in texts:
            texts[key] = _text(found[socket.number], socket.rooms) if socket.number in found else SILENT
        socket.pulse(texts[key])


def _text(versions: Mapping[str, str], rooms: Collection[Room]) -> str:
    return json.dumps({"event": "stands", "answers": True, **{name: versions[name] for name in ("table", *rooms)}})


async def _versions(numbers: Collection[int]) -> Versions:
    try:
        found: Versions = await database_sync_to_async(versions)(numbers)
    except Error as error:
        # The line is up all the same.
        logger.warning("Open tables cannot be told what stands: %s", type(error).__name__)
        return {}
    return found
