"""What follows from a match that has ended: ratings, rungs, standings; each once, however often it is asked for."""

from datetime import datetime

from django.db import transaction

from games.models import Match
from games.services.rounds import match_locked
from ladders.models import Result, TournamentTable
from ladders.selectors.ratings import SeatFact, seat_facts
from ladders.services.challenges import challenge_result, challenge_void
from ladders.services.ratings import pool_locked, result_rate
from ladders.services.rounds import share_places, table_result

Status = Match.Status


def match_follow(*, match_id: int, now: datetime) -> bool:
    """Let everything follow from a match that is over; tell whether anything did."""
    with transaction.atomic():
        match = match_locked(match_id)
        if match.status == Status.CALLED_OFF:
            return _called_off(match, now)
        if match.status != Status.FINISHED or Result.objects.filter(match=match).exists():
            return False
        facts = seat_facts(list(match.seats.order_by("number")))
        _rate(match, facts, now)
        challenge_result(match=match, facts=facts, now=now)
        table_result(match=match, facts=facts, now=now)
    return True


def _rate(match: Match, facts: list[SeatFact], now: datetime) -> None:
    pool = pool_locked(match)
    result = Result.objects.create(
        match=match,
        pool=pool,
        ended_at=match.ended_at or now,
        recorded_at=now,
        unrated=_why_unrated(match, facts),
    )
    if result.counts:
        result_rate(result=result, facts=facts)


def _why_unrated(match: Match, facts: list[SeatFact]) -> str:
    if not match.rated:
        return "agreed"
    return "alone" if len({fact.user_id for fact in facts}) < 2 else ""


def _called_off(match: Match, now: datetime) -> bool:
    challenge_void(match=match, now=now)
    table = TournamentTable.objects.select_related("round").filter(match=match, ended_at=None).first()
    if table is not None:
        share_places(table=table, now=now)
    return table is not None
