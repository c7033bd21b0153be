"""Take a player's name away: they get a number until they choose another, and the old name stays reserved."""

from datetime import datetime

from django.utils.text import format_lazy
from django.utils.translation import gettext, gettext_lazy, gettext_noop

from accounts.identity.services import give_back_name, take_name
from accounts.models import UserKind
from moderation.action import Acting, Action, ConcernedNotice, Done, On, Target, register
from moderation.models import AuditRow, Sanction
from moderation.services.sanctions import lift_sanction, set_sanction

WORDS = gettext_noop("Your name does not suit this site. Choose another on your own page.")


class Rename(Action):
    """Force a new name."""

    slug = "rename"
    title = gettext_lazy("Take the name away")
    says = gettext_lazy(
        "The player is called by a number at once, everywhere, and is asked to choose another "
        "name. Nobody can have the old one. Undoing gives it back, as long as they have not chosen."
    )
    past = gettext_lazy("took the name away")
    on = On.PLAYER
    weight = 2
    shows = True

    def refusal(self, target: Target, now: datetime) -> str:
        """Refuse administrators, and players who have numbers for names anyway."""
        if target.player.is_superuser:
            return gettext("An administrator's name is changed in the admin.")
        named = target.player.kind in (UserKind.PERSON, UserKind.BOT)
        return "" if named else gettext("This player has no name of their own.")

    def carry_out(self, acting: Acting) -> Done:
        """Replace the name with a number, and require a new one."""
        player = acting.target.player
        before = player.username
        take_name(user=player, now=acting.now)
        sanction = set_sanction(acting=acting, kind=Sanction.Kind.NAME, words=WORDS, former_name=before)
        text = format_lazy(
            gettext_lazy(
                "A moderator has taken your name “{before}” away: it does not suit this site. Choose another."
            ),
            before=before,
        )
        notices = [ConcernedNotice(player, text, match=acting.target.match)]
        return Done({"sanction": sanction.pk}, notices)

    def undo(self, acting: Acting, row: AuditRow) -> Done:
        """Give the name back."""
        sanction = lift_sanction(row=row, now=acting.now)
        give_back_name(user=sanction.user, name=sanction.former_name)
        notices = [
            ConcernedNotice(
                sanction.user, gettext_lazy("A moderator has given you your name back."), match=acting.target.match
            )
        ]
        return Done({"sanction": sanction.pk}, notices)


register(Rename())
