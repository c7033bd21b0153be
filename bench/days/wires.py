"""The wires between the parts of the site, as far as they are not real: the clock, the queue, sockets, mail, push."""

from collections import deque
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime
from http import HTTPStatus
from random import Random
from unittest.mock import patch

from django.test import override_settings

from bench.days.watch import Watch, WatchedBackend
from games import thinking
from games.services.bots import bots_play
from games.services.habits import habits_follow
from games.services.rounds import round_resolve
from notifications.models import Device, Webhook
from notifications.services import notice_send

LOST = 0.03
"""The share of hints that get lost."""


class Wires:
    """The queue: hints wait here until whoever sent them is done; some never arrive."""

    def __init__(self, watch: Watch, dice: Random) -> None:
        self.watch, self.dice = watch, dice
        self.waiting: deque[tuple[str, int]] = deque()
        self.lost = False
        """Whether a hint was lost since this was last asked: then the next sweep has something to find."""
        self.moved = True
        """Whether anything has happened at any table since this was last asked."""

    def send(self, task: str, number: int) -> None:
        """Queue a hint, or lose it."""
        self.moved = True
        if self.dice.random() < LOST:
            self.lost = True
        else:
            self.waiting.append((task, number))

    def push(self, *said: object) -> None:
        """Tell nobody: no page is open."""
        self.moved = True

    def deliver(self) -> None:
        """Do all that is asked for, and what follows from it."""
        while self.waiting:
            task, number = self.waiting.popleft()
            self._do(task, number, self.watch.now)

    def _do(self, task: str, number: int, now: datetime) -> None:
        if task == "games.resolve_round":
            round_resolve(match_id=number, now=now)
        elif task == "games.play_bots":
            bots_play(match_id=number, now=now)
        elif task == "games.follow_habits":
            habits_follow(user_id=number, now=now)
        else:
            notice_send(notice_id=number, now=now)

    def device(self, device: Device, payload: dict[str, str], seconds: int, now: datetime) -> bool:
        """A browser that takes every push."""
        self.watch.push_arrives(device.user, payload)
        return True

    def webhook(self, webhook: Webhook, body: bytes, now: datetime) -> int:
        """The other end of a webhook, that takes every post."""
        self.watch.post_arrives(webhook.user, body)
        return HTTPStatus.NO_CONTENT


def _think_here(slug: str, brain: str, seen: bytes, legal: bytes) -> int:
    """Let a bot think in this process: starting another for each simulation would take longer."""
    return thinking.think(slug, brain, seen, legal)


@contextmanager
def wired(watch: Watch, dice: Random) -> Iterator[Wires]:
    """Connect the site to the simulation for as long as the block lasts."""
    wires = Wires(watch, dice)
    WatchedBackend.watch = watch
    with ExitStack() as stack:
        stack.enter_context(override_settings(EMAIL_BACKEND=f"{WatchedBackend.__module__}.WatchedBackend"))
        for name, stand_in in (
            ("django.utils.timezone.now", lambda: watch.now),
            ("games.hints._send", wires.send),
            ("games.push._send", wires.push),
            ("notifications.live._send", lambda groups: None),
            ("notifications.hints._hint", lambda number: wires.send("notifications.send", number)),
            ("accounts.hints._send", wires.send),
            ("notifications.channels.by_push._push", wires.device),
            ("notifications.channels.by_webhook._post", wires.webhook),
            ("games.thinking._think", _think_here),
            # So that the same dice make the same days.
            ("games.services.seeds.new_seed", lambda: dice.randbytes(32)),
        ):
            stack.enter_context(patch(name, stand_in))
        yield wires
