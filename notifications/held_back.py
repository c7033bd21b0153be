"""Notices that are not sent because their reader's turn is settled in secret.

Such a notice goes its way through the ledger like any other, so that the ledger tells nobody of the secret;
only the last step, handing it to its channel, is left out. When the secret is out, the ledger is put right:
see `notices_held_back_told`.
"""

from collections.abc import Callable, Collection, Iterable
from datetime import datetime

from notifications.kinds import Kind
from notifications.models import Notice
from notifications.terms import Channel, State

Turn = tuple[str, int]
"""A topic and a step."""
Settled = Callable[[int, Collection[Turn]], set[Turn]]
"""For which of these turns a user (by key) has, in secret, nothing left to do."""
Open = Callable[[Collection[Turn]], set[Turn]]
"""Which of these turns are not over yet."""

MAYBE = "sent, unless your plan had settled the turn"
REASON = "The turn was settled by a plan, so it was not sent."
ABOUT_TURNS = (Kind.TURN, Kind.REMINDER)

_asks: list[Settled] = []
_open: list[Open] = []


def ask_before_sending(ask: Settled) -> None:
    """Have `ask` consulted before a notice about a turn is sent."""
    if ask not in _asks:
        _asks.append(ask)


def ask_whether_open(ask: Open) -> None:
    """Have `ask` consulted for what the ledger may say of a turn."""
    if ask not in _open:
        _open.append(ask)


def outcomes(notices: Collection[Notice]) -> dict[int, str]:
    """What became of notices, by key and in words.

    Until a turn is over, the words are the same for what was sent and what was held back: else they would tell.
    """
    told = [notice for notice in notices if notice.kind in ABOUT_TURNS and notice.state == State.SENT]
    turns = {(notice.topic, notice.step) for notice in told}
    still = set[Turn]().union(*(ask(turns) for ask in _open))
    maybe = {notice.pk for notice in told if (notice.topic, notice.step) in still}
    return {notice.pk: MAYBE if notice.pk in maybe else notice.get_state_display() for notice in notices}


def is_held_back(notice: Notice) -> bool:
    """Whether a notice must go no further than the ledger."""
    return bool(held_back(notice.user_id, [notice]))


def held_back(user_id: int, notices: Iterable[Notice]) -> set[int]:
    """Which of a user's notices, by key, are about turns that they have settled in secret."""
    turns = {notice.pk: (notice.topic, notice.step) for notice in notices if notice.kind in ABOUT_TURNS}
    settled = set[Turn]().union(*(ask(user_id, set(turns.values())) for ask in _asks)) if turns else set()
    return {key for key, turn in turns.items() if turn in settled}


def notices_held_back_told(*, user_id: int, topic: str, step: int, since: datetime) -> int:
    """Put the ledger right once a secret is out: what was held back since then was not sent; how many."""
    held = Notice.objects.filter(user_id=user_id, topic=topic, step=step, kind__in=ABOUT_TURNS, state=State.SENT)
    # What the page shows has been told.
    held = held.exclude(channel=Channel.PAGE)
    return held.filter(settled_at__gte=since).update(state=State.STALE, reason=REASON)
