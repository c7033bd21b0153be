"""Hide a message in a club from everyone except moderators."""

from datetime import datetime

from clubs.services.chat import hide_club_message, show_club_message
from moderation.action import Acting, Action, ConcernedNotice, Done, On, Target, register
from moderation.models import AuditRow


class HideClubMessage(Action):
    """Hide a message in a club."""

    slug = "hide-club-message"
    title = "Hide the message in the club"
    says = "In its place stands that a moderator has hidden it. Its writer is told."
    past = "hid a message in a club"
    on = On.CLUB_MESSAGE

    def refusal(self, target: Target, now: datetime) -> str:
        """Refuse messages that are hidden already."""
        return "This message is hidden already." if target.message_in_club.hidden_at else ""

    def carry_out(self, acting: Acting) -> Done:
        """Hide the message and notify its author."""
        hide_club_message(message=acting.target.message_in_club, by=acting.actor, now=acting.now)
        about = acting.category.label.lower()
        return Done({}, _notices(acting, f"A moderator has hidden a message of yours in a club: {about}."))

    def undo(self, acting: Acting, row: AuditRow) -> Done:
        """Show it again."""
        show_club_message(message=acting.target.message_in_club)
        return Done({}, _notices(acting, "A message of yours that a moderator had hidden in a club is shown again."))


def _notices(acting: Acting, text: str) -> list[ConcernedNotice]:
    author = acting.target.message_in_club.author
    return [] if author is None else [ConcernedNotice(author, text)]


register(HideClubMessage())
