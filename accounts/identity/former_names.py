"""Names that were taken away: known again when somebody asks for one, and read by nobody."""

import hashlib
import hmac
from datetime import datetime

from django.conf import settings

from accounts.models import FormerName, User
from accounts.names import name_key


def former_name_keep(*, user: User, now: datetime) -> None:
    """Keep the name of a user from everybody."""
    FormerName.objects.create(name_key=hash_of(user.username), user=user, taken_at=now)


def former_name_forget(*, user: User, name: str) -> None:
    """Let a name be had again that was taken from this user."""
    FormerName.objects.filter(user=user, name_key=hash_of(name)).delete()


def is_former(name: str) -> bool:
    """Whether a name was taken away from somebody."""
    return FormerName.objects.filter(name_key=hash_of(name)).exists()


def hash_of(name: str) -> str:
    """The hash of a name, by a key of the site's that serves nothing else."""
    key = hmac.digest(settings.SECRET_KEY.encode(), b"accounts.former_names", "sha256")
    return hmac.new(key, name_key(name).encode(), hashlib.sha256).hexdigest()
