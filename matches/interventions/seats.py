"""Moderators decide who plays a seat."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext

from accounts.identity.blocks import may_not_meet
from accounts.identity.selectors import awaits_confirmation
from accounts.models import User
from accounts.security.suspension import is_suspended
from foundation.errors import Forbidden, Refused, Stale
from matches.interventions.steps import Note, lock_seat, record_intervention, refuse_unless
from matches.lobby.resigning import give_up_seat
from matches.lobby.substitutes import hand_over_seat, knows_too_much
from matches.models import Activity, Match, Seat, Step
from matches.rounds.locking import lock_match
from matches.timeouts.stand_ins import begin_stand_in, give_back_seat


def give_seat_to_bot(*, match_id: int, seat: int, note: Note | None, now: datetime, notify: bool = True) -> Step | None:
    """Give a person's seat to a bot until they take it back. Raises `Refused`.

    `notify`: notify the player how to return.
    """
    with transaction.atomic():
        match, held = _lock_held(match_id, seat)
        if held.played_by_bot:
            raise Refused("bot_already", gettext("A bot plays this seat already. Choose another seat."))
        begin_stand_in(match=match, seat=held, now=now, notify=notify)
        # Without a note it must look as if the bot had come by itself, also in how often pages are told.
        if note is None:
            return None
        return record_intervention(match=match, kind="bot_seated", note=note, now=now, seat=seat)


def take_seat_from_bot(
    *, match_id: int, seat: int, note: Note | None, now: datetime, given_at: datetime | None = None
) -> Step | None:
    """Give a seat back from its bot to its player; with `given_at`, only if unchanged since then. Raises `Refused`."""
    with transaction.atomic():
        match, held = _lock_held(match_id, seat)
        if not held.stand_in or (given_at is not None and _taken_back_since(held, given_at)):
            raise Stale("no_stand_in", gettext("That bot no longer holds this seat for its player."))
        give_back_seat(match=match, seat=held, now=now)
        if note is None:
            return None
        return record_intervention(match=match, kind="handed_back", note=note, now=now, seat=seat)


def _taken_back_since(seat: Seat, since: datetime) -> bool:
    rows = Activity.objects.filter(match=seat.match_id, seat=seat.number, kind__in=("took_back", "substituted"))
    return rows.filter(at__gt=since).exists()


def give_seat_to_person(*, match_id: int, seat: int, user: User, note: Note, now: datetime) -> Step | None:
    """Give a seat and everything in it to another person. Raises `Forbidden` and `Refused`."""
    with transaction.atomic():
        match, held = _lock_held(match_id, seat)
        if match.names_hidden:
            # A refusal would reveal who sits here.
            raise Forbidden("names_hidden", gettext("Names are hidden at this table. Give the seat to a bot instead."))
        if knows_too_much(match, user, besides=held) or match.seats.filter(user=user).exists():
            raise Refused("seated_before", gettext("This player has or had a seat at this table. Choose someone else."))
        if not user.is_active or not user.is_person or is_suspended(user, now):
            raise Refused("nobody_to_seat", gettext("Choose a person whose account is open."))
        if match.rated and awaits_confirmation(user):
            raise Refused(
                "player_not_confirmed", gettext("This player has not confirmed a mail address. Choose someone else.")
            )
        if may_not_meet(user=user, others=match.seats.exclude(pk=held.pk).values_list("user_id", flat=True)):
            raise Refused("no_seat_for_them", gettext("This player cannot sit at this table. Choose someone else."))
        hand_over_seat(match=match, seat=held, user=user, now=now)
        return record_intervention(match=match, kind="reseated", note=note, now=now, seat=seat)


def resign_seat_for_player(*, match_id: int, seat: int, note: Note, now: datetime) -> Step | None:
    """Resign for a player: a bot plays to the end and the seat ranks last. Raises `Refused`."""
    with transaction.atomic():
        match, held = _lock_held(match_id, seat)
        if held.user is None or held.user.is_house:
            raise Refused("no_player", gettext("A player of the site's own does not resign."))
        give_up_seat(match=match, seat=held, now=now)
        return record_intervention(match=match, kind="resigned", note=note, now=now, seat=seat)


def undo_resignation(
    *, match_id: int, seat: int, note: Note, now: datetime, resigned_at: datetime, still_away: bool = False
) -> Step | None:
    """Undo the resignation at that moment while the match goes on. Raises `Refused`.

    `still_away`: a bot held the seat before, and keeps it until the player returns.
    """
    with transaction.atomic():
        match = lock_match(match_id)
        refuse_unless(match, *Match.GOING_ON)
        held = lock_seat(match, seat)
        if held.resigned_at != resigned_at:
            raise Stale("not_resigned", gettext("This resignation does not stand any more. Load the match again."))
        held.resigned_at = None
        held.save(update_fields=["resigned_at"])
        if not still_away:
            give_back_seat(match=match, seat=held, now=now)
        return record_intervention(match=match, kind="unresigned", note=note, now=now, seat=seat)


def _lock_held(match_id: int, number: int) -> tuple[Match, Seat]:
    """Lock an ongoing match and return it with a seat whose player has not resigned. Raises `Refused`."""
    match = lock_match(match_id)
    refuse_unless(match, *Match.GOING_ON)
    seat = lock_seat(match, number)
    if seat.resigned_at is not None:
        raise Refused("resigned_already", gettext("This seat was resigned, so a bot plays it to the end."))
    return match, seat
