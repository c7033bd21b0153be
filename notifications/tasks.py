"""Background work on notices."""

from celery import shared_task
from django.utils import timezone

from notifications.services import notice_send, notices_sweep
from notifications.services.sweep import notices_remove_old


@shared_task(name="notifications.send")
def send(notice_id: int) -> None:
    """Send one notice if it is due."""
    notice_send(notice_id=notice_id, now=timezone.now())


@shared_task(name="notifications.sweep")
def sweep() -> int:
    """Send what lost hints have missed."""
    return notices_sweep(now=timezone.now())


@shared_task(name="notifications.remove_old")
def remove_old() -> int:
    """Remove what was settled long ago."""
    return notices_remove_old(now=timezone.now())
