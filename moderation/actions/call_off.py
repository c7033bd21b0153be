"""Call a match off."""

from datetime import datetime

from django.utils.translation import gettext, gettext_lazy

from foundation.errors import Refused
from matches.interventions.outcomes import call_off_as_moderator
from matches.interventions.rewinding import rewind_match
from matches.models import Match
from moderation.action import Acting, Action, Done, On, Target, register
from moderation.models import AuditRow
from moderation.services.tables import player_notices


class CallOff(Action):
    """End a match without a result. The match itself notifies the players."""

    slug = "call-off"
    title = gettext_lazy("Call the match off")
    says = gettext_lazy("The match ends here and counts for nobody. What was sealed is never opened.")
    past = gettext_lazy("called the match off")
    on = On.MATCH
    weight = 4
    decides = True

    def refusal(self, target: Target, now: datetime) -> str:
        """Refuse matches that are over: their result can be voided."""
        over = target.whole_match.status in (Match.Status.FINISHED, Match.Status.CALLED_OFF)
        return gettext("This match is over. Its result can be voided.") if over else ""

    def carry_out(self, acting: Acting) -> Done:
        """Call it off."""
        match = acting.target.whole_match
        return Done(step=call_off_as_moderator(match_id=match.pk, note=acting.note(self), now=acting.now))

    def undo(self, acting: Acting, row: AuditRow) -> Done:
        """Let the match run again from where it stood; the answers sealed at that time are lost."""
        match = Match.objects.get(pk=acting.target.whole_match.pk)
        if match.status != Match.Status.CALLED_OFF or match.ended_at != row.at or match.step < 0:
            raise Refused(
                "cannot_be_undone", gettext("Only a match that had begun and is still called off can run again.")
            )
        done = rewind_match(match_id=match.pk, to=match.step, note=acting.note(self), now=acting.now)
        text = gettext_lazy("The match is not called off after all: it runs again. What you had sealed was dropped.")
        return Done({"to": match.step}, player_notices(match, text), done.step)


register(CallOff())
