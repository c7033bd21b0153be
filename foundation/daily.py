"""Daily jobs. A row stores the last run, so a restart changes nothing."""

from collections.abc import Callable
from datetime import datetime, timedelta

from foundation.models import DailyWork

EVERY = timedelta(hours=24)


def daily(*, name: str, work: Callable[[], object], now: datetime) -> bool:
    """Run the daily job if 24 h have passed. Return True if it ran. A job that fails stays due."""
    if DailyWork.objects.filter(name=name, done_at__gt=now - EVERY).exists():
        return False
    work()
    DailyWork.objects.update_or_create(name=name, defaults={"done_at": now})
    return True
