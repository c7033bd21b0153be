"""Hide a message: nobody at the table reads it any more; moderators still do."""

from datetime import datetime

from django.urls import reverse

from games.services.talk import message_hide, message_show
from moderation.action import Acting, Action, Done, On, Target, Told, register
from moderation.models import AuditRow


class HideMessage(Action):
    """Hide a message."""

    slug = "hide-message"
    title = "Hide the message"
    says = "In its place stands that a moderator has hidden it. Its writer is told."
    past = "hid a message"
    on = On.MESSAGE

    def refusal(self, target: Target, now: datetime) -> str:
        """Once is enough."""
        return "This message is hidden already." if target.said.hidden_at else ""

    def carry_out(self, acting: Acting) -> Done:
        """Hide it, and tell its writer."""
        message_hide(message=acting.target.said, by=acting.actor, now=acting.now)
        return Done({}, _told(acting, "A moderator has hidden a message of yours: {}."))

    def undo(self, acting: Acting, row: AuditRow) -> Done:
        """Show it again."""
        message_show(message=acting.target.said)
        return Done({}, _told(acting, "A message of yours that a moderator had hidden is shown again."))


def _told(acting: Acting, text: str) -> list[Told]:
    author = acting.target.said.author
    if author is None:
        return []
    path = reverse("games:talk", args=[acting.target.table.pk])
    return [Told(author, text.format(acting.category.label.lower()), path, acting.target.table)]


register(HideMessage())
