"""Open sockets check again what they may do once their user logs out or is suspended, or the account is closed."""

from typing import Any

from django.contrib.auth.signals import user_logged_out
from django.db.models.signals import post_save
from django.dispatch import receiver
from django.utils import timezone

from accounts.identity.selectors import selves
from accounts.models import User
from accounts.security.suspension import is_suspended
from foundation.live import push_access


@receiver(post_save, sender=User, dispatch_uid="accounts.check_sockets")
def check_sockets(instance: User, **_: Any) -> None:
    """Have the sockets of a user and of their bot accounts look again, if the user may do nothing now."""
    if not instance.is_active or is_suspended(instance, timezone.now()):
        push_access(selves(instance))


@receiver(user_logged_out, dispatch_uid="accounts.check_sockets_after_log_out")
def check_sockets_after_log_out(user: User | None, **_: Any) -> None:
    """Have the sockets of a user look again: those of the log-in that has ended are no longer theirs."""
    if user is not None:
        push_access([user.pk])
