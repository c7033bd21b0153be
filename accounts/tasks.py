"""Background jobs for accounts."""

from smtplib import SMTPException

from celery import shared_task
from django.core.cache import cache

from accounts.models import User
from accounts.security.reset_mails import send_reset_mail
from accounts.security.safety_mails import send_safety_mail_or_raise

A_DAY = 24 * 60 * 60
TRIES = 5
"""How often a mail is tried while the mail server fails: for some minutes."""
FAILURES = (OSError, SMTPException)


@shared_task(name="accounts.send_lock_mail", autoretry_for=FAILURES, retry_backoff=10, max_retries=TRIES)
def send_lock_mail(user_id: int) -> bool:
    """Tell an owner that someone is guessing their password, at most once a day. Return True if the mail was sent.

    There may be no such user: tries at a name that nobody has are handled like others.
    """
    user = User.objects.filter(pk=user_id, is_active=True).first()
    told = f"lock-mailed:{user_id}"
    if user is None or not cache.add(told, 1, A_DAY):
        return False
    try:
        return send_safety_mail_or_raise(user=user, change="locked")
    except FAILURES:
        cache.delete(told)
        raise


@shared_task(name="accounts.send_reset_mails", autoretry_for=FAILURES, retry_backoff=10, max_retries=TRIES)
def send_reset_mails(*user_ids: int) -> int:
    """Mail users the link to choose a new password. Return their number.

    A worker does it, so that nobody sees from a page or its delay whether an address has an account.
    """
    users = User.objects.filter(pk__in=user_ids, is_active=True)
    for user in users:
        send_reset_mail(user=user)
    return len(users)
