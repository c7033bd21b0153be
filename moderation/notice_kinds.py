"""The kinds of notices about moderation: their words and default channels."""

from django.utils.translation import gettext_lazy, pgettext_lazy

from notifications.enums import Channel
from notifications.kinds import NoticeSpec

ACTED, OUTCOME, WAITING, SAFETY = "moderation", "report", "report_waits", "safety"
SPECS = (
    NoticeSpec(
        ACTED,
        gettext_lazy("a moderator does something that concerns you"),
        gettext_lazy("From the moderators"),
        gettext_lazy("Read more"),
        frozenset({Channel.PAGE, Channel.MAIL}),
    ),
    NoticeSpec(
        OUTCOME,
        gettext_lazy("a report of yours is settled"),
        pgettext_lazy("notice", "Settled"),
        gettext_lazy("See your reports"),
        frozenset({Channel.PAGE, Channel.MAIL}),
    ),
    NoticeSpec(
        WAITING,
        gettext_lazy("a report waits at the moderators’ desk"),
        gettext_lazy("At the desk"),
        gettext_lazy("Open the desk"),
        frozenset({Channel.PAGE, Channel.MAIL}),
        permission="moderation.desk",
    ),
    NoticeSpec(
        SAFETY,
        gettext_lazy("somebody else changes how you log in"),
        gettext_lazy("Account security"),
        gettext_lazy("See how you log in"),
        frozenset({Channel.PAGE, Channel.MAIL}),
        always=True,
    ),
)
