"""Set the deadline of a seat."""

from django import forms
from django.utils.translation import gettext_lazy

from matches.interventions.pausing import put_back_deadline, set_deadline
from moderation.action import Acting, ActionForm, Done, register
from moderation.actions.extend import OnDeadline
from moderation.models import AuditRow
from moderation.services.tables import holder_notices

TEXT = gettext_lazy("A moderator has set your deadline. The table shows it.")


class SetDeadlineForm(ActionForm):
    """The form for the deadline."""

    deadline = forms.DateTimeField(
        label=gettext_lazy("The answer is due by"),
        widget=forms.DateTimeInput({"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text=gettext_lazy(
            "In your own time zone; an hour from now at the earliest, 45 days at the latest. If it "
            "falls in the player's quiet hours, it waits for their end."
        ),
    )


class SetDeadline(OnDeadline):
    """Set a deadline, earlier or later than the clock says."""

    slug = "set-deadline"
    title = gettext_lazy("Set the deadline")
    says = gettext_lazy(
        "The open answer is due at this time, however much the clock has left. Later answers follow the clock."
    )
    past = gettext_lazy("set the deadline")
    form = SetDeadlineForm

    def carry_out(self, acting: Acting) -> Done:
        """Set the deadline and notify the player."""
        match, seat, at = acting.target.whole_match, acting.target.place, acting.given["deadline"]
        moved = set_deadline(match_id=match.pk, seat=seat.number, at=at, note=acting.note(self), now=acting.now)
        return Done({**moved.marks, "deadline": at.isoformat()}, holder_notices(match, seat, TEXT), moved.step)

    def undo(self, acting: Acting, row: AuditRow) -> Done:
        """Put the deadline back while the same answer is open."""
        match, seat = acting.target.whole_match, acting.target.place
        moved = put_back_deadline(
            match_id=match.pk, seat=seat.number, marks=row.done, note=acting.note(self), now=acting.now
        )
        return Done(moved.marks, holder_notices(match, seat, TEXT), moved.step)


register(SetDeadline())
