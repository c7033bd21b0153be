"""Feeds of the tables that wait for a player and their deadlines, without anything about the game."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.db.models import Exists, F
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext
from icalendar import Alarm, Calendar, Event

from accounts.models import User
from foundation.language import language_read, with_more
from foundation.templatetags.post import utc_time
from matches.conditional_moves.book import is_settled
from matches.log.states import game_of, state_of
from matches.models import Match, Seat
from matches.notices import reminder_at, table_title
from matches.view.summaries import OTHER_PEOPLE

EMPTY = datetime(2026, 1, 1, tzinfo=UTC)
"""The date of an empty feed, as the format requires one."""


class SteadyFeed(Atom1Feed):
    """A feed that stays unchanged while nothing happens, even when it is empty."""

    def latest_post_date(self) -> datetime:
        """Return the date of the newest entry."""
        moments: list[datetime] = [item["updateddate"] for item in self.items]
        return max(moments, default=EMPTY)


@dataclass(frozen=True)
class Turn:
    """One table that waits for a player."""

    number: int
    step: int
    title: str
    task: str
    """What to do, as everyone at the table may know it."""
    asked_at: datetime
    deadline: datetime | None
    """None if all others are bots, who do not mind when the answer comes."""
    remind_at: datetime | None

    @property
    def url(self) -> str:
        """The full URL of the table."""
        return f"{settings.SITE_URL}{reverse('matches:table', args=[self.number])}"

    @property
    def name(self) -> str:
        """The permanent ID of this turn in every feed."""
        return f"table-{self.number}-step-{self.step}@{urlsplit(settings.SITE_URL).hostname}"


def turns_of(user: User) -> list[Turn]:
    """The turns that a player has not answered, by deadline."""
    waiting = Seat.objects.filter(user=user, awaited=True, stand_in="", match__status=Match.Status.RUNNING)
    unanswered = waiting.exclude(answers__step=F("match__step") + 1).annotate(with_people=Exists(OTHER_PEOPLE))
    rows = unanswered.select_related("match", "user", "conditional_book").order_by("deadline", "pk")
    return [_turn(seat, seat.deadline if seat.with_people else None) for seat in rows if not is_settled(seat)]


def _turn(seat: Seat, deadline: datetime | None) -> Turn:
    match, game = seat.match, game_of(seat.match)
    return Turn(
        number=match.pk,
        step=match.next_step,
        title=table_title(game.title, match.pk),
        # From public information, as in mails: anyone with the address of the feed can read it.
        task=game.wording.task(game.observation(state_of(match), None), seat.number),
        asked_at=seat.asked_at or match.moved_at or match.created_at,
        deadline=deadline,
        remind_at=reminder_at(match, seat, deadline) if deadline else None,
    )


def calendar_of(turns: list[Turn]) -> bytes:
    """Return deadlines as a calendar (RFC 5545)."""
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
    event.add("summary", with_more(turn.task, turn.title))
    event.add("url", turn.url)
    event.add("transp", "TRANSPARENT")
    if turn.remind_at is not None:
        event.add_component(_alarm(turn, turn.remind_at - deadline))
    return event


def _alarm(turn: Turn, before: timedelta) -> Alarm:
    """Return an alarm when a fifth of the time is left, like the reminder."""
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", with_more(turn.task, turn.title))
    alarm.add("trigger", before)
    return alarm


def atom_of(turns: list[Turn], user: User, address: str) -> bytes:
    """Return turns as an Atom feed (RFC 4287)."""
    feed = SteadyFeed(
        title=gettext("{site}: turns of {name}").format(site=settings.SITE_NAME, name=user.display_name),
        link=f"{settings.SITE_URL}{reverse('matches:mine')}",
        description=gettext("Tables that wait for you"),
        language=language_read(),
        feed_url=address,
        feed_guid=f"tag:{urlsplit(settings.SITE_URL).hostname},2026:turns-{user.pk}",
        author_name=settings.SITE_NAME,
    )
    for turn in turns:
        until = ""
        if turn.deadline:
            until = gettext("Answer by {moment}.").format(moment=utc_time(turn.deadline))
        feed.add_item(
            title=gettext("Your turn: {title}").format(title=turn.title),
            link=turn.url,
            description=until,
            unique_id=f"tag:{turn.name}",
            pubdate=turn.asked_at,
            updateddate=turn.asked_at,
        )
    return feed.writeString("utf-8").encode()
