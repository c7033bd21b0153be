"""Suspend a player for a time: they can open only their own data, and bots hold their seats."""

from datetime import datetime
from functools import partial
from typing import ClassVar

from django.utils.text import format_lazy
from django.utils.translation import gettext, gettext_lazy

from accounts.security.suspension import is_suspended, lazily_until, until_words
from engine.words import upper_first
from moderation.action import Acting, Action, ActionForm, ConcernedNotice, Done, On, Target, register
from moderation.models import AuditRow, Sanction
from moderation.services.sanctions import lift_sanction, set_sanction
from moderation.services.suspensions import give_back_seats, hold_seats, lift_suspension, suspend_account
from moderation.spans import SpanForm, end_of


class Suspend(Action):
    """Suspend a player for a time."""

    slug = "suspend"
    title = gettext_lazy("Suspend for a time")
    says = gettext_lazy(
        "The player can open nothing here but their own data, and their bot accounts cannot play. "
        "Bots hold their seats; seats at tables that have not begun become free. When the time is "
        "over, or you undo it, they may take their seats back."
    )
    past = gettext_lazy("suspended")
    on = On.PLAYER
    weight = 3
    shows = True
    form: ClassVar[type[ActionForm]] = SpanForm

    def refusal(self, target: Target, now: datetime) -> str:
        """Refuse administrators, and suspended players: undo the first suspension to set a longer one."""
        player = target.player
        if player.is_superuser:
            return gettext("An administrator is not suspended here: take their rights away in the admin first.")
        if is_suspended(player, now) and player.suspended_until:
            return gettext("This player is suspended {until} already.").format(
                until=until_words(player.suspended_until)
            )
        return ""

    def end(self, acting: Acting) -> datetime:
        """When the suspension ends."""
        return end_of(acting.given["days"], acting.now)

    def carry_out(self, acting: Acting) -> Done:
        """Suspend the account, let bots hold the seats, and notify the player."""
        player, until, words = acting.target.player, self.end(acting), acting.given["words"]
        sanction = set_sanction(acting=acting, kind=Sanction.Kind.SUSPENSION, words=words, ends_at=until)
        suspend_account(user=player, until=until, why=upper_first(acting.category.english), now=acting.now)
        text = format_lazy(
            gettext_lazy("Your account is suspended {until}. Bots play on in your seats. {words}"),
            until=lazily_until(until),
            words=words,
        )
        data = {"sanction": sanction.pk, "until": until.isoformat()}
        notices = [ConcernedNotice(player, text, match=acting.target.match)]
        return Done(data, notices, after=partial(hold_seats, now=acting.now))

    def undo(self, acting: Acting, row: AuditRow) -> Done:
        """Reopen the account and give the seats back."""
        sanction = lift_sanction(row=row, now=acting.now)
        lift_suspension(user=sanction.user)
        text = gettext_lazy(
            "A moderator has lifted your suspension. Your seats are yours again where the match goes on."
        )
        notices = [ConcernedNotice(sanction.user, text, match=acting.target.match)]
        return Done({"sanction": sanction.pk}, notices, after=partial(give_back_seats, held_for=row, now=acting.now))


register(Suspend())
