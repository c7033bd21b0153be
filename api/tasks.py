"""Background work of the interface."""

from celery import shared_task
from django.utils import timezone

from api.idempotency import forget_old


@shared_task(name="api.forget_replies")
def forget_replies() -> None:
    """Remove replies that are kept no longer."""
    forget_old(now=timezone.now())
