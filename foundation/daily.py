"""Daily jobs. A row stores the last run, so a restart changes nothing."""

from collections.abc import Callable
from datetime import datetime, timedelta

from foundation.models import DailyWork

EVERY = timedelta(hours=24)


def run_daily(*, name: str, work: Callable[[], object], now: datetime) -> bool:
    """Run the daily job if 24 h have passed. Return True if it was done.

    A job that fails stays due, and so does one that returns False because it left something for the next time.
    """
    if DailyWork.objects.filter(name=name, done_at__gt=now - EVERY).exists():
        return False
    if work() is False:
        return False
    DailyWork.objects.update_or_create(name=name, defaults={"done_at": now})
    return True
