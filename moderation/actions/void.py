"""Void the result of a match."""

from datetime import datetime

from matches.interventions.outcomes import void_result
from matches.models import Match
from moderation.action import Acting, Action, Done, On, Target, register
from moderation.models import AuditRow
from moderation.services.tables import notify_all


class Void(Action):
    """Make a result count for nobody."""

    slug = "void"
    title = "Void the result"
    says = (
        "Ratings and rungs are given back as if the match had not been played. In a tournament all who stayed share "
        "the first place."
    )
    past = "voided the result"
    on = On.MATCH
    decides = True

    def refusal(self, target: Target, now: datetime) -> str:
        """Refuse matches without a result that counts."""
        if target.table.status != Match.Status.FINISHED:
            return "This match has no result yet."
        return "The result counts for nobody already." if target.table.voided else ""

    def carry_out(self, acting: Acting) -> Done:
        """Void the result and notify the players."""
        match = acting.target.table
        step = void_result(match_id=match.pk, voided=True, note=acting.note(self), now=acting.now)
        return Done(
            {}, notify_all(match, "A moderator took the result of this match away. It counts for nobody."), step
        )

    def undo(self, acting: Acting, row: AuditRow) -> Done:
        """Let it count again."""
        match = acting.target.table
        step = void_result(match_id=match.pk, voided=False, note=acting.note(self), now=acting.now)
        return Done({}, notify_all(match, "The result of this match counts again."), step)


register(Void())
