"""News of ladders and tournaments for the players concerned, sent through the notice ledger: each item once."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from enum import IntEnum

from django.utils.text import format_lazy
from django.utils.translation import gettext, gettext_lazy

from accounts.models import User
from clubs.models import Club
from engine.words import ordinal
from foundation.language import Words, read_by, words_for
from foundation.live import push_news
from ladders.models import Entry, Ladder, RungChange, Season, Tournament
from notifications.models import Kind
from notifications.services import About, ScheduledNotice, schedule_notices, withdraw_notices


class News(IntEnum):
    """The kinds of news about one ladder, season or tournament; the number prevents sending one twice."""

    CALLED_OFF = 1
    TOO_FEW = 2
    ENTERED = 3
    CAME_IN = 4
    NO_SHOW = 5
    KNOCKED_OUT = 6
    OVER = 7
    CLOSED = 8
    FINAL = 9
    ON_LADDER = 10


WORDS: Mapping[News, Words] = {
    News.CALLED_OFF: gettext_lazy("An organiser called the tournament off. Running matches go on as ordinary ones."),
    News.TOO_FEW: gettext_lazy("There were too few players for one table, so the tournament was called off."),
    News.ENTERED: gettext_lazy("An organiser entered you. You need not do anything."),
    News.ON_LADDER: gettext_lazy(
        "An organiser entered you. When you are challenged, accept within three days, or you lose places. "
        "The ladder’s page explains this, and there you can leave."
    ),
    News.CAME_IN: gettext_lazy("A place has become free, so you are in."),
    News.NO_SHOW: gettext_lazy("Others finished your table for you, so you are out of this tournament."),
    News.KNOCKED_OUT: gettext_lazy("You did not reach the next round. The tournament’s page shows who did."),
    News.FINAL: gettext_lazy("You qualified for the ladder’s final, and it has begun."),
    News.CLOSED: gettext_lazy("An organiser has closed the ladder. Its final order stays."),
}
NEW_IN_CLUB = gettext_lazy("“{title}” is new in the club. The club’s page lists what you can join or enter.")
FINISHED = gettext_lazy("The season is over. You finished {place} in {division}.")
MOVED: Mapping[str, Words] = {
    RungChange.Why.PROMOTED: gettext_lazy(
        "The season is over. You finished {place} in {division} and go up a division."
    ),
    RungChange.Why.RELEGATED: gettext_lazy(
        "The season is over. You finished {place} in {division} and go down a division."
    ),
}


def send_news(*, of: Tournament | Ladder | Season, what: News, texts: Mapping[User, str], now: datetime) -> None:
    """Send people a piece of news, each in their own words; a repeated call changes nothing."""
    title = f"{of.ladder.title}, {of.title}" if isinstance(of, Season) else of.title
    context: About = {"title": title, "path": of.get_absolute_url()}
    scheduled = [ScheduledNotice(user, Kind.NEWS, {**context, "text": text}, now) for user, text in texts.items()]
    scheduled = [notice for notice in scheduled if not notice.user.is_house]
    if scheduled:
        schedule_notices(topic=f"{of._meta.model_name}:{of.pk}", step=what, scheduled=scheduled, now=now)
        push_news([notice.user.pk for notice in scheduled])


def notify_people(*, of: Tournament | Ladder, what: News, users: Iterable[User], now: datetime) -> None:
    """Send people a piece of news with the same text for all."""
    send_news(of=of, what=what, texts={user: words_for(user, WORDS[what]) for user in users}, now=now)


def notify_club(*, of: Tournament | Ladder, by: User, now: datetime) -> None:
    """Tell the other members of its club that something is new there: once a day, and never across a block."""
    club = of.club
    if club is None:
        return
    members = User.objects.filter(memberships__club=club, is_active=True).exclude(pk=by.pk)
    members = members.exclude(pk__in=by.blocks.values("other")).exclude(blocks__other=by)
    context: About = {"title": club.title, "path": club.get_absolute_url()}
    words = format_lazy(NEW_IN_CLUB, title=of.title)
    scheduled = [ScheduledNotice(user, Kind.NEWS, {**context, "text": words_for(user, words)}, now) for user in members]
    schedule_notices(topic=_topic_of_club(club), step=now.toordinal(), scheduled=scheduled, now=now)
    push_news([notice.user.pk for notice in scheduled])


def withdraw_club_news(*, club: Club, user: User, now: datetime) -> None:
    """Withdraw what a member was told of new ladders and tournaments of a club that they have left."""
    withdraw_notices(topic=_topic_of_club(club), kinds=(Kind.NEWS,), user=user, now=now)


def _topic_of_club(club: Club) -> str:
    return f"club-contests:{club.pk}"


def entrants_of(tournament: Tournament) -> list[User]:
    """The players in a tournament or its reserve."""
    entries = tournament.entries.filter(state__in=(Entry.State.IN, Entry.State.RESERVE)).select_related("user")
    return [entry.user for entry in entries]


def notify_tournament_over(*, tournament: Tournament, now: datetime) -> None:
    """Notify every ranked player of their place."""
    places = {entry.user: entry.rank for entry in tournament.entries.select_related("user") if entry.rank is not None}
    texts = {}
    for user, rank in places.items():
        with read_by(user):
            texts[user] = gettext("The tournament is over. You came {place}.").format(place=ordinal(rank))
    send_news(of=tournament, what=News.OVER, texts=texts, now=now)


def notify_season_over(*, season: Season, now: datetime) -> None:
    """Notify every player in a season's table of their place and any change of division."""
    texts = {}
    for row in season.places.select_related("user"):
        with read_by(row.user):
            words = MOVED.get(row.moved, FINISHED)
            texts[row.user] = words.format(place=ordinal(row.position), division=row.division)
    send_news(of=season, what=News.OVER, texts=texts, now=now)
