"""A player's reliability: the share of turns taken in time, weighted towards recent weeks."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q, QuerySet, Sum
from django.db.models.functions import Coalesce
from django.utils.translation import gettext, pgettext

from matches import policy
from matches.models import Attendance


@dataclass(frozen=True)
class Reliability:
    """A player's record over the last year."""

    turns: int = 0
    missed: int = 0
    percent: int | None = None
    """None if there are too few turns."""

    @property
    def words(self) -> str:
        """Describe it briefly, for a line beside a name."""
        if self.percent is None:
            return pgettext("reliability", "new here")
        return gettext("{percent} % of turns on time").format(percent=self.percent)


def reliability_of(user_ids: Collection[int], now: datetime) -> Mapping[int, Reliability]:
    """Return the reliability of each of these users, with one query."""
    table, today = policy.POLICY, now.date()
    recent = Q(day__gt=today - timedelta(days=table.reliability_recent_days))
    year = _counted().filter(user__in=user_ids, day__gt=today - timedelta(days=table.reliability_days))
    rows = year.values("user_id").annotate(
        answered_sum=Sum("answered"),
        missed_sum=Sum("missed"),
        answered_lately=Coalesce(Sum("answered", filter=recent), 0),
        missed_lately=Coalesce(Sum("missed", filter=recent), 0),
    )
    found = {row["user_id"]: _reliability(row) for row in rows}
    return {user_id: found.get(user_id, Reliability()) for user_id in user_ids}


def _counted() -> QuerySet[Attendance]:
    """Return the turns that may be counted. While names or answers are hidden, a changed figure would reveal them.

    A match that is played on from another one is in no statistic.
    """
    hides = Q(seat__match__anonymous=True) | Q(seat__match__hide_answered=True)
    return Attendance.objects.filter(seat__match__fork_words="").exclude(hides, seat__match__ended_at=None)


def _reliability(row: Mapping[str, Any]) -> Reliability:
    table = policy.POLICY
    turns = row["answered_sum"] + row["missed_sum"]
    if turns < table.reliability_fewest_turns:
        return Reliability(turns, row["missed_sum"])
    more = table.reliability_recent_weight - 1
    missed = row["missed_sum"] + more * row["missed_lately"]
    asked = turns + more * (row["answered_lately"] + row["missed_lately"])
    # Round down, so that one missed turn never shows as 100 %.
    return Reliability(turns, row["missed_sum"], 100 * (asked - missed) // asked)
