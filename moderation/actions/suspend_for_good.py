"""Suspend a player permanently."""

from dataclasses import replace
from datetime import datetime

from django import forms
from django.utils.translation import gettext_lazy

from accounts.security.suspension import FOR_GOOD
from clubs.services.succession import HandedOn, give_clubs_back, hand_clubs_on
from moderation.action import Acting, ActionForm, Done, register
from moderation.actions.suspend import Suspend
from moderation.models import AuditRow


class ForGoodForm(ActionForm):
    """The form for the player's notice."""

    words = forms.CharField(
        label=gettext_lazy("What the player reads"),
        max_length=1000,
        widget=forms.Textarea({"rows": 3}),
        help_text=gettext_lazy("It comes by mail."),
    )


class SuspendForGood(Suspend):
    """Suspend a player permanently."""

    slug = "suspend-for-good"
    title = gettext_lazy("Suspend for good")
    says = gettext_lazy(
        "The player can open nothing here any more but their own data, and their bot accounts "
        "cannot play. Bots play their seats to the end, and others own their clubs. It can be "
        "undone."
    )
    past = gettext_lazy("suspended for good")
    weight = 4
    senior = True
    form = ForGoodForm

    def end(self, acting: Acting) -> datetime:
        """The end that stands for "permanently"."""
        return FOR_GOOD

    def carry_out(self, acting: Acting) -> Done:
        """Suspend the account, and give the player's clubs to other members."""
        done = super().carry_out(acting)
        clubs = hand_clubs_on(user=acting.target.player, by=acting.actor, now=acting.now)
        return replace(done, data={**done.data, "clubs": [list(club) for club in clubs]})

    def undo(self, acting: Acting, row: AuditRow) -> Done:
        """Reopen the account, and give the seats and the clubs back."""
        done = super().undo(acting, row)
        clubs = [HandedOn(*club) for club in row.done.get("clubs", ())]
        give_clubs_back(user=acting.target.player, clubs=clubs, now=acting.now)
        return done


register(SuspendForGood())
