"""Take a match back to an earlier step."""

from datetime import datetime

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext, gettext_lazy

from engine.beacon import time_of
from foundation.language import Words
from matches.interventions.rewinding import rewind_match
from matches.models import Match
from moderation.action import Acting, Action, ActionForm, Done, On, Target, register
from moderation.services.tables import notices_for_all


class RewindForm(ActionForm):
    """The form for the step."""

    to = forms.IntegerField(
        label=gettext_lazy("The last step that still counts"),
        min_value=0,
        help_text=gettext_lazy("The log on the desk's page of the table numbers them. 0 is the beginning."),
    )


class Rewind(Action):
    """Continue a match from an earlier position. Cannot be undone: the random draws would not repeat."""

    slug = "rewind"
    title = gettext_lazy("Take the match back")
    says = gettext_lazy(
        "The match goes on from how it stood after a step, with new random draws. What was played "
        "since stays in the log, but no longer counts. Sealed answers and conditional moves are "
        "dropped. A match that is over runs again, ten minutes later if its table has public "
        "randomness; one that is paused stays paused, with full clocks, until you let it go on."
    )
    past = gettext_lazy("took the match back")
    on = On.MATCH
    weight = 2
    decides = True
    form = RewindForm
    undoable = False

    def refusal(self, target: Target, now: datetime) -> str:
        """Refuse matches that have not begun."""
        return (
            gettext("This match has not begun.")
            if target.whole_match.status == Match.Status.OPEN or target.whole_match.step < 0
            else ""
        )

    def carry_out(self, acting: Acting) -> Done:
        """Rewind the match and notify the players."""
        match, to = acting.target.whole_match, acting.given["to"]
        done = rewind_match(match_id=match.pk, to=to, note=acting.note(self), now=acting.now)
        text: Words = format_lazy(
            gettext_lazy("A moderator took the match back to step {to}. What you had sealed or planned was dropped."),
            to=to,
        )
        if done.waits:
            text = _announcement(to, done.match.later_round or 0)
        if done.was == Match.Status.PAUSED:
            text = format_lazy("{text} {more}", text=text, more=gettext_lazy("It stays paused for now."))
        return Done({"to": to, "from": done.was_at, "was": done.was}, notices_for_all(match, text), done.step)


def _announcement(to: int, number: int) -> Words:
    """What players keep to see later that the site did not choose the round when it knew what would come."""
    return format_lazy(
        gettext_lazy(
            "A moderator takes the match back to step {to}. It goes on with round {number} of the "
            "public randomness, which is known at {time} UTC and not before. Keep this message to "
            "compare it with the log."
        ),
        to=to,
        number=number,
        time=f"{time_of(number):%H:%M:%S}",
    )


register(Rewind())
