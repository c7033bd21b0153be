"""Give a seat to a bot until its player takes it back."""

from datetime import datetime

from django.utils.translation import gettext, gettext_lazy

from matches.interventions.seats import give_seat_to_bot, take_seat_from_bot
from matches.models import Match
from moderation.action import Acting, Action, Done, On, Target, register
from moderation.models import AuditRow
from moderation.services.tables import holder_notices


class SeatBot(Action):
    """Let a bot answer. The stand-in itself notifies the player."""

    slug = "seat-bot"
    title = gettext_lazy("Give the seat to a bot")
    says = gettext_lazy(
        "A bot answers for the player until they take the seat back at the table. To end that, resign the seat."
    )
    past = gettext_lazy("gave the seat to a bot")
    on = On.SEAT
    weight = 1
    decides = True

    def refusal(self, target: Target, now: datetime) -> str:
        """Refuse bots' seats, and matches that are not running."""
        if target.whole_match.status not in Match.GOING_ON:
            return gettext("This match is not going on.")
        return gettext("A bot plays this seat already.") if target.place.played_by_bot else ""

    def carry_out(self, acting: Acting) -> Done:
        """Put the bot in."""
        seat = acting.target.place
        step = give_seat_to_bot(match_id=seat.match_id, seat=seat.number, note=acting.note(self), now=acting.now)
        return Done(step=step)

    def undo(self, acting: Acting, row: AuditRow) -> Done:
        """Give the seat back."""
        seat = acting.target.place
        step = take_seat_from_bot(
            match_id=seat.match_id, seat=seat.number, note=acting.note(self), now=acting.now, given_at=row.at
        )
        return Done(
            {},
            holder_notices(acting.target.whole_match, seat, gettext_lazy("A moderator gave your seat back to you.")),
            step,
        )


register(SeatBot())
