"""Hide a message from everyone except moderators."""

from datetime import datetime

from django.urls import reverse
from django.utils.text import format_lazy
from django.utils.translation import gettext, gettext_lazy

from foundation.language import Words
from matches.chat.write import hide_message, show_message
from moderation.action import Acting, Action, ConcernedNotice, Done, On, Target, register
from moderation.models import AuditRow


class HideMessage(Action):
    """Hide a message."""

    slug = "hide-message"
    title = gettext_lazy("Hide the message")
    says = gettext_lazy("Readers see only that a moderator has hidden it. Its author is told.")
    past = gettext_lazy("hid a message")
    on = On.MESSAGE

    def refusal(self, target: Target, now: datetime) -> str:
        """Refuse messages that are hidden already."""
        return gettext("This message is hidden already.") if target.chat_message.hidden_at else ""

    def carry_out(self, acting: Acting) -> Done:
        """Hide the message and notify its author."""
        hide_message(message=acting.target.chat_message, by=acting.actor, now=acting.now)
        return Done({}, _notices(acting, gettext_lazy("A moderator has hidden a message of yours: {about}.")))

    def undo(self, acting: Acting, row: AuditRow) -> Done:
        """Show it again."""
        show_message(message=acting.target.chat_message)
        return Done(
            {}, _notices(acting, gettext_lazy("A message of yours that a moderator had hidden is shown again."))
        )


def _notices(acting: Acting, text: Words) -> list[ConcernedNotice]:
    author = acting.target.chat_message.author
    if author is None:
        return []
    path = reverse("matches:chat", args=[acting.target.whole_match.pk])
    return [
        ConcernedNotice(author, format_lazy(text, about=acting.category.in_sentence), path, acting.target.whole_match)
    ]


register(HideMessage())
