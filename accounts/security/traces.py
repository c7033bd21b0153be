"""From where accounts log in and answer, kept so that nobody can read it: to find several accounts of one person.

An address or a browser is kept as a keyed hash alone. Two hashes can be compared; what they were made of cannot be
read from them without the key, which lies outside the database.
"""

import hashlib
import hmac
from datetime import datetime, timedelta

from django.conf import settings

from accounts.models import Trace, User

KEPT = timedelta(days=90)


def trace_keep(*, user: User, address: str, device: str, now: datetime) -> None:
    """Keep that an account was used from here today; once a day, whatever else happens."""
    Trace.objects.bulk_create(
        [
            Trace(user=user, kind=kind, hash=keyed(kind, value), day=now.date())
            for kind, value in ((Trace.Kind.ADDRESS, address), (Trace.Kind.DEVICE, device))
            if value
        ],
        ignore_conflicts=True,
    )


def keyed(kind: str, value: str) -> str:
    """The hash of an address or device, by a key of the site's that serves nothing else."""
    key = hmac.digest(settings.SECRET_KEY.encode(), b"accounts.traces", "sha256")
    return hmac.new(key, f"{kind}:{value}".encode(), hashlib.sha256).hexdigest()


def traces_remove_old(*, now: datetime) -> int:
    """Remove what has been kept long enough; how much it was."""
    return int(Trace.objects.filter(day__lt=(now - KEPT).date()).delete()[0])
