"""Suspend a player for a time: nothing but their own data is open to them, and bots hold their seats."""

from datetime import datetime
from functools import partial
from typing import ClassVar

from accounts.suspension import is_suspended, until_words
from moderation.action import Acting, Action, ActionForm, Done, On, Target, Told, register
from moderation.models import AuditRow, Sanction
from moderation.services.sanctions import sanction_lift, sanction_set
from moderation.services.suspensions import account_open, account_suspend, seats_give_back, seats_hold
from moderation.spans import SpanForm, end_of


class Suspend(Action):
    """Suspend a player for a time."""

    slug = "suspend"
    title = "Suspend for a time"
    says = (
        "The player can open nothing here but their own data, and their programs cannot play. Bots hold their seats; "
        "seats at tables that have not begun become free. When the time is over, or you undo it, they may take their "
        "seats back."
    )
    past = "suspended"
    on = On.PLAYER
    shows = True
    form: ClassVar[type[ActionForm]] = SpanForm

    def refusal(self, target: Target, now: datetime) -> str:
        """One at a time: a longer one is set after the first is undone."""
        player = target.player
        if player.is_superuser:
            return "An administrator is not suspended here: take their rights away in the admin first."
        if is_suspended(player, now) and player.suspended_until:
            return f"This player is suspended {until_words(player.suspended_until)} already."
        return ""

    def end(self, acting: Acting) -> datetime:
        """When it is over."""
        return end_of(acting.given["days"], acting.now)

    def carry_out(self, acting: Acting) -> Done:
        """Shut the account, let bots hold the seats, and tell the player."""
        player, until, words = acting.target.player, self.end(acting), acting.given["words"]
        sanction = sanction_set(acting=acting, kind=Sanction.Kind.SUSPENSION, words=words, ends_at=until)
        account_suspend(user=player, until=until, why=str(acting.category.label), now=acting.now)
        text = f"Your account is suspended {until_words(until)}. Bots hold your seats. {words}"
        data = {"sanction": sanction.pk, "until": until.isoformat()}
        told = [Told(player, text, match=acting.target.match)]
        return Done(data, told, after=partial(seats_hold, now=acting.now))

    def undo(self, acting: Acting, row: AuditRow) -> Done:
        """Open the account again, and give the seats back."""
        sanction = sanction_lift(row=row, now=acting.now)
        account_open(user=sanction.user)
        text = "A moderator has lifted your suspension. Your seats are yours again where the match goes on."
        told = [Told(sanction.user, text, match=acting.target.match)]
        return Done({"sanction": sanction.pk}, told, after=partial(seats_give_back, held_for=row, now=acting.now))


register(Suspend())
