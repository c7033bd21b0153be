"""The consequences of a finished match (ratings, rungs, standings), each applied once however often it is called."""

from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext_noop

from ladders.models import Result, TournamentTable
from ladders.selectors.ratings import SeatFact, seat_facts
from ladders.services.challenges import follow_challenge, reopen_challenge, void_challenge
from ladders.services.ratings import lock_pool, rate_result, void_result
from ladders.services.rounds import rank_tournament_again, record_table_result, reopen_table, share_places
from matches.models import Match
from matches.rounds.locking import lock_match

Status = Match.Status


REWOUND = gettext_noop("A moderator took the match back to an earlier step.")
VOIDED = gettext_noop("A moderator took the result away.")


def follow_match(*, match_id: int, now: datetime) -> bool:
    """Apply everything that follows from a match's current state; return True if anything changed.

    If a moderator has changed its outcome, the earlier consequences are undone first. Nothing follows from a match
    that was played on from another one.
    """
    with transaction.atomic():
        match = lock_match(match_id)
        result = Result.objects.filter(match=match).first()
        if match.is_fork:
            Match.objects.filter(pk=match.pk).update(followed=F("outcome"))
            return False
        if result is not None and match.followed == match.outcome:
            return False
        changed = _follow(match, result, now)
        Match.objects.filter(pk=match.pk, outcome__gt=F("followed")).update(followed=F("outcome"))
    return changed


def _follow(match: Match, result: Result | None, now: datetime) -> bool:
    if match.status in Match.GOING_ON:
        # A moderator has taken the match back: until it ends again, nothing follows from it.
        given = _void_ratings(match, result, now)
        reopen_challenge(match=match, now=now, reopen=True)
        reopen_table(match=match, now=now, reopen=True)
        return given
    if match.status == Status.CALLED_OFF:
        return _void_ratings(match, result, now) | _call_off(match, now)
    if match.status == Status.FINISHED:
        _record_end(match, result, now)
        return True
    return False


def _record_end(match: Match, before: Result | None, now: datetime) -> None:
    again = before is not None or match.outcome > 1
    if before is not None:
        void_result(match_id=match.pk, reason="", now=now)
    if again:
        reopen_challenge(match=match, now=now, reopen=False)
        reopen_table(match=match, now=now, reopen=False)
    facts = _facts_of(match)
    alone = len({fact.user_id for fact in facts}) < 2
    result, _ = Result.objects.update_or_create(
        match=match,
        defaults={
            "pool": lock_pool(match),
            "ended_at": match.ended_at or now,
            "recorded_at": now,
            "unrated": ("alone" if alone else "") if match.rated else "agreed",
            "voided_at": None,
            "void_reason": "",
        },
    )
    result.changes.all().delete()
    if result.counts:
        rate_result(result=result, facts=facts)
    if match.voided:
        void_result(match_id=match.pk, reason=VOIDED, now=now)
        _call_off(match, now)
    else:
        follow_challenge(match=match, facts=facts, now=now)
        record_table_result(match=match, facts=facts, now=now)
    if again:
        rank_tournament_again(match=match, now=now)


def _facts_of(match: Match) -> list[SeatFact]:
    """The players' results. Where bots played out a round, only players who were away before count as away."""
    facts = seat_facts(list(match.seats.order_by("number")))
    table = TournamentTable.objects.filter(match=match).exclude(played_out_at=None).first()
    if table is None:
        return facts
    away = set(table.seats.filter(away=True).values_list("entry__user_id", flat=True))
    return [fact._replace(away=fact.user_id in away or fact.forfeit) for fact in facts]


def _void_ratings(match: Match, result: Result | None, now: datetime) -> bool:
    if result is not None:
        void_result(match_id=match.pk, reason=REWOUND, now=now)
    return result is not None


def _call_off(match: Match, now: datetime) -> bool:
    void_challenge(match=match, now=now)
    table = TournamentTable.objects.select_related("round").filter(match=match, ended_at=None).first()
    if table is not None:
        share_places(table=table, now=now)
    return table is not None
