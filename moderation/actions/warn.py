"""Warn a player with a text that also stays in their history for other moderators."""

from django import forms

from moderation.action import Acting, Action, ActionForm, ConcernedNotice, Done, On, register
from moderation.models import AuditRow, Sanction
from moderation.services.sanctions import lift_sanction, set_sanction


class WarnForm(ActionForm):
    """The form for the warning."""

    words = forms.CharField(
        label="What the player reads",
        max_length=1000,
        widget=forms.Textarea({"rows": 3}),
        help_text="It comes by mail and stays on their own page. Say what to do otherwise from now on.",
    )


class Warn(Action):
    """Warn a player."""

    slug = "warn"
    title = "Warn"
    says = "The player reads your words, and may go on as before. Undoing it takes the warning back."
    past = "warned"
    on = On.PLAYER
    form = WarnForm
    adds_up = True

    def carry_out(self, acting: Acting) -> Done:
        """Store the warning and notify the player."""
        words = acting.given["words"]
        sanction = set_sanction(acting=acting, kind=Sanction.Kind.WARNING, words=words, ends_at=acting.now)
        player = acting.target.player
        return Done(
            {"sanction": sanction.pk, "words": words},
            [ConcernedNotice(player, f"A moderator warns you: {words}", match=acting.target.match)],
        )

    def undo(self, acting: Acting, row: AuditRow) -> Done:
        """Take the warning back."""
        sanction = lift_sanction(row=row, now=acting.now)
        text = "A moderator has taken a warning back. It no longer counts."
        return Done({"sanction": sanction.pk}, [ConcernedNotice(sanction.user, text, match=acting.target.match)])


register(Warn())
