"""Names that were taken away, stored as hashes so that nobody can use or read them."""

import hashlib
import hmac
from datetime import datetime

from django.conf import settings

from accounts.models import FormerName, User
from accounts.values.names import name_key


def keep_former_name(*, user: User, now: datetime) -> None:
    """Reserve a user's current name so that it cannot be used again."""
    FormerName.objects.create(name_key=hash_of(user.username), user=user, taken_at=now)


def forget_former_name(*, user: User, name: str) -> None:
    """Release a name that was taken from this user."""
    FormerName.objects.filter(user=user, name_key=hash_of(name)).delete()


def is_former(name: str) -> bool:
    """True if the name was taken from a user."""
    return FormerName.objects.filter(name_key=hash_of(name)).exists()


def hash_of(name: str) -> str:
    """The hash of a name, with a key used for nothing else."""
    key = hmac.digest(settings.SECRET_KEY.encode(), b"accounts.identity.former_names", "sha256")
    return hmac.new(key, name_key(name).encode(), hashlib.sha256).hexdigest()
