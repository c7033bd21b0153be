"""Resign a seat for its player."""

from datetime import datetime

from django.utils.translation import gettext, gettext_lazy

from matches.interventions.seats import resign_seat_for_player, undo_resignation
from matches.models import Match
from moderation.action import Acting, Action, Done, On, Target, register
from moderation.models import AuditRow
from moderation.services.tables import holder_notices


class ResignSeat(Action):
    """Let a bot play the seat to the end; it ranks after all who stayed."""

    slug = "resign-seat"
    title = gettext_lazy("Resign the seat")
    says = gettext_lazy(
        "A bot plays the seat to the end, and its player comes after all who stayed. It can be undone until then."
    )
    past = gettext_lazy("resigned the seat")
    on = On.SEAT
    weight = 3
    decides = True

    def refusal(self, target: Target, now: datetime) -> str:
        """Refuse house players, seats already resigned, and matches that are not running."""
        if target.whole_match.status not in Match.GOING_ON:
            return gettext("This match is not going on.")
        if target.place.user is None or target.place.user.is_house:
            return gettext("A player of the site's own does not resign.")
        return gettext("This seat was resigned already.") if target.place.resigned_at else ""

    def carry_out(self, acting: Acting) -> Done:
        """Resign the seat and notify the player."""
        seat = acting.target.place
        away = bool(seat.stand_in)
        step = resign_seat_for_player(match_id=seat.match_id, seat=seat.number, note=acting.note(self), now=acting.now)
        text = gettext_lazy("A moderator resigned your seat at this table. A bot plays it to the end.")
        return Done({"away": away}, holder_notices(acting.target.whole_match, seat, text), step)

    def undo(self, acting: Acting, row: AuditRow) -> Done:
        """Give the seat back to its player."""
        seat = acting.target.place
        step = undo_resignation(
            match_id=seat.match_id,
            seat=seat.number,
            note=acting.note(self),
            now=acting.now,
            resigned_at=row.at,
            still_away=row.done.get("away", False),
        )
        text = gettext_lazy(
            "A moderator gave your seat at this table back to you. It counts as if you had not resigned."
        )
        return Done({}, holder_notices(acting.target.whole_match, seat, text), step)


register(ResignSeat())
