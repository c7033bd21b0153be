"""Background jobs for accounts."""

from celery import shared_task
from django.core.cache import cache

from accounts.models import User
from accounts.security.safety_mails import send_safety_mail

A_DAY = 24 * 60 * 60


@shared_task(name="accounts.tell_of_lock")
def tell_of_lock(user_id: int) -> bool:
    """Tell an owner that someone is guessing their password, at most once a day. Return True if the mail was sent."""
    if not cache.add(f"lock-mailed:{user_id}", 1, A_DAY):
        return False
    return send_safety_mail(user=User.objects.get(pk=user_id), change="locked")
