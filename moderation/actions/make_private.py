"""Make a match private."""

from datetime import datetime

from django.utils.translation import gettext, gettext_lazy

from matches.interventions.settings import set_privacy
from moderation.action import Acting, Action, Done, On, Target, register
from moderation.models import AuditRow
from moderation.services.tables import late_step_data, player_notices


class MakePrivate(Action):
    """Show a match only to its players, host and invited users."""

    slug = "make-private"
    title = gettext_lazy("Make the table private")
    says = gettext_lazy(
        "Only its players, its host and those who are invited can see the table and what is said there."
    )
    past = gettext_lazy("made the table private")
    on = On.MATCH
    weight = 1

    def refusal(self, target: Target, now: datetime) -> str:
        """Refuse matches that are private already."""
        return gettext("This table is private already.") if target.whole_match.private else ""

    def carry_out(self, acting: Acting) -> Done:
        """Make it private and notify the players."""
        match = acting.target.whole_match
        step = set_privacy(match_id=match.pk, private=True, note=acting.note(self), now=acting.now)
        return Done(
            late_step_data(step, "made_private"),
            player_notices(match, gettext_lazy("A moderator made this table private.")),
            step,
        )

    def undo(self, acting: Acting, row: AuditRow) -> Done:
        """Show it to everyone again."""
        match = acting.target.whole_match
        step = set_privacy(match_id=match.pk, private=False, note=acting.note(self), now=acting.now)
        return Done(
            late_step_data(step, "made_public"),
            player_notices(match, gettext_lazy("This table is open to everybody's eyes again.")),
            step,
        )


register(MakePrivate())
