"""Resume a paused match."""

from datetime import datetime

from django.utils.translation import gettext, gettext_lazy

from matches.interventions.pausing import pause_as_moderator, resume_as_moderator
from matches.models import Match
from moderation.action import Acting, Action, Done, On, Target, register
from moderation.models import AuditRow


class Resume(Action):
    """Restart the clocks. The resumption itself notifies the players."""

    slug = "resume"
    title = gettext_lazy("Let it go on")
    says = gettext_lazy("Each clock runs on with what it had left. It does not matter who paused the match.")
    past = gettext_lazy("let the match go on")
    on = On.MATCH

    def refusal(self, target: Target, now: datetime) -> str:
        """Refuse matches that are not paused."""
        return "" if target.whole_match.status == Match.Status.PAUSED else gettext("This match is not paused.")

    def carry_out(self, acting: Acting) -> Done:
        """Resume the match."""
        match = acting.target.whole_match
        return Done(step=resume_as_moderator(match_id=match.pk, note=acting.note(self), now=acting.now))

    def undo(self, acting: Acting, row: AuditRow) -> Done:
        """Pause it again."""
        match_id, note = acting.target.whole_match.pk, acting.note(self)
        return Done(step=pause_as_moderator(match_id=match_id, note=note, now=acting.now, not_since=row.at))


register(Resume())
