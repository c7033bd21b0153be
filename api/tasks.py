"""Background tasks of the API."""

from celery import shared_task
from django.utils import timezone

from api.idempotency import forget_old


@shared_task(name="api.forget_replies")
def forget_replies() -> None:
    """Delete expired replies."""
    forget_old(now=timezone.now())
