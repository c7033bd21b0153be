"""How often people may ask: so many times within an hour."""

import math
from datetime import datetime, timedelta

from django.db.models import QuerySet

from analysis.services.claims import Row
from foundation.errors import Refused
from foundation.language import Words
from foundation.spans import MINUTE

HOUR = timedelta(hours=1)


class UsedUp(Refused):
    """Asked too often: possible again after `wait` seconds."""

    def __init__(self, code: str, message: Words, *, wait: int) -> None:
        super().__init__(code, message)
        self.wait = wait


def seconds_to_wait(asked: QuerySet[Row], *, most: int, now: datetime) -> int:
    """Return how long a user has to wait to ask again, in seconds up to a whole minute; 0 if they may ask now."""
    times = asked.filter(asked_at__gt=now - HOUR).order_by("-asked_at").values_list("asked_at", flat=True)
    if len(latest := times[:most]) < most:
        return 0
    return MINUTE * math.ceil((latest[most - 1] + HOUR - now).total_seconds() / MINUTE)
