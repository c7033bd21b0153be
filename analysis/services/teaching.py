"""Analyses of finished matches: asked for once for each seat, worked out in parts, kept."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from time import monotonic

import msgspec
from django.db import transaction
from django.utils.translation import gettext

from accounts.models import User
from analysis.findings import Finding
from analysis.models import Analysis
from analysis.policy import (
    ANALYSES_AN_HOUR,
    ANSWERS_SECONDS,
    LEAST_SECONDS,
    LUCK_DRAWS,
    MOST_SECONDS,
    PARTS_LOST,
    POSITIONS_SECONDS,
    RETRIES,
    SLICE_SECONDS,
    TRIES,
)
from analysis.queue import enqueue_analysis
from analysis.services.allowance import UsedUp, seconds_to_wait
from analysis.services.claims import claim, first_waiting
from analysis.services.failures import count_failure
from analysis.thinking import TEACHER, Place, Task, look
from engine.quick_chance import RandomChance
from foundation.errors import Forbidden, Refused
from foundation.niced import Closed
from foundation.spans import span_words
from foundation.vault import seal, unseal
from games.levels import SHARP
from matches.models import Match
from matches.view.course import Moment, Position, course_of


def ask_analysis(*, match: Match, seat: int, user: User, now: datetime) -> Analysis:
    """Ask for the analysis of a seat, or return the one that there is. The user may see the match. Raises `Refused`."""
    check_analysable(match, seat)
    with transaction.atomic():
        # One user's requests at once wait for each other, so that they are counted.
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        found = Analysis.objects.filter(match=match, seat=seat, head=match.head).first()
        if found is not None and not found.may_be_asked_again(now):
            return found
        if wait := seconds_to_wait(Analysis.objects.filter(user=user), most=ANALYSES_AN_HOUR, now=now):
            words = gettext("You asked for {count} analyses within an hour. Ask again in {span}.")
            raise UsedUp("analyses_used_up", words.format(count=ANALYSES_AN_HOUR, span=span_words(wait)), wait=wait)
        if found is not None:
            found.delete()
        row, created = Analysis.objects.get_or_create(
            match=match, seat=seat, head=match.head, defaults={"user": user, "asked_at": now}
        )
        if created:
            enqueue_analysis(row.pk, row.done)
    return row


def check_analysable(match: Match, seat: int) -> None:
    """Raise `Refused` unless a match is finished and has this seat."""
    if match.status != Match.Status.FINISHED:
        raise Forbidden(
            "match_not_finished",
            gettext(
                "A match is analysed only once it is finished, so that nobody has help from outside while it runs."
            ),
        )
    if not 0 <= seat < match.players:
        raise Refused("no_such_seat", gettext("There is no such seat at this table. Choose one of its seats."))


def go_on(*, analysis_id: int, done: int, now: datetime) -> bool:
    """Look at some more positions, if it is this analysis's turn and `done` are done. Return True if all are."""
    first = first_waiting()
    if first is None or (first.pk, first.done) != (analysis_id, done):
        return False
    row = claim(Analysis, analysis_id, now)
    if row is None:
        return False
    ended = _go_on(row, now)
    if following := first_waiting():
        enqueue_analysis(following.pk, following.done)
    return ended


def _go_on(row: Analysis, now: datetime) -> bool:
    match = row.match
    if match.status != Match.Status.FINISHED or match.head != row.head:
        # It was taken back since, and may be played on: nothing of it is analysed.
        row.delete()
        return False
    if row.begun >= PARTS_LOST:
        _give_up(row, "WorkerLost", now)
        return False
    Analysis.objects.filter(pk=row.pk).update(begun=row.begun + 1)
    try:
        moments = list(course_of(match, row.seat))
    except Exception as error:  # noqa: BLE001 - the analyses after it go on
        _give_up(row, type(error).__name__, now)
        return False
    findings = {one.step: one for one in findings_of(row)}
    began = monotonic()
    for moment in _left(moments, findings):
        tries = findings[moment.step].tries if moment.step in findings else 0
        findings[moment.step] = _finding(match.game, row.seat, moment, moments, tries)
        if monotonic() - began >= SLICE_SECONDS:
            break
    left = len(_left(moments, findings))
    kept = [findings[moment.step] for moment in moments if moment.step in findings]
    values = {"sealed": seal(kept), "done": len(moments) - left, "of": len(moments), "begun": 0}
    Analysis.objects.filter(pk=row.pk).update(**values, claimed_at=None, done_at=None if left else now)
    return not left


def _give_up(row: Analysis, reason: str, now: datetime) -> None:
    """Keep that a match could not be looked at, so that its readers learn it and it counts for who asked."""
    count_failure("match", row.match.game, reason)
    Analysis.objects.filter(pk=row.pk).update(sealed=b"", claimed_at=None, done_at=now)


def _left(moments: Sequence[Moment], findings: Mapping[int, Finding]) -> list[Moment]:
    """Return the positions to look at: those not looked at yet, then those that failed, unless too much did."""
    new = [moment for moment in moments if moment.step not in findings]
    failed = [moment for moment in moments if moment.step in findings and 0 < findings[moment.step].tries < TRIES]
    again = sum(one.tries - 1 for one in findings.values() if one.tries)
    return [*new, *failed[: max(0, RETRIES - again)]]


def findings_of(row: Analysis) -> list[Finding]:
    """Return what was found so far."""
    return unseal(row.sealed, list[Finding]) if row.sealed else []


def _finding(slug: str, seat: int, moment: Moment, moments: Sequence[Moment], tries: int) -> Finding:
    """Look at one position, which failed so many times before; one that cannot be looked at has no shares.

    Raises `Closed`.
    """
    try:
        task = msgspec.json.encode(_task(slug, seat, moment, moments))
        return msgspec.json.decode(TEACHER.run(look, task), type=Finding)
    except Closed:
        raise
    except Exception as error:  # noqa: BLE001 - one position less, and the analysis goes on
        count_failure("position", slug, type(error).__name__)
        return Finding(moment.step, (), (), 0.0, tries=tries + 1)


def _task(slug: str, seat: int, moment: Moment, moments: Sequence[Moment]) -> Task:
    asked = sum(one.is_choice for one in moments)
    own = moment.is_choice
    chance = RandomChance()
    others = [moment.way.otherwise(chance) for _ in range(LUCK_DRAWS)] if moment.way else []
    was_drawn = any(other != moment.position for other in others)
    return Task(
        game=slug,
        seat=seat,
        step=moment.step,
        here=_place(moment.position),
        others=tuple(map(_place, others)) if was_drawn else (),
        legal=tuple(msgspec.to_builtins(list(moment.legal))) if own else (),
        answer=msgspec.to_builtins(moment.answer) if own else None,
        seconds=min(MOST_SECONDS, max(LEAST_SECONDS, POSITIONS_SECONDS / len(moments))),
        answer_seconds=min(SHARP.seconds, ANSWERS_SECONDS / max(1, asked)),
    )


def _place(position: Position) -> Place:
    return Place(msgspec.Raw(msgspec.json.encode(position.seen)), position.places)
