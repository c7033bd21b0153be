"""Hide a message in a club from everyone except moderators."""

from datetime import datetime

from django.utils.text import format_lazy
from django.utils.translation import gettext, gettext_lazy

from clubs.services.chat import hide_club_message, show_club_message
from foundation.language import Words
from moderation.action import Acting, Action, ConcernedNotice, Done, On, Target, register
from moderation.models import AuditRow


class HideClubMessage(Action):
    """Hide a message in a club."""

    slug = "hide-club-message"
    title = gettext_lazy("Hide the message in the club")
    says = gettext_lazy("Readers see only that a moderator has hidden it. Its author is told.")
    past = gettext_lazy("hid a message in a club")
    on = On.CLUB_MESSAGE

    def refusal(self, target: Target, now: datetime) -> str:
        """Refuse messages that are hidden already."""
        return gettext("This message is hidden already.") if target.message_in_club.hidden_at else ""

    def carry_out(self, acting: Acting) -> Done:
        """Hide the message and notify its author."""
        hide_club_message(message=acting.target.message_in_club, by=acting.actor, now=acting.now)
        about = acting.category.in_sentence
        return Done(
            {},
            _notices(
                acting,
                format_lazy(gettext_lazy("A moderator has hidden a message of yours in a club: {about}."), about=about),
            ),
        )

    def undo(self, acting: Acting, row: AuditRow) -> Done:
        """Show it again."""
        show_club_message(message=acting.target.message_in_club)
        return Done(
            {},
            _notices(acting, gettext_lazy("A message of yours that a moderator had hidden in a club is shown again.")),
        )


def _notices(acting: Acting, text: Words) -> list[ConcernedNotice]:
    author = acting.target.message_in_club.author
    return [] if author is None else [ConcernedNotice(author, text)]


register(HideClubMessage())
