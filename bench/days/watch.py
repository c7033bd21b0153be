"""Count failures from outside: what arrives on each channel, which seats wait, and what open pages show."""

import json
import re
from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from smtplib import SMTPRecipientsRefused

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.db.models import Count, F
from django.test import Client

from accounts.identity.blocks import blocks_among
from accounts.models import User
from accounts.values.quiet_hours import is_quiet
from clubs.models import Club
from ladders.models import Challenge, Ladder, Tournament
from ladders.selectors.access import seen_by
from ladders.selectors.ratings import to_follow
from matches.conditional_moves.book import is_settled
from matches.models import Match, Seat
from matches.notices import match_id_of
from matches.policy import HOUR, POLICY
from matches.view.match_view import may_see
from meeting.criteria import DAYS_SECONDS
from meeting.models import Seeker
from notifications.channels.by_messenger import Text
from notifications.kinds import NOTICE_SPECS
from notifications.models import Channel, Kind, Messenger, Notice, State
from notifications.stopping import stop_meant

ONE_A_TURN = (Kind.TURN, Kind.REMINDER, Kind.OVER)
TOKEN = re.compile(r"/mail/stop/([^/>]+)/")
TABLE = re.compile(r"table (\d+)")
BESIDES = re.compile(r"^(Also:|This is new\.|You get this mail|You asked for a mail)", re.MULTILINE)
A_MINUTE = timedelta(minutes=1)
OF_CLUBS = ("/club/{}/", "/club/{}/chat/", "/club/{}/manage/", "/api/v1/clubs/{}/chat")
NO_SUCH_USER = (550, b"5.1.1 No such user")

Cost = tuple[int, int]
"""The excuses that a seat has left, and its missed turns."""


class Watch:
    """Observes the simulation and counts failures."""

    def __init__(self, now: datetime) -> None:
        self.now = now
        self.counts: Counter[str] = Counter()
        self.arrivals: Counter[tuple[int, str, int, int, str]] = Counter()
        self.late: set[tuple[int, int]] = set()
        self.left_on_page: set[int] = set()
        self.mailed: dict[str, datetime] = {}
        """The time of the last mail to each address."""
        self.forgotten: set[int] = set()
        """The people who waited for a quick table for too long."""
        self.dead: set[str] = set()
        """The addresses that no mail reaches."""

    def mail_arrives(self, message: EmailMessage) -> None:
        """Count a mail, and whether it should not have been sent, or not at this time."""
        user, kind = _addressed(message)
        last = self.mailed.get(message.to[0])
        self.counts["mails_too_close"] += last is not None and self.now - last < A_MINUTE
        self.mailed[message.to[0]] = self.now
        several = [int(number) for number in TABLE.findall(BESIDES.split(str(message.body))[0])]
        if kind:
            alone = TABLE.search(str(message.subject))
            self._arrives(user, Channel.MAIL, kind, [int(alone[1])] if alone else several)
            if kind == Kind.TURN:
                self.counts["turns_merged"] += len(several) if not alone else 0
                self.counts["turns_left_out"] += self._left_out(user)
        else:
            self._arrives(user, Channel.DIGEST, Kind.TURN, several)

    def push_arrives(self, user: User, payload: dict[str, str]) -> None:
        """Count a push notice to a browser."""
        kind = _kind_of(payload["title"])
        self._arrives(user, Channel.PUSH, kind, _tables_of(kind, payload["title"]))

    def message_arrives(self, channel: Channel, target: str, text: Text) -> None:
        """Count a message in a chat, a room or a topic, for its owner."""
        owner = Messenger.objects.select_related("user").get(channel=channel, target=target).user
        kind = _kind_of(text.title)
        self._arrives(owner, channel, kind, _tables_of(kind, text.title))

    def post_arrives(self, user: User, body: bytes) -> None:
        """Count a post to a webhook."""
        payload = json.loads(body)
        self._arrives(user, Channel.WEBHOOK, payload["kind"], _tables_of(payload["kind"], payload["title"]))

    def _left_out(self, user: User) -> int:
        """Return how many turns of a user are due by mail and stay for another one, as this one is sent."""
        due = Notice.objects.filter(user=user, kind=Kind.TURN, channel=Channel.MAIL, state=State.DUE)
        return due.filter(due_at__lte=self.now).count()

    def _arrives(self, user: User, channel: Channel, kind: str, tables: list[int]) -> None:
        self.counts["notices"] += 1
        self.counts[f"by_{channel}"] += 1
        self.counts["notices_in_quiet_hours"] += self._sleeps(user, self.now)
        for match in Match.objects.filter(pk__in=tables) if kind in ONE_A_TURN else ():
            self.counts["notices_stale"] += self._is_stale(user, kind, match)
            key = (user.pk, str(kind), match.pk, match.step, str(channel))
            self.arrivals[key] += 1
            self.counts["notices_twice"] += self.arrivals[key] == 2

    def _is_stale(self, user: User, kind: str, match: Match) -> bool:
        if kind == Kind.OVER:
            return match.status in Match.NOT_OVER
        seats = Seat.objects.filter(match=match, user=user, awaited=True, stand_in="", deadline__gt=self.now)
        open_seats = seats.exclude(answers__step=match.next_step).select_related("match", "user", "conditional_book")
        # A turn settled by a conditional move counts as taken.
        return match.status != Match.Status.RUNNING or not any(not is_settled(seat) for seat in open_seats)

    def look_for_late(self) -> None:
        """Count seats whose deadline has passed although the sweep has run."""
        late = Seat.objects.filter(awaited=True, deadline__lte=self.now, match__status=Match.Status.RUNNING)
        unanswered = late.exclude(answers__step=F("match__step") + 1)
        self.late.update(unanswered.values_list("pk", "match__step"))

    def due_in_quiet_hours(self) -> dict[int, Cost]:
        """Return the costs so far of seats whose deadline passed in their player's quiet hours."""
        due = Seat.objects.filter(awaited=True, deadline__lte=self.now, stand_in="", match__status=Match.Status.RUNNING)
        by_days = due.filter(match__turn_seconds__gte=POLICY.live_below_hours * HOUR).select_related("user")
        return {seat.pk: _cost(seat) for seat in by_days if seat.deadline and self._sleeps(seat.user, seat.deadline)}

    def look_for_costs(self, before: dict[int, Cost]) -> None:
        """Count deadlines in quiet hours that cost players an excuse or a turn.

        A deadline that fell there only because the message about changed hours was lost is recomputed, at no cost.
        No one here changes their hours twice, so a change moves no deadline beyond one night.
        """
        for seat in Seat.objects.filter(pk__in=before):
            self.counts["deadlines_in_quiet_hours"] += _cost(seat) != before[seat.pk]

    def _sleeps(self, user: User | None, moment: datetime) -> bool:
        return user is not None and is_quiet(moment, zone=user.time_zone, start=user.quiet_from, end=user.quiet_until)

    def look_at_pages(self) -> None:
        """Count finished turns that a page still shows as new."""
        asked = Seat.objects.filter(awaited=True, match__status=Match.Status.RUNNING)
        turns = {(user, pk, step + 1) for user, pk, step in asked.values_list("user", "match", "match__step")}
        shown = Notice.objects.filter(channel=Channel.PAGE, kind=Kind.TURN, state=State.SENT, read_at=None)
        self.left_on_page.update(
            pk
            for pk, user, topic, step in shown.values_list("pk", "user", "topic", "step")
            if (user, match_id_of(topic), step) not in turns
        )

    def look_at_quick_table(self, match: Match, newcomer: User | None = None) -> None:
        """Count people whom the pool has seated together although one has blocked the other.

        Where somebody joined a table, those who sat there before may have blocked each other since.
        """
        users = [seat.user_id for seat in match.seats.all() if seat.user_id]
        blocks = blocks_among(users, users)
        self.counts["blocked_met"] += sum(newcomer is None or newcomer.pk in pair for pair in blocks)
        self.counts["quick_seats"] += 1

    def look_at_pool(self) -> None:
        """Count people who wait on although their time is over."""
        over = Seeker.objects.filter(chosen_at__lt=self.now - timedelta(seconds=DAYS_SECONDS) - A_MINUTE)
        self.forgotten.update(over.values_list("pk", flat=True))

    def look_from_outside(self, club: Club, outsider: User, word: str) -> None:
        """Count what somebody outside finds of a club's chat, tables, ladders and tournaments, and whether they are in.

        Pages and programs are asked as by anyone who guesses their addresses.
        """
        client = Client()
        client.force_login(outsider)
        found = [word in client.get(path.format(club.pk)).content.decode() for path in OF_CLUBS]
        found += [may_see(match, outsider.pk) for match in Match.objects.filter(club_table__club=club)]
        found += [kind.objects.filter(seen_by(outsider.pk), club=club).exists() for kind in (Ladder, Tournament)]
        if club.joining == Club.Joining.INVITATION:
            found.append(club.memberships.filter(user=outsider).exists())
        self.counts["looks_from_outside"] += 1
        self.counts["seen_from_outside"] += sum(found)

    def figures(self) -> dict[str, int]:
        """Return all counts by name, starting with those that must be 0."""
        return {
            "deadlines_missed": len(self.late),
            "notices_twice": self.counts["notices_twice"] + _twice_in_the_ledger(),
            "notices_in_quiet_hours": self.counts["notices_in_quiet_hours"],
            "notices_stale": self.counts["notices_stale"] + len(self.left_on_page),
            "deadlines_in_quiet_hours": self.counts["deadlines_in_quiet_hours"],
            "mails_too_close": self.counts["mails_too_close"],
            "matches_unfinished": Match.objects.filter(status__in=Match.NOT_OVER).count(),
            "turns_left_out": self.counts["turns_left_out"],
            "blocked_met": self.counts["blocked_met"],
            "seekers_forgotten": len(self.forgotten),
            "seen_from_outside": self.counts["seen_from_outside"],
            "contests_unfinished": unfinished_contests(self.now),
        }


MUST_BE_ZERO = (
    "deadlines_missed",
    "notices_twice",
    "notices_in_quiet_hours",
    "notices_stale",
    "deadlines_in_quiet_hours",
    "mails_too_close",
    "matches_unfinished",
    "turns_left_out",
    "blocked_met",
    "seekers_forgotten",
    "seen_from_outside",
    "contests_unfinished",
)


def unfinished_contests(now: datetime) -> int:
    """Return how many tournaments and challenges have come to no end, and results that no rating follows."""
    cups = Tournament.objects.filter(status__in=Tournament.GOING_ON).count()
    waiting = Challenge.objects.filter(state=Challenge.State.OPEN, expires_at__lte=now)
    playing = Challenge.objects.filter(state=Challenge.State.RUNNING, match__ended_at__isnull=False)
    return cups + waiting.count() + playing.count() + len(to_follow(1))


def _cost(seat: Seat) -> Cost:
    return seat.excuses_left, sum(seat.attendance.values_list("missed", flat=True))


def _twice_in_the_ledger() -> int:
    """Return the number of turns the ledger sent more than once on one channel, including the page."""
    sent = Notice.objects.filter(kind=Kind.TURN, state=State.SENT)
    grouped = sent.values("user", "topic", "step", "channel").annotate(times=Count("pk"))
    return int(grouped.filter(times__gt=1).count())


def _addressed(message: EmailMessage) -> tuple[User, str]:
    token = TOKEN.search(str(message.extra_headers["List-Unsubscribe"]))
    meant = stop_meant(token[1]) if token else None
    assert meant and meant.user.email == message.to[0], "A mail does not name its recipient and kind."
    return meant.user, meant.kind


def _kind_of(title: str) -> str:
    says = title.partition(":")[0]
    return next(slug for slug, sort in NOTICE_SPECS.items() if sort.says == says)


def _tables_of(kind: str, title: str) -> list[int]:
    """Return the table that a title names; those of challenges, for one, name none."""
    found = TABLE.search(title)
    assert found or kind not in ONE_A_TURN, "A notice does not name its table."
    return [int(found[1])] if found else []


class WatchedBackend(BaseEmailBackend):
    """A mail server that delivers at once and reports to the watch, or refuses mailboxes that do not exist."""

    watch: Watch

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Deliver messages. Raises `SMTPRecipientsRefused`."""
        for message in email_messages:
            if message.to[0] in self.watch.dead:
                raise SMTPRecipientsRefused({message.to[0]: NO_SUCH_USER})
            self.watch.mail_arrives(message)
        return len(email_messages)
