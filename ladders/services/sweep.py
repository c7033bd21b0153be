"""The sweep: everything that is due by time, and work whose queued job was lost."""

import logging
import random
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, F, Q, QuerySet

from foundation.guarded import run_guarded
from ladders.models import Challenge, Season, Tournament, TournamentTable
from ladders.selectors.idle import ladders_to_sink_on
from ladders.selectors.ratings import to_follow
from ladders.services.challenges import lapse_challenge
from ladders.services.ladders import move_idle_down
from ladders.services.no_shows import replace_no_shows, tables_with_bots
from ladders.services.results import follow_match
from ladders.services.rounds import advance_tournament, judge_table, play_out_table
from ladders.services.seasons import end_season_of
from ladders.services.tournaments import start_tournament
from matches.models import Match

logger = logging.getLogger(__name__)
MOST_AT_ONCE = 500
Act = Callable[..., object]
"""A function that processes one row, passed by key; its return value is true if anything was done."""


def sweep(*, now: datetime) -> int:
    """Do everything that is due; return how many rows changed."""
    done = _each(
        follow_match,
        "match_id",
        [*to_follow(MOST_AT_ONCE), *_called_off(), *_reopened(now)],
        now,
    )
    lapsed = Challenge.objects.filter(state=Challenge.State.OPEN, expires_at__lte=now)
    done += _each(lapse_challenge, "challenge_id", _ids(lapsed), now)
    done += _each(end_season_of, "season_id", _ids(Season.objects.filter(ended_at=None, ends_at__lte=now)), now)
    starting = Tournament.objects.filter(status=Tournament.Status.ANNOUNCED, starts_at__lte=now)
    done += _each(start_tournament, "tournament_id", _ids(starting), now)
    done += _each(replace_no_shows, "table_id", _ids(tables_with_bots()), now)
    # After a tournament is called off, its matches continue as ordinary ones.
    on = Q(round__tournament__status=Tournament.Status.RUNNING)
    playing = TournamentTable.objects.filter(on, ended_at=None, match__isnull=False)
    last_hours = playing.filter(played_out_at=None, round__deadline__lte=now + timedelta(hours=2))
    done += _each(play_out_table, "table_id", _ids(last_hours), now)
    done += _each(judge_table, "table_id", _ids(playing.filter(round__deadline__lte=now)), now)
    done += _each(advance_tournament, "tournament_id", _complete(), now)
    # Last, as this alone may wait: it grows with the players of all ladders, while others wait for a table.
    return done + _each(move_idle_down, "ladder_id", _with_idle(now), now)


def _each(act: Act, key: str, ids: Iterable[int], now: datetime) -> int:
    return sum(_run(act, key, number, now) for number in ids)


def _run(act: Act, key: str, number: int, now: datetime) -> bool:
    """Process one row; a failure must not stop the others."""
    return run_guarded(
        lambda: bool(act(now=now, **{key: number})), f"{key} {number} could not be swept", logger=logger, default=False
    )


def _ids(rows: QuerySet[Any]) -> list[int]:
    return list(rows.values_list("pk", flat=True)[:MOST_AT_ONCE])


def _matches_of(rows: QuerySet[Any]) -> list[int]:
    """Return the matches of some challenges or tables."""
    return list(rows.order_by().values_list("match_id", flat=True)[:MOST_AT_ONCE])


def _called_off() -> list[int]:
    """Called-off matches that a challenge or a tournament still waits for."""
    off = Q(match__status=Match.Status.CALLED_OFF)
    waiting = Challenge.objects.filter(off, state=Challenge.State.RUNNING)
    return [*_matches_of(waiting), *_matches_of(TournamentTable.objects.filter(off, ended_at=None))]


def _reopened(now: datetime) -> list[int]:
    """Matches that run again but that a challenge or a tournament considers over."""
    # Only a match that was over before has an outcome: an index has these few alone.
    again = Q(match__status__in=Match.GOING_ON, match__outcome__gt=0)
    challenges = Challenge.objects.filter(again, state__in=(Challenge.State.VOID, Challenge.State.DONE))
    tables = TournamentTable.objects.filter(again, ended_at__isnull=False)
    open_rounds = tables.filter(round__ended_at=None, round__deadline__gt=now)
    return [*_matches_of(challenges), *_matches_of(open_rounds)]


def _with_idle(now: datetime) -> list[int]:
    """Ladders to sink on in any order, so that none on which vacations keep everybody up is always first."""
    found = list(ladders_to_sink_on(now).order_by("pk").values_list("pk", flat=True))
    return random.sample(found, min(len(found), MOST_AT_ONCE))


def _complete() -> list[int]:
    """Running tournaments without a table that is still playing."""
    playing = Count("all_rounds__tables", filter=Q(all_rounds__tables__ended_at=None, all_rounds__tables__isnull=False))
    running = Tournament.objects.filter(status=Tournament.Status.RUNNING).annotate(playing=playing)
    return _ids(running.filter(playing=0).order_by(F("pk")))
