"""Quiet hours: a time of day, in a player's own zone, in which they are neither told nor due."""

from datetime import UTC, datetime, time, timedelta

from accounts.zones import zone_or_utc


def is_quiet(moment: datetime, *, zone: str, start: time | None, end: time | None) -> bool:
    """Whether a moment lies in quiet hours that may go over midnight; without both ends there are none."""
    if start is None or end is None or start == end:
        return False
    local = moment.astimezone(zone_or_utc(zone)).time()
    return start <= local < end if start < end else local >= start or local < end


def quiet_over(moment: datetime, *, zone: str, start: time | None, end: time | None) -> datetime:
    """The moment itself, or when the quiet hours around it end. Always UTC.

    Where the end falls into the hour that a change of clocks leaves out, the first moment after that hour counts.
    """
    if end is None or not is_quiet(moment, zone=zone, start=start, end=end):
        return moment.astimezone(UTC)
    local = moment.astimezone(zone_or_utc(zone))
    day = local.date() if local.time() < end else local.date() + timedelta(days=1)
    ended = datetime.combine(day, end, tzinfo=zone_or_utc(zone)).astimezone(UTC)
    # An hour that occurs twice may end the first time before the moment: then its second time counts.
    over = ended if ended > moment else ended.astimezone(zone_or_utc(zone)).replace(fold=1).astimezone(UTC)
    # The first moment after an hour left out may be quiet again already.
    return quiet_over(over, zone=zone, start=start, end=end)
