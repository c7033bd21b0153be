"""The queue of a site in one process: kombu's queue in memory, whose worker hears of a task as soon as it is sent."""

import threading
import time
from queue import Empty
from typing import Any

from kombu.transport import memory

_arrived = threading.Event()


class Channel(memory.Channel):
    """Tells the worker of each message."""

    def _put(self, queue: str, message: Any, **kwargs: Any) -> None:
        super()._put(queue, message, **kwargs)
        _arrived.set()


class Transport(memory.Transport):
    """Waits for the next message where kombu's sleeps, by default for a second."""

    Channel = Channel
    polling_interval = 0.01
    """How long to wait at most. A worker that was busy takes what came meanwhile without hearing of it."""

    def drain_events(self, connection: Any, timeout: float | None = None, **given: Any) -> None:
        """Deliver a message. Raises `TimeoutError` if none comes in time."""
        channels: Any = self.cycle
        begun = time.monotonic()
        while True:
            _arrived.clear()
            try:
                channels.get(self._deliver, timeout=timeout)
            except Empty:
                if timeout is not None and time.monotonic() - begun >= timeout:
                    raise TimeoutError from None
                _arrived.wait(self.polling_interval)
            else:
                return
