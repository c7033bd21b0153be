"""Names that were taken away, stored as hashes of their looks so that nobody can read them, or use one like them."""

import hashlib
import hmac
from datetime import datetime

from django.conf import settings

from accounts.models import FormerName, User
from accounts.values.lookalikes import look_of


def keep_former_name(*, user: User, now: datetime) -> None:
    """Reserve a user's current name so that neither it nor one that looks like it can be used again."""
    FormerName.objects.create(look=hash_of(user.username), user=user, taken_at=now)


def forget_former_name(*, user: User, name: str) -> None:
    """Release a name that was taken from this user."""
    FormerName.objects.filter(user=user, look=hash_of(name)).delete()


def is_former(name: str) -> bool:
    """True if the name, or one that looks like it, was taken from a user."""
    return FormerName.objects.filter(look=hash_of(name)).exists()


def hash_of(name: str) -> str:
    """The hash of a name's look, with a key used for nothing else."""
    key = hmac.digest(settings.SECRET_KEY.encode(), b"accounts.identity.former_names", "sha256")
    return hmac.new(key, look_of(name).encode(), hashlib.sha256).hexdigest()
