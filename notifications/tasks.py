"""Background jobs for notices."""

from celery import shared_task
from django.utils import timezone

from foundation.one_at_a_time import LEASE_SECONDS, one_at_a_time
from notifications.services import send_digest_handed_on, send_mail_handed_on, send_notice, sweep_notices
from notifications.services.messengers import collect_telegram_codes


@shared_task(name="notifications.send")
def send(notice_id: int) -> None:
    """Send one notice if it is due."""
    send_notice(notice_id=notice_id, now=timezone.now())


@shared_task(name="notifications.send_mail")
def send_mail(notice_id: int) -> None:
    """Send one mail if it is due and the mail server is not down."""
    send_mail_handed_on(notice_id=notice_id, now=timezone.now())


@shared_task(name="notifications.send_digest")
def send_digest(user_id: int) -> None:
    """Send a user's daily mail if it is due and the mail server is not down."""
    send_digest_handed_on(user_id=user_id, now=timezone.now())


@shared_task(name="notifications.sweep")
@one_at_a_time("notifications.sweep", LEASE_SECONDS)
def sweep() -> int:
    """Send every notice that is due."""
    return sweep_notices(now=timezone.now())


@shared_task(name="notifications.send_due")
@one_at_a_time("notifications.sweep", LEASE_SECONDS)
def send_due() -> int:
    """Do what the sweep does, in the second in which a notice falls due. If it is lost, the next sweep does it."""
    return sweep_notices(now=timezone.now())


@shared_task(name="notifications.collect_codes")
def collect_codes() -> int:
    """Link those whose code the bot was sent."""
    return collect_telegram_codes(now=timezone.now())
