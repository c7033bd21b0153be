"""The criteria for a quick table: games, paces and seats."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import gettext, gettext_lazy

from foundation.errors import Refused
from games.registry import GAMES
from matches import policy
from matches.clocks.time_controls import pace_of, usual_offered, usual_paces
from matches.lobby.limits import is_playable
from matches.policy import DAY, Speed
from meeting.methods.seating import TableKind

MOST_SEATS = 6
"""Larger tables would rarely fill."""
BOTS_AFTER = {
    5: gettext_lazy("5 minutes"),
    30: gettext_lazy("30 minutes"),
    2 * 60: gettext_lazy("2 hours"),
    24 * 60: gettext_lazy("a day"),
}
"""The minutes after which bots may fill the table, in words."""


@dataclass(frozen=True)
class Criteria:
    """The games, paces (by key) and table sizes that suit a person."""

    games: tuple[str, ...]
    paces: tuple[str, ...]
    sizes: tuple[int, ...]


def sizes_offered() -> tuple[int, ...]:
    """The table sizes that some game allows."""
    return tuple(sorted({count for game in GAMES.values() for count in game.players if count <= MOST_SEATS}))


def usual_criteria() -> Criteria:
    """Any game with any number of seats, at the paces over days: what the button asks for if nothing is chosen."""
    days = tuple(pace.key for pace in usual_offered().all if not is_live(pace.key))
    return Criteria(tuple(GAMES), days, sizes_offered())


def criteria_for(*, games: Iterable[str], paces: Iterable[str], sizes: Iterable[int]) -> Criteria:
    """The criteria of a request. An empty list means any; duplicates count once."""
    usual = usual_criteria()
    return Criteria(
        tuple(dict.fromkeys(games)) or usual.games,
        tuple(dict.fromkeys(paces)) or usual.paces,
        tuple(dict.fromkeys(sizes)) or usual.sizes,
    )


def is_live(pace: str) -> bool:
    """True for a pace in one sitting."""
    return policy.POLICY.speed(pace_of(pace).turn) == Speed.LIVE


def kinds_that_fit(criteria: Criteria) -> tuple[TableKind, ...]:
    """The kinds of table that fit the criteria. What the site no longer offers is left out."""
    offered = tuple((pace.key, policy.POLICY.speed(pace.turn) == Speed.LIVE) for pace in usual_offered().all)
    return _kinds_of(criteria, offered)


@lru_cache(maxsize=512)
def _kinds_of(criteria: Criteria, offered: tuple[tuple[str, bool], ...]) -> tuple[TableKind, ...]:
    """Work this out once for equal criteria: everyone who waits has it looked up for everyone else."""
    live = dict(offered)
    return tuple(
        TableKind(slug, pace, live[pace], size)
        for slug in criteria.games
        for size in criteria.sizes
        for pace in criteria.paces
        if pace in live and _allows(slug, size)
    )


def check_criteria(criteria: Criteria) -> None:
    """Raise `Refused` if no table could suit the criteria."""
    known = set(criteria.games) <= set(GAMES) and set(criteria.paces) <= set(usual_paces())
    if not known or not set(criteria.sizes) <= set(sizes_offered()):
        raise Refused("no_such_choice", gettext("Choose games, paces and seats of those offered."))
    if not kinds_that_fit(criteria):
        raise Refused(
            "nothing_fits", gettext("None of these games is played with so many. Choose more games or seats.")
        )


def bots_offered(criteria: Criteria) -> list[int]:
    """The minutes offered for bots: to those who want live tables alone, less than the time they wait for one."""
    live = all(kind.live for kind in kinds_that_fit(criteria))
    return [minutes for minutes in BOTS_AFTER if not live or 60 * minutes < LIVE_SECONDS]


def bots_still_offered(minutes: int | None, criteria: Criteria) -> int | None:
    """The minutes that somebody chose for bots, or the longest offered for these criteria if that is shorter."""
    return None if minutes is None else min(minutes, max(bots_offered(criteria)))


def pace_words(keys: Iterable[str]) -> list[str]:
    """The titles of paces."""
    return [title for key, (title, _) in usual_paces().items() if key in set(keys)]


def _allows(slug: str, size: int) -> bool:
    game = GAMES.get(slug)
    return game is not None and size in game.players and is_playable(game, size, game.Options())


LIVE_SECONDS, DAYS_SECONDS = 3600, 7 * DAY
"""How long a person waits for a live table, and for one over days, before they have to ask again."""
