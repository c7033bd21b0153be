"""Hide a message from everyone except moderators."""

from datetime import datetime

from django.urls import reverse

from matches.chat.write import hide_message, show_message
from moderation.action import Acting, Action, ConcernedNotice, Done, On, Target, register
from moderation.models import AuditRow


class HideMessage(Action):
    """Hide a message."""

    slug = "hide-message"
    title = "Hide the message"
    says = "In its place stands that a moderator has hidden it. Its writer is told."
    past = "hid a message"
    on = On.MESSAGE

    def refusal(self, target: Target, now: datetime) -> str:
        """Refuse messages that are hidden already."""
        return "This message is hidden already." if target.chat_message.hidden_at else ""

    def carry_out(self, acting: Acting) -> Done:
        """Hide the message and notify its author."""
        hide_message(message=acting.target.chat_message, by=acting.actor, now=acting.now)
        return Done({}, _notices(acting, "A moderator has hidden a message of yours: {}."))

    def undo(self, acting: Acting, row: AuditRow) -> Done:
        """Show it again."""
        show_message(message=acting.target.chat_message)
        return Done({}, _notices(acting, "A message of yours that a moderator had hidden is shown again."))


def _notices(acting: Acting, text: str) -> list[ConcernedNotice]:
    author = acting.target.chat_message.author
    if author is None:
        return []
    path = reverse("matches:chat", args=[acting.target.table.pk])
    return [ConcernedNotice(author, text.format(acting.category.label.lower()), path, acting.target.table)]


register(HideMessage())
