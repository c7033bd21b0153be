"""Hashed addresses and devices that accounts were used from, to find several accounts of one person.

Only keyed hashes are stored. They can be compared, but not reversed without the key, which lies outside the database.
"""

import hashlib
import hmac
from datetime import datetime, timedelta

from django.conf import settings

from accounts.models import Trace, User
from foundation.pruning import delete_share

KEPT = timedelta(days=90)


def keep_trace(*, user: User, address: str, device: str, now: datetime) -> None:
    """Record that an account was used from here today, once a day."""
    Trace.objects.bulk_create(
        [
            Trace(user=user, kind=kind, hash=keyed_hash(kind, value), day=now.date())
            for kind, value in ((Trace.Kind.ADDRESS, address), (Trace.Kind.DEVICE, device))
            if value
        ],
        ignore_conflicts=True,
    )


def keyed_hash(kind: str, value: str) -> str:
    """The hash of an address or device, with a key used for nothing else."""
    key = hmac.digest(settings.SECRET_KEY.encode(), b"accounts.security.traces", "sha256")
    return hmac.new(key, f"{kind}:{value}".encode(), hashlib.sha256).hexdigest()


def remove_old_traces(*, now: datetime) -> int:
    """Delete a share of the expired traces. Return their number."""
    return delete_share(Trace.objects.filter(day__lt=(now - KEPT).date()), by="day")
