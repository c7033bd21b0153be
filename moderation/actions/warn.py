"""Warn a player with a text that also stays in their history for other moderators."""

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy

from moderation.action import Acting, Action, ActionForm, ConcernedNotice, Done, On, register
from moderation.models import AuditRow, Sanction
from moderation.services.sanctions import lift_sanction, set_sanction


class WarnForm(ActionForm):
    """The form for the warning."""

    words = forms.CharField(
        label=gettext_lazy("What the player reads"),
        max_length=1000,
        widget=forms.Textarea({"rows": 3}),
        help_text=gettext_lazy("It comes by mail and stays on their own page. Say what to do differently from now on."),
    )


class Warn(Action):
    """Warn a player."""

    slug = "warn"
    title = gettext_lazy("Warn")
    says = gettext_lazy("The player reads your words, and may go on as before. Undoing it takes the warning back.")
    past = gettext_lazy("warned")
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
            [
                ConcernedNotice(
                    player,
                    format_lazy(gettext_lazy("A moderator warns you: {words}"), words=words),
                    match=acting.target.match,
                )
            ],
        )

    def undo(self, acting: Acting, row: AuditRow) -> Done:
        """Take the warning back."""
        sanction = lift_sanction(row=row, now=acting.now)
        text = gettext_lazy("A moderator has taken a warning back. It no longer counts.")
        return Done({"sanction": sanction.pk}, [ConcernedNotice(sanction.user, text, match=acting.target.match)])


register(Warn())
