"""What goes wrong, counted from outside: by the mails that arrive and by the seats that wait, not by the ledger."""

import re
from collections import Counter
from collections.abc import Sequence
from datetime import datetime

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.db.models import F

from accounts.models import User
from accounts.quiet import is_quiet
from games.models import Match, Seat
from notifications.models import Kind
from notifications.stopping import stop_meant

ONE_A_TURN = (Kind.TURN, Kind.REMINDER, Kind.OVER)
TOKEN = re.compile(r"/mail/stop/([^/>]+)/")
GOING_ON = (Match.Status.OPEN, Match.Status.RUNNING, Match.Status.PAUSED)


class Watch:
    """Looks on and counts."""

    def __init__(self, now: datetime) -> None:
        self.now = now
        self.counts: Counter[str] = Counter()
        self.told: Counter[tuple[int, str, int, int]] = Counter()
        self.late: set[tuple[int, int]] = set()

    def mail_arrives(self, message: EmailMessage) -> None:
        """Count a mail, and whether it should not have been sent, or not now."""
        user, kind = _addressed(message)
        self.counts["notices"] += 1
        self.counts["notices_in_quiet_hours"] += is_quiet(
            self.now, zone=user.time_zone, start=user.quiet_from, end=user.quiet_until
        )
        if kind not in ONE_A_TURN:
            return
        match = Match.objects.get(pk=int(_table_of(message)))
        self.counts["notices_stale"] += self._is_stale(user, kind, match)
        key = (user.pk, str(kind), match.pk, match.step)
        self.told[key] += 1
        self.counts["notices_twice"] += self.told[key] == 2

    def _is_stale(self, user: User, kind: str, match: Match) -> bool:
        if kind == Kind.OVER:
            return match.status in GOING_ON
        seats = Seat.objects.filter(match=match, user=user, awaited=True, stand_in="", deadline__gt=self.now)
        return match.status != Match.Status.RUNNING or not seats.exclude(answers__step=match.next_step).exists()

    def look_for_late(self) -> None:
        """Count seats whose deadline has passed although the sweep has been by."""
        late = Seat.objects.filter(awaited=True, deadline__lte=self.now, match__status=Match.Status.RUNNING)
        unanswered = late.exclude(answers__step=F("match__step") + 1)
        self.late.update(unanswered.values_list("pk", "match__step"))

    def figures(self) -> dict[str, int]:
        """All counts by name; those that must be 0 first."""
        return {
            "deadlines_missed": len(self.late),
            "notices_twice": self.counts["notices_twice"],
            "notices_in_quiet_hours": self.counts["notices_in_quiet_hours"],
            "notices_stale": self.counts["notices_stale"],
            "matches_unfinished": Match.objects.filter(status__in=GOING_ON).count(),
        }


MUST_BE_ZERO = (
    "deadlines_missed",
    "notices_twice",
    "notices_in_quiet_hours",
    "notices_stale",
    "matches_unfinished",
)


def _addressed(message: EmailMessage) -> tuple[User, str]:
    token = TOKEN.search(str(message.extra_headers["List-Unsubscribe"]))
    meant = stop_meant(token[1]) if token else None
    assert meant and meant.user.email == message.to[0], "A mail says to whom it is and of what kind."
    return meant.user, meant.kind


def _table_of(message: EmailMessage) -> str:
    found = re.search(r"table (\d+)", str(message.subject))
    assert found, "A mail names its table."
    return found[1]


class WatchedBackend(BaseEmailBackend):
    """A mail server that delivers at once, before the eyes of the watch."""

    watch: Watch

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Deliver."""
        for message in email_messages:
            self.watch.mail_arrives(message)
        return len(email_messages)
