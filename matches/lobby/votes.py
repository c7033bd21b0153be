"""Players' votes: opened and answered in public, and carried out once all agree."""

from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext, ngettext

from foundation.errors import Forbidden, Refused, Stale
from matches import policy
from matches.activity.record import record_activity
from matches.clocks.pauses import pause_match, resume_match
from matches.live import push_match
from matches.lobby.taking_back import take_back_refusal, take_round_back
from matches.models import Match, Seat
from matches.rounds.calling_off import call_off_match
from matches.rounds.locking import lock_match
from matches.view.votes import QUESTIONS, TAKE_BACK, is_absent, is_moot, is_voter, lapses_at, voters


def open_vote(*, match_id: int, user_id: int, kind: str, now: datetime) -> Match:
    """Open a vote and count the proposer as agreed. Raises `Match.DoesNotExist`, `Forbidden` and `Refused`."""
    if kind not in QUESTIONS:
        raise Refused("no_such_vote", gettext("There is no such vote. Load the table again."))
    with transaction.atomic():
        match = lock_match(match_id)
        seat = _voter(match, user_id)
        settle_vote(match=match, now=now)
        _refuse_unless_askable(match, seat, kind, now)
        match.vote, match.vote_at, match.vote_agreed = kind, now, [seat.number]
        match.vote_step = match.step if kind == TAKE_BACK else None
        match.save(update_fields=["vote", "vote_step", "vote_at", "vote_agreed"])
        record_activity(match=match, kind="vote_opened", seat=seat.number, vote=kind, now=now)
        settle_vote(match=match, now=now)
        push_match(match)
    return match


def _refuse_unless_askable(match: Match, seat: Seat, kind: str, now: datetime) -> None:
    if match.status not in QUESTIONS[kind].statuses:
        raise Stale("vote_makes_no_sense", gettext("There is nothing to vote on now. Load the table again."))
    if kind == "abandon" and match.is_arranged:
        # Bots do not vote, so a player losing to bots alone could undo the match.
        sentence = gettext("A table of a ladder or tournament is played to its end. You may resign instead.")
        raise Refused("played_to_its_end", sentence)
    if kind == "pause" and match.is_arranged and match.activity.filter(kind="paused", data__reason="vote").exists():
        # Otherwise friends could occupy a rung together and keep challengers away.
        sentence = gettext("A table of a ladder or tournament is paused only once. Play on, or resign.")
        raise Refused("paused_once", sentence)
    if _lacks_somebody(match, kind):
        sentence = gettext("A bot holds the seat of a player who is away and cannot agree. Ask when they are back.")
        raise Refused("somebody_away", sentence)
    if not _enough(match, kind):
        sentence = gettext(
            "You are the only player left at a rated table, so it is played to its end. You may resign instead."
        )
        raise Refused("nobody_to_agree", sentence)
    if match.vote:
        raise Stale("vote_is_open", gettext("A vote is open already. Answer that one first."))
    if kind == TAKE_BACK:
        _refuse_unless_may_go_back(match, seat)
        return
    asked = match.activity.filter(kind="vote_opened", seat=seat.number, data__vote=kind)
    days = policy.POLICY.vote_again_days
    if asked.filter(at__gt=now - timedelta(days=days)).exists():
        sentence = ngettext(
            "You asked this less than {days} day ago. Ask again when that has passed.",
            "You asked this less than {days} days ago. Ask again when that has passed.",
            days,
        ).format(days=days)
        raise Refused("asked_already", sentence)


def _refuse_unless_may_go_back(match: Match, seat: Seat) -> None:
    if match.rated and not match.take_backs:
        sentence = gettext("In this rated match no round is taken back: its host did not allow it.")
        raise Refused("no_take_backs", sentence)
    if len(match.taken_back) >= policy.POLICY.take_backs_most:
        sentence = gettext("This match was taken back {most} times, and no more rounds of it are. Play on.")
        raise Refused("taken_back_too_often", sentence.format(most=policy.POLICY.take_backs_most))
    asked = match.activity.filter(kind="vote_opened", seat=seat.number, data__vote=TAKE_BACK, step=match.step)
    if asked.exists():
        raise Refused("asked_already", gettext("You asked this for this round already. Play on."))
    if sentence := take_back_refusal(match, seat.number):
        raise Refused("round_stays", sentence)


def _enough(match: Match, kind: str) -> bool:
    """True if enough players can vote: one alone with bots could undo a rated match that goes badly."""
    if _lacks_somebody(match, kind):
        return False
    counted = len(voters(list(match.seats.select_related("user"))))
    return counted > 0 and not (kind != "pause" and match.rated and counted < policy.POLICY.voters_fewest_rated)


def _lacks_somebody(match: Match, kind: str) -> bool:
    """True if a bot answers for a player who would have to agree: a round is taken back only if all do."""
    return kind == TAKE_BACK and any(is_absent(seat) for seat in match.seats.select_related("user"))


def answer_vote(*, match_id: int, user_id: int, kind: str, agree: bool, now: datetime) -> Match:
    """Agree to the open vote of this kind, or end it. Raises `Match.DoesNotExist`, `Forbidden` and `Stale`."""
    with transaction.atomic():
        match = lock_match(match_id)
        seat = _voter(match, user_id)
        if match.vote != kind or _has_lapsed(match, now) or is_moot(match):
            raise Stale("no_vote", gettext("This vote is over. Load the table again to see it as it stands."))
        if agree and seat.number not in match.vote_agreed:
            match.vote_agreed = [*match.vote_agreed, seat.number]
            match.save(update_fields=["vote_agreed"])
            record_activity(match=match, kind="vote_agreed", seat=seat.number, vote=kind, now=now)
        elif not agree:
            record_activity(match=match, kind="vote_refused", seat=seat.number, vote=kind, now=now)
            _close(match)
        settle_vote(match=match, now=now)
        push_match(match)
    return match


def _voter(match: Match, user_id: int) -> Seat:
    seat = match.seats.select_related("user").filter(user_id=user_id).first()
    if seat is None:
        raise Forbidden("not_your_seat", gettext("You have no seat at this table. You may watch it."))
    if not is_voter(seat):
        raise Forbidden("no_vote_of_yours", gettext("A bot holds your seat. Take it back first, then vote."))
    return seat


def _has_lapsed(match: Match, now: datetime) -> bool:
    """True if no vote is open or it has expired, even if no sweep has closed it yet."""
    return match.vote_at is None or now >= lapses_at(match.vote_at)


def _close(match: Match) -> None:
    match.vote, match.vote_step, match.vote_at, match.vote_agreed = "", None, None, []
    match.save(update_fields=["vote", "vote_step", "vote_at", "vote_agreed"])


CARRY_OUT: dict[str, Callable[[Match, datetime], None]] = {
    "pause": lambda match, now: pause_match(match=match, reason="vote", now=now),
    "abandon": lambda match, now: call_off_match(match=match, reason="vote", now=now),
    TAKE_BACK: lambda match, now: take_round_back(match=match, now=now),
}


def settle_vote(*, match: Match, now: datetime) -> bool:
    """End the open vote of a locked match if it has expired or all voters agree. Return True if it ended."""
    if not match.vote:
        return False
    kind, agreed = match.vote, set(match.vote_agreed)
    counted = {seat.number for seat in voters(list(match.seats.select_related("user")))}
    if match.status not in QUESTIONS[kind].statuses:
        _close(match)
    elif is_moot(match):
        _close(match)
        record_activity(match=match, kind="vote_lapsed", vote=kind, now=now)
    elif _enough(match, kind) and counted <= agreed and not _has_lapsed(match, now):
        _close(match)
        CARRY_OUT[kind](match, now)
    elif not _enough(match, kind) or _has_lapsed(match, now):
        _close(match)
        record_activity(match=match, kind="vote_lapsed", vote=kind, now=now)
    else:
        return False
    return True


def settle_lapsed_vote(*, match_id: int, now: datetime) -> bool:
    """Lock a match and settle its vote, for the sweep. Return True if it ended."""
    with transaction.atomic():
        match = lock_match(match_id)
        settled = settle_vote(match=match, now=now)
        if settled:
            push_match(match)
    return settled


def end_pause(*, match_id: int, user_id: int, now: datetime) -> Match:
    """Resume a match that its players paused; any one of them may. Raises the same exceptions as `open_vote`."""
    with transaction.atomic():
        match = lock_match(match_id)
        seat = match.seats.filter(user_id=user_id).first()
        if seat is None or seat.resigned_at is not None:
            raise Forbidden("not_your_seat", gettext("Only players of this table can resume it."))
        if match.pause_reason == "moderator":
            raise Forbidden(
                "paused_by_moderator", gettext("A moderator has paused this match. Only a moderator can resume it.")
            )
        resume_match(match=match, now=now)
    return match
