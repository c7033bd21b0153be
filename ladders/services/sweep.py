"""The sweep: what is due by the clock, and what lost hints missed."""

import logging
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, F, Q, QuerySet

from games.models import Match
from ladders.models import Challenge, Ladder, Season, Tournament, TournamentTable
from ladders.selectors.ratings import changed, unrecorded
from ladders.services.challenges import challenge_expire
from ladders.services.ladders import IDLE_DAYS, ladder_sink
from ladders.services.no_shows import no_shows_replace, tables_with_bots
from ladders.services.results import match_follow
from ladders.services.rounds import table_judge, table_play_out, tournament_go_on
from ladders.services.seasons import season_end
from ladders.services.tournaments import tournament_start

logger = logging.getLogger(__name__)
MOST_AT_ONCE = 500
Act = Callable[..., object]
"""Work on one row, named by its key; something true if anything was done."""


def sweep(*, now: datetime) -> int:
    """Do all that is due; count what was done."""
    done = _each(
        match_follow,
        "match_id",
        [*unrecorded(MOST_AT_ONCE), *changed(MOST_AT_ONCE), *_called_off(), *_reopened(now)],
        now,
    )
    done += _each(challenge_expire, "challenge_id", _lapsed(now), now)
    done += _each(season_end, "season_id", _ids(Season.objects.filter(ended_at=None, ends_at__lte=now)), now)
    done += _each(ladder_sink, "ladder_id", _with_idle(now), now)
    starting = Tournament.objects.filter(status=Tournament.Status.ANNOUNCED, starts_at__lte=now)
    done += _each(tournament_start, "tournament_id", _ids(starting), now)
    done += _each(no_shows_replace, "table_id", _ids(tables_with_bots()), now)
    # The matches of a tournament that was called off go on as ordinary ones.
    on = Q(round__tournament__status=Tournament.Status.RUNNING)
    playing = TournamentTable.objects.filter(on, ended_at=None, match__isnull=False)
    last_hours = playing.filter(played_out_at=None, round__deadline__lte=now + timedelta(hours=2))
    done += _each(table_play_out, "table_id", _ids(last_hours), now)
    done += _each(table_judge, "table_id", _ids(playing.filter(round__deadline__lte=now)), now)
    return done + _each(tournament_go_on, "tournament_id", _complete(), now)


def _each(act: Act, key: str, ids: Iterable[int], now: datetime) -> int:
    return sum(bool(_guarded(act, key, number, now)) for number in ids)


def _guarded(act: Act, key: str, number: int, now: datetime) -> object:
    """Do one row's work; one that fails must not keep the others waiting."""
    try:
        return act(now=now, **{key: number})
    except Exception as error:  # noqa: BLE001 - see the docstring
        logger.error("%s %s could not be swept: %s", key, number, type(error).__name__)
        return False


def _ids(rows: QuerySet[Any]) -> list[int]:
    return list(rows.values_list("pk", flat=True)[:MOST_AT_ONCE])


def _called_off() -> list[int]:
    """Matches that were called off while a challenge or a tournament waits for them."""
    waiting = Q(challenge__state=Challenge.State.RUNNING) | Q(
        tournament_table__isnull=False, tournament_table__ended_at=None
    )
    return _ids(Match.objects.filter(waiting, status=Match.Status.CALLED_OFF))


def _reopened(now: datetime) -> list[int]:
    """Matches that run again while a challenge or a tournament takes them for over."""
    over = Q(challenge__state__in=(Challenge.State.VOID, Challenge.State.DONE)) | Q(
        tournament_table__ended_at__isnull=False,
        tournament_table__round__ended_at=None,
        tournament_table__round__deadline__gt=now,
    )
    return _ids(Match.objects.filter(over, status__in=(Match.Status.RUNNING, Match.Status.PAUSED)))


def _lapsed(now: datetime) -> list[int]:
    return _ids(Challenge.objects.filter(state=Challenge.State.OPEN, expires_at__lte=now))


def _with_idle(now: datetime) -> list[int]:
    idle = Q(closed_at=None, rungs__active_at__lte=now - timedelta(days=IDLE_DAYS))
    return _ids(Ladder.objects.filter(idle).distinct().order_by("pk"))


def _complete() -> list[int]:
    """Running tournaments without a table that is still playing."""
    playing = Count("all_rounds__tables", filter=Q(all_rounds__tables__ended_at=None, all_rounds__tables__isnull=False))
    running = Tournament.objects.filter(status=Tournament.Status.RUNNING).annotate(playing=playing)
    return _ids(running.filter(playing=0).order_by(F("pk")))
