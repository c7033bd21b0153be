"""The kinds of notices about moderation: their words and default channels."""

from notifications.enums import Channel
from notifications.kinds import NoticeSpec

ACTED, OUTCOME, SAFETY = "moderation", "report", "safety"
SPECS = (
    NoticeSpec(
        ACTED,
        "a moderator does something that concerns you",
        "From the moderators",
        "Read more",
        frozenset({Channel.PAGE, Channel.MAIL}),
    ),
    NoticeSpec(
        OUTCOME,
        "a report of yours is settled",
        "Settled",
        "See your reports",
        frozenset({Channel.PAGE, Channel.MAIL}),
    ),
    NoticeSpec(
        SAFETY,
        "somebody else changes how you log in",
        "Account security",
        "See how you log in",
        frozenset({Channel.PAGE, Channel.MAIL}),
        always=True,
    ),
)
