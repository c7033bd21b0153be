"""Mute a player: they play on, and say nothing at any table for a time."""

from datetime import datetime

from accounts.models import User
from accounts.suspension import until_words
from moderation.action import Acting, Action, Done, On, Target, Told, register
from moderation.models import AuditRow, Sanction
from moderation.services.sanctions import sanction_lift, sanction_set
from moderation.spans import SpanForm, end_of


class Mute(Action):
    """Mute a player."""

    slug = "mute"
    title = "Mute"
    says = "The player cannot write at any table for a time, and plays on. Others see nothing of it."
    past = "muted"
    on = On.PLAYER
    form = SpanForm

    def refusal(self, target: Target, now: datetime) -> str:
        """One at a time: a longer one is set after the first is undone."""
        until = target.player.silenced_until
        return f"This player is muted {until_words(until)} already." if until and until > now else ""

    def carry_out(self, acting: Acting) -> Done:
        """Set the end, and tell the player."""
        player, until = acting.target.player, end_of(acting.given["days"], acting.now)
        User.objects.filter(pk=player.pk).update(silenced_until=until)
        words = acting.given["words"]
        sanction = sanction_set(acting=acting, kind=Sanction.Kind.MUTE, words=words, ends_at=until)
        text = f"A moderator has muted you at all tables {until_words(until)}. You may play on. {words}"
        return Done({"sanction": sanction.pk, "until": until.isoformat()}, [_told(acting, player, text)])

    def undo(self, acting: Acting, row: AuditRow) -> Done:
        """Let the player talk again."""
        sanction = sanction_lift(row=row, now=acting.now)
        User.objects.filter(pk=sanction.user_id).update(silenced_until=None)
        text = "A moderator has lifted your muting. You may talk at tables again."
        return Done({"sanction": sanction.pk}, [_told(acting, sanction.user, text)])


def _told(acting: Acting, player: User, text: str) -> Told:
    return Told(player, text, match=acting.target.match)


register(Mute())
