"""Background jobs for notices."""

from celery import shared_task
from django.utils import timezone

from notifications.services import send_notice, sweep_notices
from notifications.services.messengers import collect_telegram_codes


@shared_task(name="notifications.send")
def send(notice_id: int) -> None:
    """Send one notice if it is due."""
    send_notice(notice_id=notice_id, now=timezone.now())


@shared_task(name="notifications.sweep")
def sweep() -> int:
    """Send every notice that is due."""
    return sweep_notices(now=timezone.now())


@shared_task(name="notifications.collect_codes")
def collect_codes() -> int:
    """Link those whose code the bot was sent."""
    return collect_telegram_codes(now=timezone.now())
