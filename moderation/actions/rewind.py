"""Take a match back to an earlier step."""

from datetime import datetime

from django import forms

from matches.interventions.rewinding import rewind_match
from matches.models import Match
from moderation.action import Acting, Action, ActionForm, Done, On, Target, register
from moderation.services.tables import notify_all


class RewindForm(ActionForm):
    """The form for the step."""

    to = forms.IntegerField(
        label="The last step that still counts",
        min_value=0,
        help_text="The log on the desk's page of the table numbers them. 0 is the beginning.",
    )


class Rewind(Action):
    """Continue a match from an earlier position. Cannot be undone: the random draws would not repeat."""

    slug = "rewind"
    title = "Take the match back"
    says = (
        "The match goes on from how it stood after a step, with fresh chance. What was played since stays in the log, "
        "and no longer counts. Sealed answers and conditional moves are dropped. A match that is over runs again; one "
        "that is paused stays paused, with full clocks, until you let it go on."
    )
    past = "took the match back"
    on = On.MATCH
    decides = True
    form = RewindForm
    undoable = False

    def refusal(self, target: Target, now: datetime) -> str:
        """Refuse matches that have not begun."""
        return "This match has not begun." if target.table.status == Match.Status.OPEN or target.table.step < 0 else ""

    def carry_out(self, acting: Acting) -> Done:
        """Rewind the match and notify the players."""
        match, to = acting.target.table, acting.given["to"]
        done = rewind_match(match_id=match.pk, to=to, note=acting.note(self), now=acting.now)
        text = f"A moderator took the match back to step {to}. What you had sealed or planned was dropped."
        if done.was == Match.Status.PAUSED:
            text += " It stays paused for now."
        return Done({"to": to, "from": done.step.number - 1, "was": done.was}, notify_all(match, text), done.step)


register(Rewind())
