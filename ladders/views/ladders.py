"""Ladders: the list, a ladder, the reasons for its order, past seasons."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.core.paginator import Page, Paginator
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_safe

from accounts.models import User
from foundation.errors import refusal_words
from ladders.charts import Scale, scale_for
from ladders.models import Challenge, Division, Ladder, Pool, Rating, Rung, Season
from ladders.push import socket_of
from ladders.selectors.hall import seasons_over, tournaments_over
from ladders.selectors.ladders import (
    MOVED_SINCE_DAYS,
    Facts,
    challenger_refusal,
    challenges_of,
    challenges_to_accept,
    changes_of,
    facts_of,
    ladders_open,
    moves_since,
    opponent_refusal,
)
from ladders.selectors.ratings import ratings_for, sparks_for, speed_of
from ladders.selectors.tournaments import tournaments_listed
from ladders.services.ladders import check_may_join
from ladders.services.organisers import check_off_ladder
from ladders.views.common import may_organise, options_words, sizes_words, title_of, visible_ladder
from ladders.views.joining import joining_terms
from matches.clocks.time_controls import clock_words
from matches.web.views.common import reader

A_PAGE = 100
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


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """All ladders and the newest tournaments."""
    listed = tournaments_listed(request.user.pk)
    page = {
        "ladders": [(ladder, title_of(ladder.game)) for ladder in ladders_open(request.user.pk)],
        "tournaments": [(one, title_of(one.game)) for one in listed[:SHOWN_TOURNAMENTS]],
        "more_tournaments": listed.count() > SHOWN_TOURNAMENTS,
        "challenges": challenges_to_accept(request.user.pk) if request.user.pk else [],
        "pools": [(pool, title_of(pool.game)) for pool in Pool.objects.filter(ratings__isnull=False).distinct()],
        "may_organise": may_organise(request),
    }
    return render(request, "ladders/index.html", page)


@require_safe
def ladder(request: HttpRequest, slug: str) -> HttpResponse:
    """A ladder: what waits for the reader, then everyone's place."""
    shown, now, me = visible_ladder(request, slug), timezone.now(), request.user.pk
    divisions: dict[Division, int] = {one: one.players for one in shown.divisions.annotate(players=Count("rungs"))}
    mine = shown.rungs.filter(user=me).select_related("division").first() if me else None
    found = _page(shown, divisions, mine, request.GET.get("page"))
    users = list(found)
    facts = facts_of(shown, now, {*users, *([me] if mine and me else [])})
    refused = challenger_refusal(facts, shown, me) or (_alone(shown, divisions[mine.division]) if mine else "")
    to_accept = [row for row in challenges_to_accept(me) if row.ladder_id == shown.pk] if me else []
    seasons = list(shown.seasons.order_by("-ended_at", "starts_at"))
    columns = _columns(shown, divisions, facts, users, me, refused)
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
        "mine": mine,
        "joining": joining_terms(shown, divisions) if mine is None and not shown.closed_at else [],
        "may_not_join": _why_not_join(request, shown, mine),
        "in_division": divisions[mine.division] if mine else 0,
        "refused": refused,
        "out": facts.out[me] if me else 0,
        "to_accept": to_accept,
        "my_challenges": _mine(request, shown, to_accept),
        "open_seasons": [(season, season.starts_at <= now) for season in seasons if season.ended_at is None],
        "seasons": [season for season in seasons if season.ended_at],
        "may_organise": may_organise(request, shown.club_id),
        "left_to_others": _left_to_others(request, shown),
        "socket": socket_of(shown),
        "others_needed": (shown.seats_from - 1, shown.seats_to - 1),
    }
    return render(request, "ladders/ladder.html", page)


def _page(shown: Ladder, divisions: Mapping[Division, int], mine: Rung | None, wanted: str | None) -> Page[int]:
    """The users of the page that is asked for, or of the one on which the reader stands."""
    pages = Paginator(shown.rungs.values_list("user_id", flat=True), A_PAGE)
    pages.count = sum(divisions.values())  # not counted a second time
    above = sum(players for one, players in divisions.items() if mine and one.level < mine.division.level)
    return pages.get_page(wanted or 1 + (above + mine.position - 1 if mine else 0) // A_PAGE)


def _alone(shown: Ladder, standing: int) -> str:
    """Say that too few stand in a division for one table, or nothing."""
    if standing >= shown.seats_from:
        return ""
    return ngettext(
        "A table needs {count} player. You can challenge others when so many stand here.",
        "A table needs {count} players. You can challenge others when so many stand here.",
        shown.seats_from,
    ).format(count=shown.seats_from)


def _why_not_join(request: HttpRequest, shown: Ladder, mine: Rung | None) -> str:
    """Why a reader who is not on the ladder may not join it, or empty."""
    if mine is not None or not request.user.is_authenticated:
        return ""
    return refusal_words(lambda: check_may_join(shown, reader(request), timezone.now()))


def _left_to_others(request: HttpRequest, shown: Ladder) -> str:
    """Why an organiser may not close the ladder, end its season or enter others, or empty."""
    if not may_organise(request, shown.club_id):
        return ""
    words = (
        gettext(
            "You stand on this ladder. Ask an organiser who does not to close it, to end its season or to enter "
            "others, or leave the ladder first."
        )
        if shown.divisions.count() > 1
        else gettext(
            "You stand on this ladder. Ask an organiser who does not to close it or to end its season, or leave the "
            "ladder first."
        )
    )
    return refusal_words(lambda: check_off_ladder(shown, reader(request), words))


def _columns(
    shown: Ladder, divisions: Mapping[Division, int], facts: Facts, users: Sequence[int], me: int | None, refused: str
) -> list[tuple[Division, list[Row]]]:
    """These players by division; of the other divisions only those where nobody stands."""
    speed = speed_of(shown)
    ratings = ratings_for(shown.game, speed, users)
    sparks = sparks_for(shown.game, speed, users)
    moved = moves_since(shown, timezone.now() - timedelta(days=MOVED_SINCE_DAYS), users)
    rows: dict[int, list[Row]] = {}
    for user in users:
        rung = facts.rungs.get(user)
        if rung is None:  # left since the page was counted
            continue
        refusal = opponent_refusal(facts, shown, me, user) if me and not refused and user != me else ""
        row = Row(
            position=rung.position,
            user=rung.user,
            moved=moved.get(user, 0),
            is_me=user == me,
            rating=ratings.get(user),
            spark=sparks.get(user, []),
            refusal=refusal,
        )
        rows.setdefault(rung.division_id, []).append(row)
    return [(one, rows.get(one.pk, [])) for one, players in divisions.items() if one.pk in rows or not players]


def _mine(request: HttpRequest, shown: Ladder, to_accept: Sequence[Challenge]) -> list[Challenge]:
    if not isinstance(request.user, User):
        return []
    return [row for row in challenges_of(request.user) if row.ladder_id == shown.pk and row not in to_accept]


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
    """The first three of every past season and tournament."""
    return render(request, "ladders/hall.html", {"seasons": seasons_over(), "tournaments": tournaments_over()})


@require_safe
def ratings(request: HttpRequest, game: str, speed: str) -> HttpResponse:
    """Everyone's rating in one game at one speed."""
    pool = get_object_or_404(Pool, game=game, speed=speed)
    best_first = pool.ratings.select_related("user").order_by("-mu", "user__username")
    found = Paginator(best_first, A_PAGE).get_page(request.GET.get("page"))
    scale: Scale = scale_for([(row.number, row.error) for row in found])
    page = {"pool": pool, "game": title_of(game), "page": found, "scale": scale, "key": f"{game}-at-{speed}"}
    return render(request, "ladders/ratings.html", page)
