"""Call a match off."""

from datetime import datetime

from games.models import Match
from games.services.errors import Refused
from games.services.moderated.outcomes import match_end
from games.services.moderated.rewinding import match_rewind
from moderation.action import Acting, Action, Done, On, Target, register
from moderation.models import AuditRow
from moderation.services.tables import players_told


class CallOff(Action):
    """End a match without result. The players are told by that itself."""

    slug = "call-off"
    title = "Call the match off"
    says = "The match ends here and counts for nobody. What was sealed is never opened."
    past = "called the match off"
    on = On.MATCH
    decides = True

    def refusal(self, target: Target, now: datetime) -> str:
        """A match that is over has its result; that can be voided."""
        over = target.table.status in (Match.Status.FINISHED, Match.Status.CALLED_OFF)
        return "This match is over. Its result can be voided." if over else ""

    def carry_out(self, acting: Acting) -> Done:
        """Call it off."""
        match = acting.target.table
        return Done(step=match_end(match_id=match.pk, note=acting.note(self), now=acting.now))

    def undo(self, acting: Acting, row: AuditRow) -> Done:
        """Let it run again from where it stood; the answers that were sealed then are gone."""
        match = Match.objects.get(pk=acting.target.table.pk)
        if match.status != Match.Status.CALLED_OFF or match.ended_at != row.at or match.step < 0:
            raise Refused("cannot_be_undone", "Only a match that had begun and is still called off can run again.")
        done = match_rewind(match_id=match.pk, to=match.step, note=acting.note(self), now=acting.now)
        text = "The match is not called off after all: it runs again. What you had sealed was dropped."
        return Done({"to": match.step}, players_told(match, text), done.step)


register(CallOff())
