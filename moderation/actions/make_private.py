"""Make a table private."""

from datetime import datetime

from games.services.moderated.manners import privacy_set
from moderation.action import Acting, Action, Done, On, Target, register
from moderation.models import AuditRow
from moderation.services.tables import players_told, told_later


class MakePrivate(Action):
    """Show a table to its players and those invited alone."""

    slug = "make-private"
    title = "Make the table private"
    says = "Only its players, its host and those who are invited can see the table and what is said there."
    past = "made the table private"
    on = On.MATCH

    def refusal(self, target: Target, now: datetime) -> str:
        """Once is enough."""
        return "This table is private already." if target.table.private else ""

    def carry_out(self, acting: Acting) -> Done:
        """Hide it, and tell the players."""
        match = acting.target.table
        step = privacy_set(match_id=match.pk, private=True, note=acting.note(self), now=acting.now)
        return Done(told_later(step, "made_private"), players_told(match, "A moderator made this table private."), step)

    def undo(self, acting: Acting, row: AuditRow) -> Done:
        """Show it to everybody again."""
        match = acting.target.table
        step = privacy_set(match_id=match.pk, private=False, note=acting.note(self), now=acting.now)
        return Done(
            told_later(step, "made_public"), players_told(match, "This table is open to everybody's eyes again."), step
        )


register(MakePrivate())
