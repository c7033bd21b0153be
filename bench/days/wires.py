"""Fakes for what is not real in the simulation: the clock, the queue, sockets, mail and push."""

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import datetime
from http import HTTPStatus
from random import Random
from unittest.mock import patch

from django.test import override_settings

from bench.days.watch import Watch, WatchedBackend
from matches.bots.play import play_bots
from matches.rounds.resolve import resolve_round
from matches.rounds.together import resolve_rounds
from matches.timeouts.changed_hours import follow_hours
from matches.timeouts.timeouts import pass_deadlines
from notifications.models import Device, Webhook
from notifications.services import send_digest_handed_on, send_notice

LOST = 0.03
"""The share of queue messages that get lost."""


class Wires:
    """The queue: messages wait here until their sender is done; some never arrive."""

    def __init__(self, watch: Watch, dice: Random) -> None:
        self.watch, self.dice = watch, dice
        self.waiting: deque[tuple[str, tuple[int, ...]]] = deque()
        self.lost = False
        """Whether a message was lost since the last sweep, so that the next one has something to find."""
        self.moved = True
        """Whether anything has changed at any table since this was last checked."""

    def send(self, task: str, *numbers: int) -> None:
        """Queue a message, or lose it."""
        self.moved = True
        if self.dice.random() < LOST:
            self.lost = True
        else:
            self.waiting.append((task, numbers))

    def push(self, *args: object) -> None:
        """Notify no one, as no page is open."""
        self.moved = True

    def deliver(self) -> None:
        """Run all queued tasks, and those they queue."""
        while self.waiting:
            task, numbers = self.waiting.popleft()
            self._do(task, numbers, self.watch.now)

    def _do(self, task: str, numbers: Sequence[int], now: datetime) -> None:
        number = numbers[0]
        if task == "matches.resolve_rounds":
            resolve_rounds(match_ids=numbers, now=now)
        elif task == "matches.pass_deadlines":
            pass_deadlines(match_id=number, now=now)
        elif task == "notifications.send_digest":
            send_digest_handed_on(user_id=number, now=now)
        elif task == "matches.resolve_round":
            resolve_round(match_id=number, now=now)
        elif task == "matches.play_bots":
            play_bots(match_id=number, now=now)
        elif task == "matches.follow_hours":
            follow_hours(user_id=number, now=now)
        else:
            send_notice(notice_id=number, now=now)

    def device(self, device: Device, payload: dict[str, str], seconds: int, now: datetime) -> bool:
        """Accept a push to a browser."""
        self.watch.push_arrives(device.user, payload)
        return True

    def webhook(self, webhook: Webhook, body: bytes, now: datetime) -> int:
        """Accept a post to a webhook."""
        self.watch.post_arrives(webhook.user, body)
        return HTTPStatus.NO_CONTENT


@contextmanager
def wired(watch: Watch, dice: Random) -> Iterator[Wires]:
    """Connect the site to the simulation for the duration of the block."""
    wires = Wires(watch, dice)
    WatchedBackend.watch = watch
    with ExitStack() as stack:
        stack.enter_context(override_settings(EMAIL_BACKEND=f"{WatchedBackend.__module__}.WatchedBackend"))
        for name, stand_in in (
            ("django.utils.timezone.now", lambda: watch.now),
            ("foundation.queue._send", wires.send),
            ("foundation.live._send", wires.push),
            ("notifications.channels.by_push._push", wires.device),
            ("notifications.channels.by_webhook._post", wires.webhook),
            ("matches.bots.thinking.THINKERS.run", lambda work, *given: work(*given)),
            # The same seed must simulate the same days.
            ("matches.log.seeds.new_root", lambda: dice.randbytes(32)),
        ):
            stack.enter_context(patch(name, stand_in))
        yield wires
