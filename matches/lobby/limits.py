"""What hosts may choose: a game, and what they ask of players who join and of bots that stand in for them.

Players are refused for it, but an invitation goes before: the host who sent it has chosen.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.utils.translation import gettext

from accounts.models import User
from accounts.values.languages import LANGUAGES
from engine import AnyGame, IllegalOptions
from engine.table_settings import TableSettings, fixed_of
from foundation.errors import Refused
from games.levels import levels_of
from games.registry import GAMES
from matches.clocks.thinking_time import most_sharp_seconds
from matches.models import Match
from matches.view.joining import MOST_RATING, asks_for_more, joiner_of, why_not


def game_offered(slug: str, sizes: Iterable[int], options: Any) -> AnyGame:
    """Return the game if tables of these sizes can play it with these options. Raises `Refused`."""
    game = GAMES.get(slug)
    if game is None:
        raise Refused("no_such_game", gettext("There is no such game. Choose one of the list."))
    try:
        for size in sizes:
            game.check_options(size, options)
    except IllegalOptions as error:
        raise Refused(error.code, error.message) from error
    return game


def is_playable(game: AnyGame, size: int, options: Any) -> bool:
    """True if a table of this size can play a game with these options."""
    try:
        game.check_options(size, options)
    except IllegalOptions:
        return False
    return True


def choose_bot_words(game: AnyGame) -> str:
    """Return the sentence for a bot that a game has not; it names those that it has."""
    words = gettext("There is no such bot for this game. Choose one of: {bots}.")
    return words.format(bots=", ".join(levels_of(game)))


def check_limits(game: AnyGame, settings: TableSettings) -> None:
    """Raise `Refused` if a host asks for something that no player can have, or for a bot that the game has not."""
    if settings.stand_in_level and settings.stand_in_level not in levels_of(game):
        raise Refused("no_such_stand_in", choose_bot_words(game))
    _check_sharp_seconds(settings)
    if settings.language and settings.language not in LANGUAGES:
        raise Refused("no_such_language", gettext("Choose one of the languages offered, or none."))
    if settings.least_reliability is not None and not 0 <= settings.least_reliability <= 100:
        raise Refused("no_such_reliability", gettext("Ask for a reliability from 0 to 100 %."))
    least = 0 if settings.least_rating is None else settings.least_rating
    most = MOST_RATING if settings.most_rating is None else settings.most_rating
    if not 0 <= least <= most <= MOST_RATING:
        raise Refused("rating_range_empty", gettext("No rating is in this range. Let the lowest be below the highest."))


def _check_sharp_seconds(settings: TableSettings) -> None:
    """Raise `Refused` if *sharp* is to think too long, or for another time than usual where it has a rating to lose."""
    if settings.sharp_seconds is None:
        return
    if settings.rated:
        raise Refused(
            "rated_thinking_time",
            gettext("In a rated match Sharp thinks as long as usual. Choose that time, or let the match be unrated."),
        )
    most = most_sharp_seconds()
    if not most:
        raise Refused("no_such_thinking_time", gettext("On this site Sharp always has its usual time. Choose that."))
    if not 1 <= settings.sharp_seconds <= most:
        raise Refused(
            "no_such_thinking_time",
            gettext("Give Sharp 1 to {most} seconds for an answer, or the usual time.").format(most=most),
        )


def refuse_unfit(match: Match, user: User, now: datetime) -> None:
    """Raise `Forbidden` if the host asks for more than a user has."""
    if asks_for_more(fixed_of(match, TableSettings)) and (reason := why_not(match, joiner_of(user, now))):
        raise reason
