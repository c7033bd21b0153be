"""Suspend a player permanently."""

from datetime import datetime

from django import forms

from accounts.security.suspension import FOR_GOOD
from moderation.action import Acting, ActionForm, register
from moderation.actions.suspend import Suspend


class ForGoodForm(ActionForm):
    """The form for the player's notice."""

    words = forms.CharField(
        label="What the player reads",
        max_length=1000,
        widget=forms.Textarea({"rows": 3}),
        help_text="It comes by mail.",
    )


class SuspendForGood(Suspend):
    """Suspend a player permanently."""

    slug = "suspend-for-good"
    title = "Suspend for good"
    says = (
        "The player can open nothing here any more but their own data, and their bot accounts cannot play. Bots play "
        "their seats to the end. It can be undone."
    )
    past = "suspended for good"
    senior = True
    form = ForGoodForm

    def end(self, acting: Acting) -> datetime:
        """The end that stands for "permanently"."""
        return FOR_GOOD


register(SuspendForGood())
