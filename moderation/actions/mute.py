"""Mute a player: they keep playing but cannot write in any chat for a time."""

from datetime import datetime

from django.db.models import Max
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.security.suspension import lazily_until
from foundation.language import Words
from moderation.action import Acting, Action, ConcernedNotice, Done, On, register
from moderation.models import AuditRow, Sanction
from moderation.services.sanctions import lift_sanction, set_sanction
from moderation.spans import SpanForm, end_of


class Mute(Action):
    """Mute a player. Mutes add up: a refusal would reveal an earlier one where names are hidden."""

    slug = "mute"
    title = gettext_lazy("Mute")
    says = gettext_lazy(
        "The player cannot write at any table for a time, and plays on. Others see nothing of it. "
        "Of two mutings the later end counts."
    )
    past = gettext_lazy("muted")
    on = On.PLAYER
    weight = 1
    form = SpanForm
    adds_up = True

    def carry_out(self, acting: Acting) -> Done:
        """Set the end and notify the player."""
        player, until = acting.target.player, end_of(acting.given["days"], acting.now)
        words = acting.given["words"]
        sanction = set_sanction(acting=acting, kind=Sanction.Kind.MUTE, words=words, ends_at=until)
        last = _store_silence(player) or until
        text = format_lazy(
            gettext_lazy("A moderator has muted you at all tables {until}. You can still play. {words}"),
            until=lazily_until(last),
            words=words,
        )
        return Done({"sanction": sanction.pk, "until": until.isoformat()}, [_notices(acting, player, text)])

    def undo(self, acting: Acting, row: AuditRow) -> Done:
        """Let the player write again, unless another mute stands."""
        sanction = lift_sanction(row=row, now=acting.now)
        last = _store_silence(sanction.user)
        text: Words = gettext_lazy("A moderator has lifted your muting. You may chat at tables again.")
        if last is not None and last > acting.now:
            text = format_lazy(
                gettext_lazy("A moderator has lifted one of your mutes. Another lasts {until}."),
                until=lazily_until(last),
            )
        return Done({"sanction": sanction.pk}, [_notices(acting, sanction.user, text)])


def _store_silence(player: User) -> datetime | None:
    """Store on the player the end of the last mute not lifted; return it, or None."""
    standing = Sanction.objects.filter(user=player, kind=Sanction.Kind.MUTE, lifted_at=None)
    last: datetime | None = standing.aggregate(last=Max("ends_at"))["last"]
    User.objects.filter(pk=player.pk).update(silenced_until=last)
    return last


def _notices(acting: Acting, player: User, text: Words) -> ConcernedNotice:
    return ConcernedNotice(player, text, match=acting.target.match)


register(Mute())
