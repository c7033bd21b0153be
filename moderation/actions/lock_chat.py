"""Lock the talk of a table."""

from datetime import datetime

from games.services.moderated.manners import talk_lock
from moderation.action import Acting, Action, Done, On, Target, register
from moderation.models import AuditRow
from moderation.services.tables import players_told, told_later


class LockTalk(Action):
    """Let nobody write at a table."""

    slug = "lock-talk"
    title = "Lock the talk"
    says = "Nobody can write at this table any more, players or others. What was said can still be read."
    past = "locked the talk"
    on = On.MATCH

    def refusal(self, target: Target, now: datetime) -> str:
        """Once is enough."""
        return "The talk of this table is locked already." if target.table.talk_locked else ""

    def carry_out(self, acting: Acting) -> Done:
        """Lock it, and tell the players."""
        match = acting.target.table
        step = talk_lock(match_id=match.pk, locked=True, note=acting.note(self), now=acting.now)
        return Done(
            told_later(step, "talk_locked"), players_told(match, "A moderator locked the talk of this table."), step
        )

    def undo(self, acting: Acting, row: AuditRow) -> Done:
        """Open it again."""
        match = acting.target.table
        step = talk_lock(match_id=match.pk, locked=False, note=acting.note(self), now=acting.now)
        return Done(told_later(step, "talk_opened"), players_told(match, "The talk of this table is open again."), step)


register(LockTalk())
