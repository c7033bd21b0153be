"""Pause a match until a moderator resumes it."""

from datetime import datetime

from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from matches.interventions.pausing import pause_as_moderator, resume_as_moderator
from matches.models import Match
from moderation.action import Acting, Action, Done, On, Target, register
from moderation.models import AuditRow


class Pause(Action):
    """Stop all clocks. The pause itself notifies the players."""

    slug = "pause"
    title = pgettext_lazy("action", "Pause")
    says = gettext_lazy("All clocks stand still until a moderator lets the match go on. What is sealed stays sealed.")
    past = gettext_lazy("paused the match")
    on = On.MATCH

    def refusal(self, target: Target, now: datetime) -> str:
        """Refuse matches that are not running."""
        return (
            "" if target.whole_match.status == Match.Status.RUNNING else gettext("Only a running match can be paused.")
        )

    def carry_out(self, acting: Acting) -> Done:
        """Pause the match."""
        match = acting.target.whole_match
        return Done(step=pause_as_moderator(match_id=match.pk, note=acting.note(self), now=acting.now))

    def undo(self, acting: Acting, row: AuditRow) -> Done:
        """End this very pause."""
        note = acting.note(self)
        match_id = acting.target.whole_match.pk
        return Done(step=resume_as_moderator(match_id=match_id, note=note, now=acting.now, paused_at=row.at))


register(Pause())
