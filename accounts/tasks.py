"""Background jobs for accounts."""

from celery import shared_task
from django.core.cache import cache

from accounts.models import User
from accounts.security.safety_mails import send_safety_mail

A_DAY = 24 * 60 * 60


@shared_task(name="accounts.tell_of_lock")
def tell_of_lock(user_id: int) -> bool:
    """Tell an owner that someone is guessing their password, at most once a day. Return True if the mail was sent.

    The id may be of nobody: tries at a name that nobody has are handled like others.
    """
    user = User.objects.filter(pk=user_id, is_active=True).first()
    if user is None or not cache.add(f"lock-mailed:{user_id}", 1, A_DAY):
        return False
    return send_safety_mail(user=user, change="locked")
