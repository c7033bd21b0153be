"""Pause a match until a moderator lets it go on."""

from datetime import datetime

from games.models import Match
from games.services.moderated.clocks import match_halt, match_release
from moderation.action import Acting, Action, Done, On, Target, register
from moderation.models import AuditRow


class Pause(Action):
    """Stop all clocks. The players are told by the pause itself."""

    slug = "pause"
    title = "Pause"
    says = "All clocks stand still until a moderator lets the match go on. What is sealed stays sealed."
    past = "paused the match"
    on = On.MATCH

    def refusal(self, target: Target, now: datetime) -> str:
        """Only a running match has clocks to stop."""
        return "" if target.table.status == Match.Status.RUNNING else "Only a running match can be paused."

    def carry_out(self, acting: Acting) -> Done:
        """Pause it."""
        match = acting.target.table
        return Done(step=match_halt(match_id=match.pk, note=acting.note(self), now=acting.now))

    def undo(self, acting: Acting, row: AuditRow) -> Done:
        """Let it go on from this very pause."""
        note = acting.note(self)
        match_id = acting.target.table.pk
        return Done(step=match_release(match_id=match_id, note=note, now=acting.now, paused_at=row.at))


register(Pause())
