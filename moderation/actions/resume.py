"""Let a paused match go on."""

from datetime import datetime

from games.models import Match
from games.services.moderated.clocks import match_halt, match_release
from moderation.action import Acting, Action, Done, On, Target, register
from moderation.models import AuditRow


class Resume(Action):
    """Let clocks run again. The players are told by that itself."""

    slug = "resume"
    title = "Let it go on"
    says = "Each clock runs on with what it had left, whoever paused the match."
    past = "let the match go on"
    on = On.MATCH

    def refusal(self, target: Target, now: datetime) -> str:
        """Only a paused match can go on."""
        return "" if target.table.status == Match.Status.PAUSED else "This match is not paused."

    def carry_out(self, acting: Acting) -> Done:
        """Let it go on."""
        match = acting.target.table
        return Done(step=match_release(match_id=match.pk, note=acting.note(self), now=acting.now))

    def undo(self, acting: Acting, row: AuditRow) -> Done:
        """Pause it again."""
        match_id, note = acting.target.table.pk, acting.note(self)
        return Done(step=match_halt(match_id=match_id, note=note, now=acting.now, not_since=row.at))


register(Resume())
