"""Let bots answer: each sees its seat's view and answers like any player."""

from dataclasses import replace
from datetime import datetime, timedelta
from time import monotonic

import msgspec
from django.core.cache import cache
from django.db.models import Q

from engine import Budget
from engine.log import AnsweredBy
from foundation.errors import Refused
from matches.bots.allowance import seconds_for, take
from matches.bots.kinds import KINDS, MOST_SECONDS, PATIENCE, QUICK, budget_at, kind_of_bot
from matches.bots.search_slots import PLAYED_BY_BOT, time_to_search
from matches.bots.thinking import choose
from matches.log.states import game_of, state_of
from matches.models import Match, Seat
from matches.play.answers import submit_answer


def play_bots(*, match_id: int, now: datetime) -> int:
    """Submit the answers of all bots that a match waits for; return how many were submitted."""
    match = Match.objects.filter(pk=match_id, status=Match.Status.RUNNING).first()
    if match is None:
        return 0
    awaited = list(match.seats.select_related("user").filter(PLAYED_BY_BOT, awaited=True))
    answered = set(match.answers.filter(step=match.next_step).values_list("seat_id", flat=True))
    seats = [seat for seat in awaited if seat.pk not in answered]
    played, turn = 0, f"bots:{match.pk}:{match.next_step}"
    # A bot asked for twice thinks once.
    if seats and cache.add(turn, 1, timeout=len(seats) * (MOST_SECONDS + PATIENCE)):
        try:
            for brain in sorted({seat.brain for seat in seats}, key=lambda one: KINDS.index(kind_of_bot(match, one))):
                some = [seat for seat in seats if seat.brain == brain]
                # Bots of one level share a place. Without one, they are asked again when one is free.
                with time_to_search(kind_of_bot(match, brain), match.pk) as may_think:
                    if may_think:
                        # Those who answer in the same round have as long as one another.
                        budget = _budget(match, brain)
                        played += sum(_play(match, seat, budget, now) for seat in some)
        finally:
            cache.delete(turn)
    if played == len(seats) and match.bots_asked_at:
        # Bots may have been asked again since the match was read.
        as_read = Match.objects.filter(pk=match.pk, step=match.step, bots_asked_at=match.bots_asked_at)
        as_read.update(bots_asked_at=None)
    return played


def _play(match: Match, seat: Seat, budget: Budget, now: datetime) -> bool:
    """Choose outside any transaction, then answer. Does nothing if the match has moved on meanwhile."""
    began = monotonic()
    game, state = game_of(match), state_of(match)
    legal = game.legal_actions(state, seat.number)
    if not legal or seat.user is None:
        return False
    seen = game.observation(state, seat.number)
    by: AnsweredBy = "stand_in" if seat.stand_in else "bot"
    default = game.default_action(state, seat.number)
    kind = kind_of_bot(match, seat.brain)
    action, by_itself = choose(match.game, seat.brain, seen, legal, default, budget, kind)
    thought = monotonic() - began
    if kind != QUICK:
        take(match.pk, seat.brain, budget_at(match, seat.brain).seconds, thought)
    try:
        submit_answer(
            match_id=match.pk,
            user_id=seat.user.pk,
            step=match.next_step,
            actions=[msgspec.to_builtins(action)],
            now=now + timedelta(seconds=thought),
            by=by if by_itself else "default",
        )
    except Refused:
        return False
    return True


def _budget(match: Match, brain: str) -> Budget:
    """Return what a bot may spend on this decision: one that searches shares the table's allowance with the others."""
    whole = budget_at(match, brain)
    if kind_of_bot(match, brain) == QUICK:
        return whole
    bots = match.seats.filter(PLAYED_BY_BOT).filter(Q(stand_in=brain) | Q(stand_in="", user__brain=brain)).count()
    return replace(whole, seconds=seconds_for(match.pk, brain, whole.seconds, bots))
