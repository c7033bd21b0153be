"""Whom a host wants at an open table: reliability, rating and language, and whether a player fits."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext

from accounts.identity.selectors import awaits_confirmation
from accounts.models import User, UserKind
from accounts.values.languages import LANGUAGES
from engine.table_settings import TableSettings, fixed_of
from engine.words import and_list
from foundation.errors import Forbidden
from matches import policy
from matches.clocks.reliability import reliability_of
from matches.models import Match
from matches.policy import HOUR, Speed
from matches.signals import ratings_asked

MOST_RATING = 9999


@dataclass(frozen=True)
class Joiner:
    """What a host may ask of a player who joins."""

    reliability: int | None
    """In per cent; None if there are too few turns."""
    ratings: Mapping[tuple[str, str], int]
    """By game and speed."""
    user_id: int
    rated: bool
    """True if they may take an open seat whose result counts."""


def joiner_of(user: User, now: datetime) -> Joiner:
    """Return what hosts may ask of this user."""
    ratings: dict[tuple[str, str], int] = {}
    answers: list[tuple[Any, Any]] = ratings_asked.send(sender=User, user=user)
    for _, numbers in answers:
        ratings.update(numbers)
    counts = user.kind != UserKind.BOT and not awaits_confirmation(user)
    return Joiner(reliability_of([user.pk], now)[user.pk].percent, ratings, user.pk, counts)


def asks_for_more(settings: TableSettings) -> bool:
    """True if the host asks anything of players who join."""
    return (settings.least_reliability, settings.least_rating, settings.most_rating) != (None, None, None)


def why_not(match: Match, joiner: Joiner) -> Forbidden | None:
    """Return what keeps a player from an open seat, or None."""
    settings = fixed_of(match, TableSettings)
    if not settings.admits_reliability(joiner.reliability):
        return Forbidden(
            "reliability_too_low",
            gettext(
                "The host asks for {least} % of turns on time, and you have {yours} %. "
                "Choose another table, or ask for an invitation."
            ).format(least=settings.least_reliability, yours=joiner.reliability),
        )
    rating = joiner.ratings[match.game, policy.POLICY.speed(match.turn_seconds)]
    if not settings.admits_rating(rating):
        return Forbidden(
            "rating_out_of_range",
            gettext(
                "The host asks for {range}, and you have {rating}. Choose another table, or ask for an invitation."
            ).format(range=_range_words(settings), rating=rating),
        )
    return None


def admitting(joiner: Joiner) -> Q:
    """Return the tables whose host asks for no more than this player has."""
    reliable = Q(least_reliability=None)
    if joiner.reliability is None:
        reliable = Q()
    else:
        reliable |= Q(least_reliability__lte=joiner.reliability)
    rated = (
        Q(game=game) & of_speed(speed) & _within(number) for (game, speed), number in sorted(joiner.ratings.items())
    )
    return reliable & reduce(or_, rated, Q(least_rating=None, most_rating=None))


def of_speed(speed: str) -> Q:
    """Return the matches of a speed."""
    live = Q(turn_seconds__lt=policy.POLICY.live_below_hours * HOUR)
    return live if speed == Speed.LIVE else ~live


def _within(number: int) -> Q:
    above = Q(least_rating=None) | Q(least_rating__lte=number)
    return above & (Q(most_rating=None) | Q(most_rating__gte=number))


def joining_words(settings: TableSettings) -> list[tuple[str, str]]:
    """Describe whom the host wants at the table, as pairs of label and text. Empty if anyone may join."""
    asked = [
        (gettext("Chat language"), LANGUAGES.get(settings.language, "")),
        (
            gettext("To join"),
            and_list([words for words in (_reliability_words(settings), _range_words(settings)) if words]),
        ),
    ]
    return [(label, text) for label, text in asked if text]


def joining_line(settings: TableSettings) -> str:
    """Describe the same in a few words, for a line in a list."""
    words = [LANGUAGES.get(settings.language, ""), _reliability_words(settings), _range_words(settings)]
    return " · ".join(filter(None, words))


def _reliability_words(settings: TableSettings) -> str:
    if settings.least_reliability is None:
        return ""
    return gettext("{percent} % of turns on time").format(percent=settings.least_reliability)


def _range_words(settings: TableSettings) -> str:
    least, most = settings.least_rating, settings.most_rating
    if least is None:
        return "" if most is None else gettext("a rating of {most} or less").format(most=most)
    if most is None:
        return gettext("a rating of {least} or more").format(least=least)
    return gettext("a rating of {least} to {most}").format(least=least, most=most)
