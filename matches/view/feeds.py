"""What a player's feeds tell: which tables wait for them, and until when. Nothing of what happens there."""

from dataclasses import dataclass
from datetime import UTC, datetime
from urllib.parse import urlsplit

from django.conf import settings
from django.db.models import F
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from icalendar import Calendar, Event

from accounts.models import User
from games.engine import game_of
from games.models import Match, Seat
from games.planbook import is_settled

EMPTY = datetime(2026, 1, 1, tzinfo=UTC)
"""When a feed without entries was last changed, as the form asks for a date."""


class _SteadyFeed(Atom1Feed):
    """A feed that is the same as long as nothing happens, also while it is empty."""

    def latest_post_date(self) -> datetime:
        """When the newest entry was made."""
        moments: list[datetime] = [item["updateddate"] for item in self.items]
        return max(moments, default=EMPTY)


@dataclass(frozen=True)
class Turn:
    """One table that waits for a player."""

    number: int
    step: int
    title: str
    asked_at: datetime
    deadline: datetime | None

    @property
    def url(self) -> str:
        """The full address of the table."""
        return f"{settings.SITE_URL}{reverse('games:table', args=[self.number])}"

    @property
    def name(self) -> str:
        """What this turn is called for good, in every feed."""
        return f"table-{self.number}-step-{self.step}@{urlsplit(settings.SITE_URL).hostname}"


def turns_of(user: User) -> list[Turn]:
    """The tables that wait for a player's first answer, soonest first."""
    waiting = Seat.objects.filter(user=user, awaited=True, stand_in="", match__status=Match.Status.RUNNING)
    unanswered = waiting.exclude(answers__step=F("match__step") + 1).select_related("match", "user", "plan")
    seats = [seat for seat in unanswered.order_by("deadline", "pk") if not is_settled(seat)]
    return [
        Turn(
            number=seat.match.pk,
            step=seat.match.next_step,
            title=f"{game_of(seat.match).title}, table {seat.match.pk}",
            asked_at=seat.asked_at or seat.match.moved_at or seat.match.created_at,
            deadline=seat.deadline,
        )
        for seat in seats
    ]


def calendar_of(turns: list[Turn]) -> bytes:
    """Deadlines as a calendar (RFC 5545)."""
    calendar = Calendar()
    calendar.add("prodid", f"-//{settings.SITE_NAME}//deadlines//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", settings.SITE_NAME)
    for turn in turns:
        if turn.deadline is not None:
            calendar.add_component(_event(turn, turn.deadline))
    return bytes(calendar.to_ical())


def _event(turn: Turn, deadline: datetime) -> Event:
    event = Event()
    event.add("uid", turn.name)
    event.add("dtstamp", turn.asked_at)
    event.add("dtstart", deadline)
    event.add("dtend", deadline)
    event.add("summary", f"Answer by now: {turn.title}")
    event.add("url", turn.url)
    event.add("transp", "TRANSPARENT")
    return event


def atom_of(turns: list[Turn], user: User, address: str) -> bytes:
    """Turns as an Atom feed (RFC 4287)."""
    feed = _SteadyFeed(
        title=f"{settings.SITE_NAME}: turns of {user.display_name}",
        link=f"{settings.SITE_URL}{reverse('games:mine')}",
        description="Tables that wait for you",
        language="en-gb",
        feed_url=address,
        feed_guid=f"tag:{urlsplit(settings.SITE_URL).hostname},2026:turns-{user.pk}",
        author_name=settings.SITE_NAME,
    )
    for turn in turns:
        until = f"Answer by {turn.deadline:%d %B %Y, %H:%M} UTC." if turn.deadline else ""
        feed.add_item(
            title=f"Your turn: {turn.title}",
            link=turn.url,
            description=until,
            unique_id=f"tag:{turn.name}",
            pubdate=turn.asked_at,
            updateddate=turn.asked_at,
        )
    return feed.writeString("utf-8").encode()
