"""Void the result of a match."""

from datetime import datetime

from django.utils.translation import gettext, gettext_lazy

from matches.interventions.outcomes import set_voided
from matches.models import Match
from moderation.action import Acting, Action, Done, On, Target, register
from moderation.models import AuditRow
from moderation.services.tables import notices_for_all


class Void(Action):
    """Make a result count for nobody."""

    slug = "void"
    title = gettext_lazy("Void the result")
    says = gettext_lazy(
        "Ratings and rungs are given back as if the match had not been played. In a tournament all "
        "who stayed share the first place."
    )
    past = gettext_lazy("voided the result")
    on = On.MATCH
    weight = 3
    decides = True

    def refusal(self, target: Target, now: datetime) -> str:
        """Refuse matches without a result that counts."""
        if target.whole_match.status != Match.Status.FINISHED:
            return gettext("This match has no result yet.")
        return gettext("The result counts for nobody already.") if target.whole_match.voided else ""

    def carry_out(self, acting: Acting) -> Done:
        """Void the result and notify the players."""
        match = acting.target.whole_match
        step = set_voided(match_id=match.pk, voided=True, note=acting.note(self), now=acting.now)
        return Done(
            {},
            notices_for_all(
                match, gettext_lazy("A moderator took the result of this match away. It counts for nobody.")
            ),
            step,
        )

    def undo(self, acting: Acting, row: AuditRow) -> Done:
        """Let it count again."""
        match = acting.target.whole_match
        step = set_voided(match_id=match.pk, voided=False, note=acting.note(self), now=acting.now)
        return Done({}, notices_for_all(match, gettext_lazy("The result of this match counts again.")), step)


register(Void())
