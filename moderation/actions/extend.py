"""Give a seat more time."""

from datetime import datetime

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext, gettext_lazy

from foundation.spans import lazy_span_words
from matches.interventions.pausing import extend_deadline, put_back_deadline
from matches.models import Match
from matches.policy import HOUR
from moderation.action import Acting, Action, ActionForm, Done, On, Target, register
from moderation.models import AuditRow
from moderation.services.tables import holder_notices

LONGEST_HOURS = 14 * 24


class ExtendForm(ActionForm):
    """The form for the extra time."""

    hours = forms.IntegerField(label=gettext_lazy("Hours more"), min_value=1, max_value=LONGEST_HOURS, initial=24)


class OnDeadline(Action):
    """An action on the deadline of an open answer."""

    on = On.SEAT

    def refusal(self, target: Target, now: datetime) -> str:
        """Refuse seats without a deadline."""
        if target.whole_match.status == Match.Status.RUNNING and target.place.awaited:
            return ""
        return gettext("The match does not wait for this seat.")


class Extend(OnDeadline):
    """Extend a deadline by some hours."""

    slug = "extend"
    title = gettext_lazy("Give more time")
    says = gettext_lazy(
        "The open answer is due this many hours later, days off not counted. Other clocks do not change, nor does "
        "the time that a Fischer clock has saved."
    )
    past = gettext_lazy("gave more time")
    form = ExtendForm

    def carry_out(self, acting: Acting) -> Done:
        """Extend the deadline and notify the player."""
        match, seat, hours = acting.target.whole_match, acting.target.place, acting.given["hours"]
        moved = extend_deadline(
            match_id=match.pk, seat=seat.number, hours=hours, note=acting.note(self), now=acting.now
        )
        more = lazy_span_words(hours * HOUR)
        text = format_lazy(gettext_lazy("A moderator gave you {span} more for your answer."), span=more)
        return Done({**moved.marks, "hours": hours}, holder_notices(match, seat, text), moved.step)

    def undo(self, acting: Acting, row: AuditRow) -> Done:
        """Put the deadline back while the same answer is open."""
        match, seat = acting.target.whole_match, acting.target.place
        moved = put_back_deadline(
            match_id=match.pk, seat=seat.number, marks=row.done, note=acting.note(self), now=acting.now
        )
        text = gettext_lazy("A moderator took back that you have more time. The table shows your deadline.")
        return Done(moved.marks, holder_notices(match, seat, text), moved.step)


register(Extend())
