"""Resign a seat for its player."""

from datetime import datetime

from games.services.moderated.seats import GOING_ON, seat_resigned, seat_unresigned
from moderation.action import Acting, Action, Done, On, Target, register
from moderation.models import AuditRow
from moderation.services.tables import holder_told


class ResignSeat(Action):
    """A bot plays the seat to the end, and it comes after all who stayed."""

    slug = "resign-seat"
    title = "Resign the seat"
    says = "A bot plays the seat to the end, and its player comes after all who stayed. It can be undone until then."
    past = "resigned the seat"
    on = On.SEAT
    decides = True

    def refusal(self, target: Target, now: datetime) -> str:
        """Only a person's seat of a match that goes on."""
        if target.table.status not in GOING_ON:
            return "This match is not going on."
        if target.place.user is None or target.place.user.is_house:
            return "A player of the site's own does not resign."
        return "This seat was resigned already." if target.place.resigned_at else ""

    def carry_out(self, acting: Acting) -> Done:
        """Resign it."""
        seat = acting.target.place
        away = bool(seat.stand_in)
        step = seat_resigned(match_id=seat.match_id, seat=seat.number, note=acting.note(self), now=acting.now)
        text = "A moderator resigned your seat at this table. A bot plays it to the end."
        return Done({"away": away}, holder_told(acting.target.table, seat, text), step)

    def undo(self, acting: Acting, row: AuditRow) -> Done:
        """Give the seat back to its player."""
        seat = acting.target.place
        step = seat_unresigned(
            match_id=seat.match_id,
            seat=seat.number,
            note=acting.note(self),
            now=acting.now,
            resigned_at=row.at,
            still_away=row.done.get("away", False),
        )
        text = "A moderator gave your seat at this table back to you. It counts as if you had not resigned."
        return Done({}, holder_told(acting.target.table, seat, text), step)


register(ResignSeat())
