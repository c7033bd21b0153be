"""News of ladders and tournaments for those whom it concerns, handed to the ledger of notices: each piece once."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from enum import IntEnum

from accounts.models import User
from ladders.models import Entry, Ladder, RungChange, Season, Tournament
from notifications.live import news_came
from notifications.models import Kind
from notifications.services import About, Planned, notices_plan


class News(IntEnum):
    """What there may be to tell of one ladder, season or tournament; its number keeps it from being told twice."""

    CALLED_OFF = 1
    TOO_FEW = 2
    ENTERED = 3
    CAME_IN = 4
    NO_SHOW = 5
    KNOCKED_OUT = 6
    OVER = 7
    CLOSED = 8
    FINAL = 9


WORDS: Mapping[News, str] = {
    News.CALLED_OFF: "An organiser called the tournament off. Matches that run go on as ordinary ones.",
    News.TOO_FEW: "There were too few players for one table, so the tournament was called off.",
    News.ENTERED: "An organiser entered you.",
    News.CAME_IN: "A place became free, and you have it: you are in.",
    News.NO_SHOW: "You left your table to others, so you play in this tournament no more.",
    News.KNOCKED_OUT: "Your tournament ends with this round. Its page shows who goes on.",
    News.FINAL: "You stand high enough on the ladder to play its final, and it has begun.",
    News.CLOSED: "An organiser closed the ladder. Its order stays as it is.",
}
MOVES: Mapping[str, str] = {
    RungChange.Why.PROMOTED: " and go up a division",
    RungChange.Why.RELEGATED: " and go down a division",
}


def notices_news(*, of: Tournament | Ladder | Season, what: News, said: Mapping[User, str], now: datetime) -> None:
    """Tell people a piece of news, each in words of their own; a second time changes nothing."""
    title = f"{of.ladder.title}, {of.title}" if isinstance(of, Season) else of.title
    context: About = {"title": title, "path": of.get_absolute_url()}
    planned = [Planned(user, Kind.NEWS, {**context, "text": text}, now) for user, text in said.items()]
    planned = [plan for plan in planned if not plan.user.is_house]
    if planned:
        notices_plan(topic=f"{of._meta.model_name}:{of.pk}", step=what, planned=planned, now=now)
        news_came([plan.user.pk for plan in planned])


def people_told(*, of: Tournament | Ladder, what: News, users: Iterable[User], now: datetime) -> None:
    """Tell people a piece of news that is the same for all."""
    notices_news(of=of, what=what, said=dict.fromkeys(users, WORDS[what]), now=now)


def entrants_of(tournament: Tournament) -> list[User]:
    """Who is in a tournament, or waits in reserve."""
    entries = tournament.entries.filter(state__in=(Entry.State.IN, Entry.State.RESERVE)).select_related("user")
    return [entry.user for entry in entries]


def tournament_over_told(*, tournament: Tournament, now: datetime) -> None:
    """Tell everyone who was placed where they came."""
    entries = tournament.entries.exclude(rank=None).select_related("user")
    said = {entry.user: f"The tournament is over. Your place: {entry.rank}." for entry in entries}
    notices_news(of=tournament, what=News.OVER, said=said, now=now)


def season_over_told(*, season: Season, now: datetime) -> None:
    """Tell everyone of a season's table where they ended, and whether they change division."""
    places = season.places.select_related("user")
    said = {
        place.user: f"The season is over. You ended at place {place.position} of {place.division}"
        f"{MOVES.get(place.moved, '')}."
        for place in places
    }
    notices_news(of=season, what=News.OVER, said=said, now=now)
