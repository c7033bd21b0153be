"""Background work on users."""

from celery import shared_task
from django.core.cache import cache
from django.utils import timezone

from accounts.models import User
from accounts.safety_mails import safety_mail
from accounts.services import guests_remove_unused

A_DAY = 24 * 60 * 60


@shared_task(name="accounts.guests_remove_unused")
def remove_unused_guests() -> int:
    """Remove guests who never played."""
    return guests_remove_unused(now=timezone.now())


@shared_task(name="accounts.tell_of_lock")
def tell_of_lock(user_id: int) -> bool:
    """Tell the owner of an account that somebody guesses at its password, once a day at most."""
    if not cache.add(f"lock-told:{user_id}", 1, A_DAY):
        return False
    return safety_mail(user=User.objects.get(pk=user_id), change="locked")
