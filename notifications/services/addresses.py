"""Mail addresses that do not work: remembered, shown to their owners, and tried again when they say so."""

import logging
from datetime import datetime

from accounts.models import User
from notifications.bouncing import Report
from notifications.models import DeadAddress, Notice
from notifications.terms import Channel, State

log = logging.getLogger(__name__)


def address_died(*, user: User, address: str, reason: str, now: datetime) -> None:
    """Send no more mails to an address until its owner has seen to it."""
    found = {"reason": reason[:300], "failed_at": now}
    DeadAddress.objects.update_or_create(user=user, address=address, defaults=found)


def address_revived(*, user: User) -> int:
    """Try a user's addresses again, as they ask; how many were dead."""
    return DeadAddress.objects.filter(user=user).delete()[0]


def bounce_taken(*, report: Report, now: datetime) -> bool:
    """Mark the notice of a mail that came back, and the address it went to; whether there is such a mail."""
    notice = Notice.objects.select_related("user").filter(pk=report.notice_id, state=State.SENT).first()
    if notice is None or not notice.address:
        return False
    same = Notice.objects.filter(pk=notice.pk)
    if notice.channel == Channel.DIGEST:
        same = Notice.objects.filter(user=notice.user, channel=Channel.DIGEST, settled_at=notice.settled_at)
    same.update(state=State.BOUNCED, reason=report.reason[:300])
    address_died(user=notice.user, address=notice.address, reason=report.reason, now=now)
    log.warning("The mail of notice %s came back.", notice.pk)
    return True
