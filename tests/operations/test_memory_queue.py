"""The worker of a site in one process takes a task as soon as it is sent."""

import threading
import time

import pytest
from kombu import Connection, Consumer, Producer, Queue

from piecepack_site.memory_queue import Transport

QUEUE = Queue("test-of-the-memory-queue")
LONG = 30.0


def connection(interval: float = LONG) -> Connection:
    return Connection("memory://localhost/", transport=Transport, transport_options={"polling_interval": interval})


def test_a_message_is_heard_of_at_once() -> None:
    heard: list[str] = []

    def send() -> None:
        with connection() as other, other.channel() as channel:
            Producer(channel).publish("now", routing_key=QUEUE.name, declare=[QUEUE])

    hear = [lambda body, message: heard.append(body)]
    with connection() as ours, ours.channel() as channel, Consumer(channel, [QUEUE], callbacks=hear, no_ack=True):
        later = threading.Timer(0.2, send)
        later.start()
        begun = time.monotonic()
        ours.drain_events(timeout=LONG)
        later.join()
    assert heard == ["now"]
    assert time.monotonic() - begun < LONG / 2


def test_waiting_ends_in_time() -> None:
    with connection(0.01) as ours, ours.channel() as channel:
        consumer = Consumer(channel, [QUEUE], no_ack=True)
        with consumer, pytest.raises(TimeoutError):
            ours.drain_events(timeout=0.05)
