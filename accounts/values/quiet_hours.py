"""Quiet hours: a daily time in a player's zone without notices and deadlines."""

from datetime import UTC, datetime, time, timedelta

from accounts.values.zones import zone_or_utc


def is_quiet(moment: datetime, *, zone: str, start: time | None, end: time | None) -> bool:
    """True if a moment lies in quiet hours, which may span midnight. Without both ends there are none."""
    if start is None or end is None or start == end:
        return False
    local = moment.astimezone(zone_or_utc(zone)).time()
    return start <= local < end if start < end else local >= start or local < end


def quiet_over(moment: datetime, *, zone: str, start: time | None, end: time | None) -> datetime:
    """The given moment, or the end of the quiet hours around it. Always UTC.

    If the end falls into an hour skipped by a clock change, the first moment after that hour counts.
    """
    if end is None or not is_quiet(moment, zone=zone, start=start, end=end):
        return moment.astimezone(UTC)
    local = moment.astimezone(zone_or_utc(zone))
    day = local.date() if local.time() < end else local.date() + timedelta(days=1)
    ended = datetime.combine(day, end, tzinfo=zone_or_utc(zone)).astimezone(UTC)
    # In an hour that occurs twice, the first end may lie before the moment. Then the second counts.
    over = ended if ended > moment else ended.astimezone(zone_or_utc(zone)).replace(fold=1).astimezone(UTC)
    # The first moment after a skipped hour may be quiet again.
    return quiet_over(over, zone=zone, start=start, end=end)
