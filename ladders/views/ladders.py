"""Ladders: the list, a ladder, the reasons for its order, past seasons."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from operator import attrgetter
from typing import Any, NamedTuple

from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_safe

from accounts.identity.readers import reader
from accounts.identity.selectors import selves
from accounts.models import User
from foundation.errors import refusal_words
from ladders.charts import Scale, scale_for
from ladders.live import socket_of
from ladders.methods.rungs import reach
from ladders.models import Challenge, Division, Ladder, Pool, Rating, Rung, RungChange, Season
from ladders.selectors.hall import seasons_over, tournaments_over
from ladders.selectors.ladders import (
    MOVED_SINCE_DAYS,
    Facts,
    Place,
    challenger_refusal,
    challenges_of,
    challenges_to_accept,
    changes_of,
    changes_since,
    facts_about,
    ladders_open,
    moves_by,
    opponent_refusal,
    standing_on,
)
from ladders.selectors.ratings import courses_for, pools_rated, ratings_counted, ratings_listed, speed_of
from ladders.selectors.tournaments import tournaments_listed
from ladders.services.ladders import check_may_join
from ladders.services.organisers import stands_on
from ladders.views.common import (
    ladder_rows,
    may_organise,
    options_words,
    sizes_words,
    title_of,
    visible_divisions,
    visible_ladder,
)
from ladders.views.joining import joining_terms, standing_terms
from matches.clocks.time_controls import clock_words

A_PAGE = 100
RATINGS_A_PAGE = 50
"""Each takes a quarter of a millisecond to draw."""
HALL_A_PAGE = 30
SHOWN_CHANGES = 200
SHOWN_TOURNAMENTS = 12


@dataclass(frozen=True)
class Row:
    """One rung as a reader sees it."""

    position: int
    user: User
    moved: int | None
    """Places risen recently, negative for fallen; None for newcomers."""
    is_me: bool
    rating: Rating | None
    spark: Sequence[int]
    refusal: str
    """Why the reader may not invite this player, or empty."""


class OthersNeeded(NamedTuple):
    """How many players a challenger chooses."""

    least: int
    most: int

    @property
    def is_fixed(self) -> bool:
        """True if there is nothing to choose between."""
        return self.least == self.most

    @property
    def is_one_of_two(self) -> bool:
        """True if one more than the least is the most."""
        return self.most == self.least + 1


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """All ladders and the newest tournaments."""
    # One more than is shown says that there are more, without counting them.
    listed = list(tournaments_listed(request.user.pk)[: SHOWN_TOURNAMENTS + 1])
    page = {
        "ladders": ladder_rows(ladders_open(request.user.pk)),
        "tournaments": [(one, title_of(one.game)) for one in listed[:SHOWN_TOURNAMENTS]],
        "more_tournaments": len(listed) > SHOWN_TOURNAMENTS,
        "challenges": challenges_to_accept(request.user.pk) if request.user.pk else [],
        "pools": [(pool, title_of(pool.game)) for pool in pools_rated()],
        "may_organise": may_organise(request),
    }
    return render(request, "ladders/index.html", page)


@require_safe
def ladder(request: HttpRequest, slug: str) -> HttpResponse:
    """A ladder: what waits for the reader, then everyone's place."""
    (shown, divisions, mine), now, me = visible_divisions(request, slug), timezone.now(), request.user.pk
    found = _page(shown, divisions, mine, request.GET.get("page"))
    facts = _facts(shown, list(found), mine, me, now)
    refused = challenger_refusal(facts, shown, me) or (_alone(shown, divisions[mine.division]) if mine else "")
    challenges = _mine(request, shown, facts)
    to_accept = sorted([one for one in challenges if _waits_for(one, me)], key=lambda one: one.expires_at)
    seasons = list(shown.seasons.order_by("-ended_at", "starts_at"))
    changes = changes_since(shown, now - timedelta(days=MOVED_SINCE_DAYS), [*facts.rungs, *([me] if me else [])])
    columns = _columns(shown, divisions, facts, found, changes, me, refused)
    ratings = [row.rating for _, rows in columns for row in rows if row.rating]
    page = {
        "ladder": shown,
        "game": title_of(shown.game),
        "settings": clock_words(shown.time_control),
        "options": options_words(shown.game, shown.options),
        "sizes": sizes_words(shown.seats_from, shown.seats_to),
        "columns": columns,
        "scale": scale_for([(rating.number, rating.error) for rating in ratings]),
        "players": found.paginator.count,
        "page": found,
        "divided": len(divisions) > 1,
        "lowest": list(divisions)[-1],
        "mine": mine,
        "joining": joining_terms(shown, divisions) if mine is None and not shown.closed_at else [],
        "may_not_join": _why_not_join(request, shown, changes) if mine is None and not shown.closed_at else "",
        "in_division": divisions[mine.division] if mine else 0,
        "refused": refused,
        "reach": reach(mine.position) if mine else 0,
        "terms": standing_terms(shown, mine.position) if mine and not shown.closed_at else [],
        "out": facts.out[me] if me else 0,
        "to_accept": to_accept,
        "my_challenges": [one for one in challenges if one not in to_accept],
        "open_seasons": [(season, season.starts_at <= now) for season in seasons if season.ended_at is None],
        "seasons": [season for season in seasons if season.ended_at],
        "may_organise": may_organise(request, shown.club_id),
        "left_to_others": _left_to_others(request, shown, mine, divided=len(divisions) > 1),
        "socket": socket_of(shown),
        "others_needed": OthersNeeded(shown.seats_from - 1, shown.seats_to - 1),
    }
    return render(request, "ladders/ladder.html", page)


def _page(shown: Ladder, divisions: Mapping[Division, int], mine: Place | None, wanted: str | None) -> Page[Rung]:
    """The rungs of the page that is asked for, or of the one on which the reader stands."""
    pages = Paginator(standing_on(shown), A_PAGE)
    pages.count = sum(divisions.values())  # not counted a second time
    above = sum(players for one, players in divisions.items() if mine and one.level < mine.division.level)
    return pages.get_page(wanted or 1 + (above + mine.position - 1 if mine else 0) // A_PAGE)


def _facts(shown: Ladder, found: Sequence[Rung], mine: Place | None, me: int | None, now: datetime) -> Facts:
    """What decides whom the reader may challenge. Those who do not stand on the ladder challenge nobody."""
    if mine is None:
        return Facts({rung.user_id: rung for rung in found})
    own = () if any(rung.user_id == me for rung in found) else standing_on(shown).filter(user=me)
    return facts_about(shown, [*found, *own], now)


def _alone(shown: Ladder, standing: int) -> str:
    """Say that too few stand in a division for one table, or nothing."""
    if standing >= shown.seats_from:
        return ""
    return ngettext(
        "A table needs {count} player. You can challenge others when so many stand here.",
        "A table needs {count} players. You can challenge others when so many stand here.",
        shown.seats_from,
    ).format(count=shown.seats_from)


def _why_not_join(request: HttpRequest, shown: Ladder, changes: Sequence[RungChange]) -> str:
    """Why a reader who is not on the ladder may not join it, or empty."""
    if not request.user.is_authenticated:
        return ""
    me = reader(request)
    left = [change for change in changes if change.user_id == me.pk and change.why == RungChange.Why.LEFT]
    return refusal_words(lambda: check_may_join(shown, me, left[-1] if left else None, timezone.now()))


def _left_to_others(request: HttpRequest, shown: Ladder, mine: Place | None, *, divided: bool) -> str:
    """Why an organiser may not close the ladder, end its season or enter others, or empty."""
    if not may_organise(request, shown.club_id):
        return ""
    me = reader(request)
    if mine is None and not stands_on(shown, selves(me) - {me.pk}):
        return ""
    return (
        gettext(
            "You stand on this ladder. Ask an organiser who does not to close it, to end its season or to enter "
            "others, or leave the ladder first."
        )
        if divided
        else gettext(
            "You stand on this ladder. Ask an organiser who does not to close it or to end its season, or leave the "
            "ladder first."
        )
    )


def _columns(
    shown: Ladder,
    divisions: Mapping[Division, int],
    facts: Facts,
    found: Iterable[Rung],
    changes: Iterable[RungChange],
    me: int | None,
    refused: str,
) -> list[tuple[Division, list[Row]]]:
    """These players by division; of the other divisions only those where nobody stands."""
    places = {rung.user_id: rung.position for rung in found}
    courses = courses_for(shown.game, speed_of(shown), places)
    moved = moves_by(changes, places)
    rows: dict[int, list[Row]] = {}
    for rung in found:
        user, course = rung.user_id, courses.get(rung.user_id)
        refusal = opponent_refusal(facts, shown, me, user, short=True) if me and not refused and user != me else ""
        row = Row(
            position=rung.position,
            user=rung.user,
            moved=moved.get(user, 0),
            is_me=user == me,
            rating=course.rating if course else None,
            spark=course.spark if course else [],
            refusal=refusal,
        )
        rows.setdefault(rung.division_id, []).append(row)
    return [(one, rows.get(one.pk, [])) for one, players in divisions.items() if one.pk in rows or not players]


def _mine(request: HttpRequest, shown: Ladder, facts: Facts) -> list[Challenge]:
    """The reader's challenges that are not over; those who left may still play one."""
    user = request.user
    if not isinstance(user, User):
        return []
    if user.pk not in facts.rungs:
        return list(challenges_of(user).filter(ladder=shown))
    return [one for one in facts.challenges if any(seat.user_id == user.pk for seat in one.seats.all())]


def _waits_for(challenge: Challenge, me: int | None) -> bool:
    """True if a challenge waits for the reader's answer."""
    waits = any(seat.user_id == me and seat.accepted_at is None for seat in challenge.seats.all())
    return waits and challenge.state == Challenge.State.OPEN


@require_safe
def why(request: HttpRequest, slug: str) -> HttpResponse:
    """Every change of a rung with its reason, newest first."""
    shown = visible_ladder(request, slug)
    page = {"ladder": shown, "changes": changes_of(shown)[:SHOWN_CHANGES], "most": SHOWN_CHANGES}
    return render(request, "ladders/why.html", page)


@require_safe
def season(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The final table of a season, or the dates of a current one."""
    shown = get_object_or_404(Season.objects.select_related("ladder"), pk=number, ladder=visible_ladder(request, slug))
    found = Paginator(shown.places.select_related("user"), A_PAGE).get_page(request.GET.get("page"))
    columns: dict[str, list[object]] = {}
    for place in found:
        columns.setdefault(place.division, []).append(place)
    page = {
        "season": shown,
        "ladder": shown.ladder,
        "page": found,
        "columns": columns.items(),
        "may_organise": may_organise(request, shown.ladder.club_id),
    }
    return render(request, "ladders/season.html", page)


@require_safe
def hall(request: HttpRequest) -> HttpResponse:
    """The first three of every past season and tournament, a page of each at a time."""
    lists: list[Paginator[Any]] = [Paginator(over, HALL_A_PAGE) for over in (seasons_over(), tournaments_over())]
    found = max(lists, key=attrgetter("num_pages")).get_page(request.GET.get("page"))
    # One of the two lists ends first: its later pages are empty.
    seasons, tournaments = (pages.page(found.number) if found.number <= pages.num_pages else [] for pages in lists)
    page = {"seasons": seasons, "tournaments": tournaments, "page": found}
    return render(request, "ladders/hall.html", page)


@require_safe
def ratings(request: HttpRequest, game: str, speed: str) -> HttpResponse:
    """Everyone's rating in one game at one speed."""
    pool = get_object_or_404(Pool, game=game, speed=speed)
    pages = Paginator(ratings_listed(pool), RATINGS_A_PAGE)
    pages.count = ratings_counted(pool)
    found = pages.get_page(request.GET.get("page"))
    scale: Scale = scale_for([(row.number, row.error) for row in found])
    page = {"pool": pool, "game": title_of(game), "page": found, "scale": scale, "key": f"{game}-at-{speed}"}
    return render(request, "ladders/ratings.html", page)
