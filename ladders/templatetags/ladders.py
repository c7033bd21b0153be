"""Template tags of ladders, including the blocks that other apps' pages include."""

from collections.abc import Sequence
from typing import Any

from django import template
from django.template import Context
from django.utils.translation import gettext

from accounts.models import User
from clubs.selectors.clubs import ClubView
from engine.view import MatchView, SeatView
from engine.words import and_list, ordinal, place_among
from foundation.language import decimal
from ladders.charts import Scale, history_chart, spark_line
from ladders.models import Challenge, Rating, RungChange
from ladders.selectors.ladders import challenges_to_accept, ladders_open
from ladders.selectors.players import record_of, trophies
from ladders.selectors.ratings import RatingLine, SeatRating, ratings_at_table, ratings_of
from ladders.selectors.tournaments import tournaments_listed
from ladders.views.common import ladder_rows, title_of

register = template.Library()
register.filter(ordinal)
register.filter(place_among)


@register.inclusion_tag("ladders/_whiskers.svg")
def whiskers(rating: Rating | None, scale: Scale) -> dict[str, Any]:
    """Draw a rating as a dot with its error on either side."""
    if rating is None:
        return {"scale": scale}
    low, high = rating.number - rating.error, rating.number + rating.error
    return {"scale": scale, "at": scale.x(rating.number), "low": scale.x(low), "high": scale.x(high)}


@register.inclusion_tag("ladders/_spark.svg")
def spark(values: Sequence[int]) -> dict[str, Any]:
    """Draw the last few ratings as a line; nothing for a single one."""
    return {"line": spark_line(values), "values": list(values)} if len(values) > 1 else {}


@register.inclusion_tag("ladders/_history.svg")
def history(line: RatingLine) -> dict[str, Any]:
    """Draw a rating over all its matches."""
    return {"line": line, "chart": history_chart(line.history)}


@register.inclusion_tag("ladders/_player.html", takes_context=True)
def player_record(context: Context, shown: User) -> dict[str, Any]:
    """The ratings, trophies and record on a player's page."""
    return {
        "shown": shown,
        "me": context.get("user"),
        "ratings": ratings_of(shown),
        "trophies": trophies(shown),
        "record": record_of(shown),
    }


@register.simple_tag
def ratings_at(view: MatchView) -> dict[str, SeatRating]:
    """The ratings of those who sit at a table, by the address of their page, which a hidden player has not."""
    if not any(seat.profile_url for seat in view.seats):
        return {}
    return ratings_at_table(view.number, view.slug, view.turn_seconds)


@register.inclusion_tag("ladders/_seat_rating.html")
def seat_rating(ratings: dict[str, SeatRating], seat: SeatView) -> dict[str, Any]:
    """The rating on a player's place card, for a player who has one."""
    return {"rating": ratings.get(seat.profile_url)}


@register.inclusion_tag("ladders/_waiting.html", takes_context=True)
def challenges_waiting(context: Context) -> dict[str, Any]:
    """The challenges that wait for the reader, shown on the page of their turns."""
    user = context.get("user")
    found = challenges_to_accept(user.pk) if isinstance(user, User) else []
    return {"challenges": found, "csrf_token": context.get("csrf_token"), "user": user}


@register.inclusion_tag("ladders/_of_members.html")
def club_contests(club: ClubView) -> dict[str, Any]:
    """The ladders and tournaments of a club, on its page, for one of its members."""
    reader = club.mine.user_id if club.mine else None
    return {
        "number": club.number,
        "runs_it": club.runs_it,
        "ladders": ladder_rows(ladders_open(reader).filter(club=club.number)),
        "tournaments": [(one, title_of(one.game)) for one in tournaments_listed(reader).filter(club=club.number)],
    }


@register.filter
def others(challenge: Challenge, user: object) -> str:
    """The other players of a challenge: "Ana, Ben and Cleo"."""
    return and_list([seat.user.display_name for seat in challenge.seats.all() if seat.user != user])


@register.filter
def points_in_digits(points: float) -> str:
    """Points with at most two decimals: "2.5" or "2,5", "3"."""
    return decimal(f"{points:.2f}".rstrip("0").rstrip("."))


@register.filter
def size_of(number: int | None) -> int:
    """A number without its sign."""
    return abs(number or 0)


@register.filter
def move_words(change: RungChange) -> str:
    """How a place on a ladder changed: "rose from 5 to 3"."""
    before, after = change.before, change.after
    if before is None and after is None:
        return gettext("has left, and has another place in a table kept before")
    if before is None:
        words = gettext("came in on rung {after}")
    elif after is None:
        words = gettext("left rung {before}")
    elif change.changes_division:
        return _division_words(change)
    elif after == before:
        words = gettext("keeps rung {after}")
    elif after < before:
        words = gettext("rose from {before} to {after}")
    else:
        words = gettext("fell from {before} to {after}")
    return words.format(before=before, after=after)


def _division_words(change: RungChange) -> str:
    """How somebody came to another division."""
    origin = change.came_from.title if change.came_from else ""
    if change.goes_up:
        origin = origin or gettext("the division below")
        words = gettext("went up from place {before} of {origin} to place {after} of {division}")
    else:
        origin = origin or gettext("the division above")
        words = gettext("went down from place {before} of {origin} to place {after} of {division}")
    return words.format(before=change.before, origin=origin, after=change.after, division=change.division)
