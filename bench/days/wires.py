"""Fakes for what is not real in the simulation: the clock, the queue, sockets, mail and push."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import datetime
from functools import partial
from http import HTTPStatus
from random import Random
from typing import Any
from unittest.mock import patch

from django.test import override_settings
from requests import Response

from bench.days.acts import PLAYED
from bench.days.watch import Watch, WatchedBackend
from games.registry import GAMES
from ladders.services.results import follow_match
from ladders.services.rounds import advance_tournament
from matches.bots.play import play_bots
from matches.lobby.arranged import arrange_match
from matches.lobby.tables import create_match, join_match
from matches.models import Match
from matches.rounds.many_rounds import resolve_rounds
from matches.rounds.resolve import resolve_round
from matches.timeouts.changed_hours import follow_hours
from matches.timeouts.many_deadlines import pass_deadlines_of_many
from matches.timeouts.timeouts import pass_deadlines
from meeting.services.seating import sweep as sweep_pool
from notifications.channels.by_messenger import Text
from notifications.enums import MESSENGERS, Channel
from notifications.models import Device, Webhook
from notifications.outgoing import GuardedSession
from notifications.services import send_digest_handed_on, send_notice

LOST = 0.03
"""The share of queue messages that get lost."""

DOES: dict[str, tuple[str, Callable[..., object]]] = {
    "matches.pass_deadlines": ("match_id", pass_deadlines),
    "matches.resolve_round": ("match_id", resolve_round),
    "matches.play_bots": ("match_id", play_bots),
    "matches.follow_hours": ("user_id", follow_hours),
    "ladders.follow_match": ("match_id", follow_match),
    "ladders.advance_tournament": ("tournament_id", advance_tournament),
    "notifications.send": ("notice_id", send_notice),
    "notifications.send_mail": ("notice_id", send_notice),
    "notifications.send_digest": ("user_id", send_digest_handed_on),
}
"""The service that each task calls, and what its number is called there."""


class Wires:
    """The queue: messages wait here until their sender is done; some never arrive."""

    def __init__(self, watch: Watch, dice: Random) -> None:
        self.watch, self.dice = watch, dice
        self.waiting: deque[tuple[str, tuple[int, ...]]] = deque()
        self.lost = False
        """True if a message was lost since the last sweep, so that the next one has something to find."""
        self.moved = True
        """True if anything has changed at any table since this was last checked."""

    def send(self, task: str, *numbers: int, eta: datetime | None = None, expires: float = 0) -> None:
        """Queue a message, or lose it. One for later is left to the sweeps, which find the same."""
        if eta is not None:
            return
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
        if task == "matches.resolve_rounds":
            resolve_rounds(match_ids=numbers, now=now)
        elif task == "matches.pass_deadlines_of_many":
            pass_deadlines_of_many(match_ids=numbers, now=now)
        elif task == "meeting.sweep":
            sweep_pool(now=now)
        else:
            key, does = DOES[task]
            does(**{key: numbers[0]}, now=now)

    def device(self, device: Device, payload: dict[str, str], seconds: int, now: datetime) -> bool:
        """Accept a push to a browser."""
        self.watch.push_arrives(device.user, payload)
        return True

    def messenger(self, channel: Channel, session: GuardedSession, target: str, text: Text) -> Response:
        """Accept a message to a chat, a room or a topic."""
        self.watch.message_arrives(channel, target, text)
        reply = Response()
        reply.status_code = HTTPStatus.OK
        return reply

    def webhook(self, webhook: Webhook, body: bytes, now: datetime) -> int:
        """Accept a post to a webhook."""
        self.watch.post_arrives(webhook.user, body)
        return HTTPStatus.NO_CONTENT


def short(make: Callable[..., Match], watch: Watch | None = None) -> Callable[..., Match]:
    """Return a service that opens a table, with the options of a short match; the watch looks who sits there."""

    def made(*, slug: str, options: object, **given: Any) -> Match:
        options = next((GAMES[slug].Options(**wanted) for known, (wanted, *_) in PLAYED if known == slug), options)
        match = make(slug=slug, options=options, **given)
        if watch is not None:
            watch.look_at_quick_table(match)
        return match

    return made


def joined(watch: Watch) -> Callable[..., Match]:
    """Return the service that seats somebody at an open table, with the watch looking who sits there."""

    def join(**given: Any) -> Match:
        match = join_match(**given)
        watch.look_at_quick_table(match, given["user"])
        return match

    return join


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
            (
                "notifications.channels.by_messenger._SENDERS",
                {channel: partial(wires.messenger, channel) for channel in MESSENGERS},
            ),
            ("matches.bots.thinking.THINKERS.run", lambda work, *given: work(*given)),
            # The same seed must simulate the same days.
            ("matches.log.seeds.new_root", lambda: dice.randbytes(32)),
            ("meeting.services.seating.secrets.SystemRandom", lambda: dice),
            ("ladders.services.tournaments.secrets.token_bytes", dice.randbytes),
            # Usual matches are long: these people have sixty days.
            ("meeting.services.seating.create_match", short(create_match, watch)),
            ("meeting.services.seating.arrange_match", short(arrange_match, watch)),
            ("meeting.services.seating.join_match", joined(watch)),
            ("clubs.services.tables.create_match", short(create_match)),
        ):
            stack.enter_context(patch(name, stand_in))
        yield wires
