"""Nothing is sent in a user's quiet hours, whenever it was planned."""

from datetime import datetime

from notifications.models import Notice, State


def is_put_off(*, notice_id: int, now: datetime) -> bool:
    """Let a notice wait for the end of its user's quiet hours; tell whether it does."""
    notice = Notice.objects.select_related("user").get(pk=notice_id)
    over = notice.user.quiet_over(now)
    if over > now:
        Notice.objects.filter(pk=notice_id, state=State.DUE).update(due_at=over)
    return over > now
