"""Take a name from a player: they have a number for a name until they choose another, and nobody gets the old one."""

from datetime import datetime

from accounts.models import Kind
from accounts.services import name_give_back, name_take
from moderation.action import Acting, Action, Done, On, Target, Told, register
from moderation.models import AuditRow, Sanction
from moderation.services.sanctions import sanction_lift, sanction_set

WORDS = "Your name does not suit this site. Choose another on your own page."


class Rename(Action):
    """Force a new name."""

    slug = "rename"
    title = "Take the name away"
    says = (
        "The player is called by a number at once, everywhere, and is asked to choose another name. Nobody can have "
        "the old one. Undoing gives it back, as long as they have not chosen."
    )
    past = "took the name away"
    on = On.PLAYER
    shows = True

    def refusal(self, target: Target, now: datetime) -> str:
        """Guests and players of the house have numbers anyway."""
        if target.player.is_superuser:
            return "An administrator's name is changed in the admin."
        named = target.player.kind in (Kind.PERSON, Kind.PROGRAM)
        return "" if named else "This player has no name of their own."

    def carry_out(self, acting: Acting) -> Done:
        """Put a number in the name's place, and ask for another name."""
        player = acting.target.player
        before = player.username
        name_take(user=player, now=acting.now)
        sanction = sanction_set(acting=acting, kind=Sanction.Kind.NAME, words=WORDS, former_name=before)
        text = f"A moderator has taken your name “{before}” away: it does not suit this site. Choose another."
        told = [Told(player, text, match=acting.target.match)]
        return Done({"sanction": sanction.pk}, told)

    def undo(self, acting: Acting, row: AuditRow) -> Done:
        """Give the name back."""
        sanction = sanction_lift(row=row, now=acting.now)
        name_give_back(user=sanction.user, name=sanction.former_name)
        told = [Told(sanction.user, "A moderator has given you your name back.", match=acting.target.match)]
        return Done({"sanction": sanction.pk}, told)


register(Rename())
