"""Votes of the players: opened, agreed to or refused in the open, carried out once all have agreed."""

from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import transaction

from games import policy, push
from games.models import Match, Seat
from games.services.calling_off import match_call_off
from games.services.errors import Forbidden, Refused, Stale
from games.services.happenings import happened
from games.services.pauses import match_pause, match_resume
from games.services.rounds import match_locked
from games.votes import QUESTIONS, is_voter, lapses_at, voters


def vote_open(*, match_id: int, user_id: int, kind: str, now: datetime) -> Match:
    """Ask all players; who asks has agreed. Raises `Match.DoesNotExist`, `Forbidden` and `Refused`."""
    if kind not in QUESTIONS:
        raise Refused("no_such_vote", "There is no such vote. Load the table again.")
    with transaction.atomic():
        match = match_locked(match_id)
        seat = _voter(match, user_id)
        _refuse_unless_askable(match, seat, kind, now)
        match.vote, match.vote_at, match.vote_agreed = kind, now, [seat.number]
        match.save(update_fields=["vote", "vote_at", "vote_agreed"])
        happened(match=match, kind="vote_opened", seat=seat.number, vote=kind, now=now)
        vote_settle(match=match, now=now)
        _told(match)
    return match


def _refuse_unless_askable(match: Match, seat: Seat, kind: str, now: datetime) -> None:
    if match.status not in QUESTIONS[kind].statuses:
        raise Stale("vote_makes_no_sense", "There is nothing to vote on now. Load the table again.")
    if kind == "abandon" and match.is_arranged:
        # Bots do not vote, so whoever is losing to them alone could undo it.
        sentence = "A table of a ladder or tournament is played to its end. You may resign instead."
        raise Refused("played_to_its_end", sentence)
    if kind == "pause" and match.is_arranged and match.happenings.filter(kind="paused", data__reason="vote").exists():
        # Else friends could keep a rung busy between them, and nobody else would come to challenge who stands on it.
        sentence = "A table of a ladder or tournament is paused only once. Play on, or resign."
        raise Refused("paused_once", sentence)
    if not _enough(match, kind):
        sentence = "You are the only player left at a rated table, so it is played to its end. You may resign instead."
        raise Refused("nobody_to_agree", sentence)
    if match.vote:
        raise Stale("vote_is_open", "A vote is open already. Answer that one first.")
    asked = match.happenings.filter(kind="vote_opened", seat=seat.number, data__vote=kind)
    days = policy.POLICY.vote_again_days
    if asked.filter(at__gt=now - timedelta(days=days)).exists():
        sentence = f"You asked this less than {policy.counted(days, 'day')} ago. Ask again when that has passed."
        raise Refused("asked_already", sentence)


def _enough(match: Match, kind: str) -> bool:
    """Whether enough players vote: one alone with bots could undo a rated match that goes badly."""
    counted = len(voters(list(match.seats.select_related("user"))))
    return counted > 0 and not (kind == "abandon" and match.rated and counted < policy.POLICY.voters_fewest_rated)


def vote_answer(*, match_id: int, user_id: int, kind: str, agree: bool, now: datetime) -> Match:
    """Agree to the open vote of this kind, or end it by a no. Raises `Match.DoesNotExist`, `Forbidden` and `Stale`."""
    with transaction.atomic():
        match = match_locked(match_id)
        seat = _voter(match, user_id)
        if match.vote != kind or _has_lapsed(match, now):
            raise Stale("no_vote", "This vote is over. Load the table again to see it as it stands.")
        if agree and seat.number not in match.vote_agreed:
            match.vote_agreed = [*match.vote_agreed, seat.number]
            match.save(update_fields=["vote_agreed"])
            happened(match=match, kind="vote_agreed", seat=seat.number, vote=kind, now=now)
        elif not agree:
            happened(match=match, kind="vote_refused", seat=seat.number, vote=kind, now=now)
            _close(match)
        vote_settle(match=match, now=now)
        _told(match)
    return match


def _voter(match: Match, user_id: int) -> Seat:
    seat = match.seats.select_related("user").filter(user_id=user_id).first()
    if seat is None:
        raise Forbidden("not_your_seat", "You have no seat at this table. You may watch it.")
    if not is_voter(seat):
        raise Forbidden("no_vote_of_yours", "A bot holds your seat. Take it back first, then vote.")
    return seat


def _has_lapsed(match: Match, now: datetime) -> bool:
    """Whether a vote, or none, is open no longer, though no sweep has closed it yet."""
    return match.vote_at is None or now >= lapses_at(match.vote_at)


def _close(match: Match) -> None:
    match.vote, match.vote_at, match.vote_agreed = "", None, []
    match.save(update_fields=["vote", "vote_at", "vote_agreed"])


CARRY_OUT: dict[str, Callable[[Match, datetime], None]] = {
    "pause": lambda match, now: match_pause(match=match, reason="vote", now=now),
    "abandon": lambda match, now: match_call_off(match=match, reason="vote", now=now),
}


def vote_settle(*, match: Match, now: datetime) -> bool:
    """End the open vote of a locked match if it has lapsed, or if all whose votes count agree; tell whether."""
    if not match.vote:
        return False
    kind, agreed = match.vote, set(match.vote_agreed)
    counted = {seat.number for seat in voters(list(match.seats.select_related("user")))}
    if match.status not in QUESTIONS[kind].statuses:
        _close(match)
    elif _enough(match, kind) and counted <= agreed and not _has_lapsed(match, now):
        _close(match)
        CARRY_OUT[kind](match, now)
    elif not _enough(match, kind) or _has_lapsed(match, now):
        _close(match)
        happened(match=match, kind="vote_lapsed", vote=kind, now=now)
    else:
        return False
    return True


def vote_look(*, match_id: int, now: datetime) -> bool:
    """Lock a match and settle its vote, for the sweep."""
    with transaction.atomic():
        match = match_locked(match_id)
        settled = vote_settle(match=match, now=now)
        if settled:
            _told(match)
    return settled


def pause_end(*, match_id: int, user_id: int, now: datetime) -> Match:
    """Let a match go on that its players paused: one of them is enough. Raises as the others do."""
    with transaction.atomic():
        match = match_locked(match_id)
        seat = match.seats.filter(user_id=user_id).first()
        if seat is None or seat.resigned_at is not None:
            raise Forbidden("not_your_seat", "Only who plays at this table can let it go on.")
        if match.pause_reason == "moderator":
            raise Forbidden("paused_by_moderator", "A moderator has paused this match, and lets it go on.")
        match_resume(match=match, now=now)
    return match


def _told(match: Match) -> None:
    push.table_moved(match.pk, [seat.user_id for seat in match.seats.all() if seat.user_id])
