"""Challenges: making, accepting, expiring and following them."""

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.utils.translation import gettext

from accounts.models import User
from foundation.errors import Forbidden, Refused, Stale
from foundation.language import is_english
from ladders import live
from ladders.methods.pairing.seating import seat_order
from ladders.methods.rungs import Standing, dealt
from ladders.models import Challenge, ChallengeSeat, Division, Ladder, Rung
from ladders.selectors.ladders import (
    challenger_refusal,
    facts_of,
    is_shut,
    met_lately,
    opponent_refusal,
    table_key,
    table_refusal,
)
from ladders.selectors.ratings import SeatFact
from ladders.services.challenge_notices import notify_challenged, reschedule_challenge, withdraw_challenge
from ladders.services.dealing import deal_again, deal_out, table_now, undeal
from ladders.services.reordering import counted_first, finishing_order
from ladders.services.rungs import Why, divisions_of, held_by, lock_ladder, record_kept_rungs, rungs_of, set_rungs
from ladders.services.tables import begin_table
from ladders.vacations import time_over
from matches.models import Match

ACCEPT_DAYS = 3
State = Challenge.State


def make_challenge(*, ladder_id: int, challenger: User, opponents: Sequence[User], now: datetime) -> Challenge:
    """Invite players to a match on a ladder. Raises `Refused` with the reason."""
    with transaction.atomic():
        ladder = lock_ladder(ladder_id)
        others = [user.pk for user in opponents]
        facts = facts_of(ladder, now, [challenger.pk, *others])
        if reason := challenger_refusal(facts, ladder, challenger.pk):
            raise Refused("may_not_challenge", reason)
        fewest, most = ladder.seats_from, ladder.seats_to
        if len(set(others)) != len(others) or not fewest <= len(others) + 1 <= most:
            raise Refused("wrong_table_size", _size_needed(fewest - 1, most - 1))
        for user in opponents:
            if reason := opponent_refusal(facts, ladder, challenger.pk, user.pk):
                raise Refused("may_not_be_challenged", _about(user, reason))
        if reason := table_refusal(facts, [challenger.pk, *others]):
            raise Refused("table_met_lately", reason)
        challenge = Challenge.objects.create(
            ladder=ladder,
            division=ladder.rungs.get(user=challenger).division,
            challenger=challenger,
            table_key=table_key([challenger.pk, *others]),
            made_at=now,
            expires_at=now + timedelta(days=ACCEPT_DAYS),
        )
        ChallengeSeat.objects.bulk_create(
            ChallengeSeat(
                challenge=challenge, user=user, accepted_at=now if user == challenger or user.is_house else None
            )
            for user in (challenger, *opponents)
        )
        notify_challenged(challenge=challenge, users=opponents, now=now)
        live.push_page(ladder)
        _begin_if_accepted(ladder, challenge, now)
    return challenge


def _size_needed(fewest: int, most: int) -> str:
    """How many opponents a table of a ladder needs."""
    if most == 1:
        return gettext("A table of this ladder needs one opponent. Choose one.")
    if fewest == most:
        return gettext("A table of this ladder needs {count} opponents. Choose as many.").format(count=most)
    words = gettext("A table of this ladder needs {fewest} to {most} opponents. Choose as many.")
    return words.format(fewest=fewest, most=most)


def _about(user: User, reason: str) -> str:
    """Why a certain player may not be challenged."""
    # In English, no sentence begins after a colon.
    said = reason[0].lower() + reason[1:] if is_english() else reason
    return gettext("{name}: {reason}").format(name=user.display_name, reason=said)


def _mark_active(ladder: Ladder, users: Sequence[int], now: datetime) -> None:
    Rung.objects.filter(ladder=ladder, user__in=users).update(active_at=now)


def _lock(challenge_id: int) -> tuple[Ladder, Challenge]:
    """A challenge under its ladder's lock. Raises `Challenge.DoesNotExist`."""
    ladder_id = Challenge.objects.values_list("ladder_id", flat=True).get(pk=challenge_id)
    return lock_ladder(ladder_id), Challenge.objects.select_related("division", "challenger").get(pk=challenge_id)


def accept_challenge(*, challenge_id: int, user: User, now: datetime) -> Challenge:
    """Accept a challenge; once all have, start the match. Raises `Refused`."""
    with transaction.atomic():
        ladder, challenge = _lock(challenge_id)
        seat = challenge.seats.filter(user=user).first()
        if seat is None:
            raise Forbidden("not_invited", gettext("This challenge is not for you."))
        if challenge.state != State.OPEN or challenge.expires_at <= now:
            raise Stale(
                "challenge_over", gettext("This challenge does not wait for answers any more. Look at the ladder.")
            )
        if seat.accepted_at is None:
            seat.accepted_at = now
            seat.save(update_fields=["accepted_at"])
            _mark_active(ladder, [user.pk, challenge.challenger_id], now)
            withdraw_challenge(challenge=challenge, users=[user.pk], now=now)
        _begin_if_accepted(ladder, challenge, now)
    return challenge


def _begin_if_accepted(ladder: Ladder, challenge: Challenge, now: datetime) -> None:
    seats = list(challenge.seats.select_related("user"))
    if challenge.state == State.OPEN and all(seat.accepted_at for seat in seats):
        _begin_or_end(ladder, challenge, seats, now)


def _begin_or_end(ladder: Ladder, challenge: Challenge, seats: Sequence[ChallengeSeat], now: datetime) -> None:
    """Start with the players who have accepted and can play now, or end if there are too few.

    It also ends if those who are left met within the week, so that inviting an absent third cannot get around that
    rule.
    """
    present = {seat.user_id: seat.user for seat in seats if seat.accepted_at and not is_shut(seat.user, now)}
    met = met_lately(facts_of(ladder, now, present), list(present))
    if len(present) < max(2, ladder.seats_from) or met:
        _end(challenge, State.LAPSED, now)
        return
    # Seats are drawn only now, so challenges cannot be chosen for the sake of a seat.
    order = seat_order(list(present), {}, secrets.token_hex(16))
    challenge.match = begin_table(of=ladder, players=[present[pk] for pk in order], now=now)
    # Players who did not come are not part of the table that meets.
    challenge.table_key = table_key(present)
    challenge.state = State.RUNNING
    challenge.save(update_fields=["match", "state", "table_key"])
    _mark_active(ladder, list(present), now)
    live.push_page(ladder)


def take_back_challenge(*, challenge_id: int, user: User, now: datetime) -> None:
    """Take back a challenge that no opponent has accepted; the same table must still wait a week."""
    with transaction.atomic():
        _, challenge = _lock(challenge_id)
        if challenge.challenger_id != user.pk:
            raise Forbidden("not_your_challenge", gettext("Only the challenger can take a challenge back."))
        accepted = challenge.seats.exclude(user=user).exclude(accepted_at=None)
        if challenge.state != State.OPEN or accepted.exists():
            raise Stale("challenge_accepted", gettext("Somebody has accepted already, so this challenge stands."))
        _end(challenge, State.TAKEN_BACK, now)


def _end(challenge: Challenge, state: str, now: datetime) -> None:
    challenge.state, challenge.ended_at = state, challenge.ended_at or now
    challenge.save(update_fields=["state", "ended_at"])
    live.push_page(challenge.ladder)
    withdraw_challenge(challenge=challenge, users=[seat.user_id for seat in challenge.seats.all()], now=now)


def drop_challenges(*, ladder: Ladder, now: datetime, of: User | None = None) -> None:
    """End a locked ladder's open challenges, or those of one player; they cost no places."""
    found = ladder.challenges.filter(state=State.OPEN)
    for challenge in found if of is None else found.filter(seats__user=of):
        _end(challenge, State.LAPSED, now)


def lapse_challenge(*, challenge_id: int, now: datetime) -> bool:
    """Close a challenge after three days: players who have not accepted rank last, and the others play if enough.

    The time to accept stands still on vacation days, so a player on vacation extends it for everyone.
    """
    with transaction.atomic():
        ladder, challenge = _lock(challenge_id)
        if challenge.state != State.OPEN or challenge.expires_at > now:
            return False
        seats = list(challenge.seats.select_related("user"))
        present = [seat.user for seat in seats if seat.accepted_at]
        late = [seat.user for seat in seats if not seat.accepted_at and not is_shut(seat.user, now)]
        # The vacations of those who have not accepted extend it.
        ends = time_over(late, challenge.made_at, timedelta(days=ACCEPT_DAYS))
        if ends > now:
            challenge.expires_at = ends
            challenge.save(update_fields=["expires_at"])
            live.push_page(challenge.ladder)
            reschedule_challenge(challenge=challenge, users=late, now=now)
            return True
        for division, stood in divisions_of(ladder, [user.pk for user in (*present, *late)]):
            table = [user.pk for user in (*present, *late) if user.pk in stood]
            _cost_places(ladder, division, challenge, table, [user.pk for user in late if user.pk in stood], now)
        # Letting a challenge stand until its end counts as activity; taking it back does not.
        _mark_active(ladder, [user.pk for user in present], now)
        withdraw_challenge(challenge=challenge, users=[user.pk for user in late], now=now)
        _begin_or_end(ladder, challenge, seats, now)
    return True


def _cost_places(
    ladder: Ladder,
    division: Division,
    challenge: Challenge,
    table: Sequence[int],
    late: Sequence[int],
    now: datetime,
) -> None:
    """Move players who did not accept below those who did, or else below the next player, except the lowest.

    The table consists of the challenge's players who are in this division now.
    """
    stood = rungs_of(division, list(division.rungs.values_list("user_id", flat=True)))
    standings = [Standing(user, stood[user], place=1, forfeit=user in late) for user in table]
    after = stood | dealt(standings)
    below = {position: user for user, position in after.items()}
    # From the bottom up, so that two neighbours both move down.
    for user in sorted(late, key=lambda one: -stood[one]):
        position = after[user]
        next_below = below.get(position + 1)
        if position == stood[user] and next_below is not None and next_below not in late:
            after[user], after[next_below] = position + 1, position
            below[position], below[position + 1] = next_below, user
    whys = {user: Why.NOT_ACCEPTED if user in table else Why.MADE_ROOM for user in after}
    places = {user: (division, position) for user, position in after.items()}
    set_rungs(ladder=ladder, places=places, whys=whys, now=now, challenge=challenge)


def follow_challenge(*, match: Match, facts: Sequence[SeatFact], now: datetime) -> None:
    """Deal out a challenge's rungs when its match ends, once.

    Players in the same division now count together, whatever their division when the match began.
    """
    challenge_id = Challenge.objects.filter(match=match).values_list("pk", flat=True).first()
    if challenge_id is None:
        return
    ladder, challenge = _lock(challenge_id)
    if challenge.state != State.RUNNING:
        return
    came = {fact.user_id: fact for fact in facts}
    before = counted_first(challenge)
    if not before:
        challenge.ended_at = None
    # A match that a moderator takes back ends a second time and counts from its first end.
    ended_at = min([match.ended_at or now, *(table.at for table in before)])
    closed = ladder.closed_at is not None and ended_at >= ladder.closed_at
    for table in before or table_now(ladder, list(came), now):
        held = held_by(ladder, table.users, table.at)
        deal = partial(finishing_order, came)
        if closed or len(table.users) < 2:
            record_kept_rungs(held=held, why=Why.CLOSED if closed else Why.PARTED, challenge=challenge, now=now)
        elif before:
            deal_again(challenge=challenge, table=table, deal=deal, why=Why.RESULT, now=now)
        else:
            deal_out(challenge=challenge, table=table, deal=deal, now=now)
    _mark_active(ladder, list(came), now)
    _end(challenge, State.DONE, now)


def reopen_challenge(*, match: Match, now: datetime, reopen: bool) -> None:
    """Undo a challenge's result: the players it moved return to their former order among themselves.

    Other players do not move, wherever later results have put them. Afterwards either another result follows at once,
    counting from the first one's time, or (`reopen`) the match runs again.
    """
    challenge_id = Challenge.objects.filter(match=match).values_list("pk", flat=True).first()
    if challenge_id is None:
        return
    ladder, challenge = _lock(challenge_id)
    if challenge.state == State.DONE:
        undeal(challenge=challenge, now=now)
    if challenge.state in (State.DONE, State.VOID):
        challenge.state, challenge.ended_at = State.RUNNING, None if reopen else challenge.ended_at
        challenge.save(update_fields=["state", "ended_at"])
        live.push_page(ladder)


def void_challenge(*, match: Match, now: datetime) -> None:
    """End a challenge whose match was voided; rungs do not change."""
    challenge_id = Challenge.objects.filter(match=match).values_list("pk", flat=True).first()
    if challenge_id is not None:
        _, challenge = _lock(challenge_id)
        if challenge.state == State.RUNNING:
            _end(challenge, State.VOID, now)
