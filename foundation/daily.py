"""Work that is due once a day: a row says when it was done last, whenever the site was started."""

from collections.abc import Callable
from datetime import datetime, timedelta

from games.models import DailyWork

EVERY = timedelta(hours=24)


def daily(*, name: str, work: Callable[[], object], now: datetime) -> bool:
    """Do the work of the day if it is due; tell whether it was. What fails stays due."""
    if DailyWork.objects.filter(name=name, done_at__gt=now - EVERY).exists():
        return False
    work()
    DailyWork.objects.update_or_create(name=name, defaults={"done_at": now})
    return True
