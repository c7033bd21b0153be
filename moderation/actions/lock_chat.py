"""Lock a match's chat."""

from datetime import datetime

from django.utils.translation import gettext, gettext_lazy

from matches.interventions.settings import lock_chat
from moderation.action import Acting, Action, Done, On, Target, register
from moderation.models import AuditRow
from moderation.services.tables import late_step_data, player_notices


class LockChat(Action):
    """Stop everyone from writing in a match's chat."""

    slug = "lock-chat"
    title = gettext_lazy("Lock the chat")
    says = gettext_lazy("Nobody can write at this table any more, players or others. What was said can still be read.")
    past = gettext_lazy("locked the chat")
    on = On.MATCH
    weight = 1

    def refusal(self, target: Target, now: datetime) -> str:
        """Refuse chats that are locked already."""
        return gettext("The chat of this table is locked already.") if target.whole_match.chat_locked else ""

    def carry_out(self, acting: Acting) -> Done:
        """Lock the chat and notify the players."""
        match = acting.target.whole_match
        step = lock_chat(match_id=match.pk, locked=True, note=acting.note(self), now=acting.now)
        return Done(
            late_step_data(step, "chat_locked"),
            player_notices(match, gettext_lazy("A moderator locked the chat of this table.")),
            step,
        )

    def undo(self, acting: Acting, row: AuditRow) -> Done:
        """Unlock it."""
        match = acting.target.whole_match
        step = lock_chat(match_id=match.pk, locked=False, note=acting.note(self), now=acting.now)
        return Done(
            late_step_data(step, "chat_opened"),
            player_notices(match, gettext_lazy("The chat of this table is open again.")),
            step,
        )


register(LockChat())
