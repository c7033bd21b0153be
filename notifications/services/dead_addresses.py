"""Mail addresses that do not work: stored, shown to their owners, and retried on request."""

import logging
from datetime import datetime

from accounts.models import User
from notifications.bouncing import Bounce
from notifications.enums import Channel, State
from notifications.kinds import Kind
from notifications.models import DeadAddress, Notice

log = logging.getLogger(__name__)


def mark_address_dead(*, user: User, address: str, reason: str, now: datetime) -> None:
    """Stop mails to an address until its owner asks to try it again."""
    found = {"reason": reason[:300], "failed_at": now}
    DeadAddress.objects.update_or_create(user=user, address=address, defaults=found)


def mark_address_alive(*, user: User) -> int:
    """Try a user's addresses again. Return the number of dead ones."""
    return DeadAddress.objects.filter(user=user).delete()[0]


def record_bounce(*, bounce: Bounce, now: datetime) -> bool:
    """Mark a bounced notice and its address. Return False if no such mail was sent."""
    notice = Notice.objects.select_related("user").filter(pk=bounce.notice_id, state=State.SENT).first()
    if notice is None or not notice.address:
        return False
    same = Notice.objects.filter(pk=notice.pk)
    if notice.channel == Channel.DIGEST or notice.kind == Kind.TURN:
        # Several notices came in one mail.
        together = Notice.objects.filter(user=notice.user, channel=notice.channel, settled_at=notice.settled_at)
        same = together.filter(state=State.SENT, address=notice.address)
    same.update(state=State.BOUNCED, reason=bounce.reason[:300])
    mark_address_dead(user=notice.user, address=notice.address, reason=bounce.reason, now=now)
    log.warning("The mail of notice %s came back.", notice.pk)
    return True
