"""What follows from a match that has ended: ratings, rungs, standings; each once, however often it is asked for."""

from datetime import datetime

from django.db import transaction

from games.models import Match
from games.services.rounds import match_locked
from ladders.models import Result, TournamentTable
from ladders.selectors.ratings import SeatFact, seat_facts
from ladders.services.challenges import challenge_given_back, challenge_result, challenge_void
from ladders.services.ratings import pool_locked, result_rate, result_void
from ladders.services.rounds import share_places, table_given_back, table_result, tournament_rank_again

Status = Match.Status


REWOUND = "A moderator took the match back to an earlier step."
VOIDED = "A moderator took the result away."


def match_follow(*, match_id: int, now: datetime) -> bool:
    """Let everything follow from a match as it stands; tell whether anything did.

    Where a moderator has changed its outcome, what followed before is given back first.
    """
    with transaction.atomic():
        match = match_locked(match_id)
        result = Result.objects.filter(match=match).first()
        if result is not None and result.followed == match.outcome:
            return False
        if match.status in (Status.RUNNING, Status.PAUSED):
            return _run_again(match, result, now)
        if match.status == Status.CALLED_OFF:
            return _given_back(match, result, now) | _called_off(match, now)
        if match.status != Status.FINISHED:
            return False
        _ended(match, result, now)
    return True


def _ended(match: Match, before: Result | None, now: datetime) -> None:
    again = before is not None or match.outcome > 1
    if before is not None:
        _give_back(match, before, "", now)
    if again:
        challenge_given_back(match=match, now=now, reopen=False)
        table_given_back(match=match, now=now, reopen=False)
    facts = _facts_of(match)
    _rate(match, facts, now)
    if match.voided:
        result_void(match_id=match.pk, reason=VOIDED, now=now)
        _called_off(match, now)
    else:
        challenge_result(match=match, facts=facts, now=now)
        table_result(match=match, facts=facts, now=now)
    if again:
        tournament_rank_again(match=match, now=now)


def _facts_of(match: Match) -> list[SeatFact]:
    """How each player came off. Where bots ended all seats of a round, only those count as away who were so before."""
    facts = seat_facts(list(match.seats.order_by("number")))
    table = TournamentTable.objects.filter(match=match).exclude(played_out_at=None).first()
    if table is None:
        return facts
    away = set(table.seats.filter(away=True).values_list("entry__user_id", flat=True))
    return [fact._replace(away=fact.user_id in away or fact.forfeit) for fact in facts]


def _run_again(match: Match, result: Result | None, now: datetime) -> bool:
    """Let nothing follow from a match that a moderator has taken back, until it ends again."""
    given = _given_back(match, result, now)
    challenge_given_back(match=match, now=now, reopen=True)
    table_given_back(match=match, now=now, reopen=True)
    return given


def _given_back(match: Match, result: Result | None, now: datetime) -> bool:
    if result is not None:
        _give_back(match, result, REWOUND, now)
    return result is not None


def _give_back(match: Match, result: Result, reason: str, now: datetime) -> None:
    """Give the ratings back, and note which outcome was taken account of."""
    result_void(match_id=match.pk, reason=reason, now=now)
    result.refresh_from_db()
    result.followed = match.outcome
    result.save(update_fields=["followed"])


def _rate(match: Match, facts: list[SeatFact], now: datetime) -> None:
    pool = pool_locked(match)
    result, _ = Result.objects.update_or_create(
        match=match,
        defaults={
            "pool": pool,
            "ended_at": match.ended_at or now,
            "recorded_at": now,
            "followed": match.outcome,
            "unrated": _why_unrated(match, facts),
            "voided_at": None,
            "void_reason": "",
        },
    )
    result.changes.all().delete()
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
