"""Notices that are not sent because a conditional move has secretly settled the reader's turn.

Such a notice passes through the ledger like any other, so the ledger does not reveal the secret. Only the last step,
delivery, is left out. Once the secret is out, `settle_held_back` corrects the ledger.
"""

from collections.abc import Callable, Collection, Iterable
from datetime import datetime

from django.utils.translation import gettext_lazy, gettext_noop

from notifications.enums import Channel, State
from notifications.kinds import Kind
from notifications.models import Notice

Turn = tuple[str, int]
"""A topic and a step."""
Settled = Callable[[int, Collection[Turn]], set[Turn]]
"""Given a user's id and turns, return the turns that the user has secretly settled."""
Open = Callable[[Collection[Turn]], set[Turn]]
"""Return the turns that are not over yet."""

MAYBE = gettext_lazy("sent, unless your conditional moves had settled the turn")
REASON = gettext_noop("The turn was settled by a conditional move, so it was not sent.")
ABOUT_TURNS = (Kind.TURN, Kind.REMINDER)

_asks: list[Settled] = []
_open: list[Open] = []


def ask_before_sending(ask: Settled) -> None:
    """Register a function that is asked before a notice about a turn is sent."""
    if ask not in _asks:
        _asks.append(ask)


def ask_whether_open(ask: Open) -> None:
    """Register a function that is asked which turns are still open."""
    if ask not in _open:
        _open.append(ask)


def outcomes(notices: Collection[Notice]) -> dict[int, str]:
    """The outcome of each notice in words, by id.

    Until a turn is over, sent and held-back notices get the same words, to keep the secret.
    """
    sent = [notice for notice in notices if notice.kind in ABOUT_TURNS and notice.state == State.SENT]
    turns = {(notice.topic, notice.step) for notice in sent}
    still = set[Turn]().union(*(ask(turns) for ask in _open))
    maybe = {notice.pk for notice in sent if (notice.topic, notice.step) in still}
    return {notice.pk: str(MAYBE if notice.pk in maybe else notice.get_state_display()) for notice in notices}


def is_held_back(notice: Notice) -> bool:
    """True if the notice must not be delivered."""
    return bool(held_back(notice.user_id, [notice]))


def held_back(user_id: int, notices: Iterable[Notice]) -> set[int]:
    """The ids of the notices about turns that the user has secretly settled."""
    turns = {notice.pk: (notice.topic, notice.step) for notice in notices if notice.kind in ABOUT_TURNS}
    settled = set[Turn]().union(*(ask(user_id, set(turns.values())) for ask in _asks)) if turns else set()
    return {key for key, turn in turns.items() if turn in settled}


def settle_held_back(*, user_id: int, topic: str, step: int, since: datetime) -> int:
    """Mark notices held back since then as not sent, once the secret is out. Return their number."""
    held = Notice.objects.filter(user_id=user_id, topic=topic, step=step, kind__in=ABOUT_TURNS, state=State.SENT)
    # Notices on the page were delivered.
    held = held.exclude(channel=Channel.PAGE)
    return held.filter(settled_at__gte=since).update(state=State.STALE, reason=REASON)
