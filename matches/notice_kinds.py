"""The kinds of notices about matches: their words and default channels."""

from notifications.enums import Channel
from notifications.kinds import Kind, NoticeSpec

PAGE, MAIL, DIGEST, PUSH, WEBHOOK, *_ = Channel


def _spec(kind: Kind, label: str, says: str, button: str, defaults: set[Channel], **more: object) -> NoticeSpec:
    return NoticeSpec(str(kind), label, says, button, frozenset(defaults), **more)  # type: ignore[arg-type]


# The table of defaults, in the order of the preferences page.
SPECS = (
    _spec(
        Kind.TURN,
        "it is your turn",
        "Your turn",
        "Open the table",
        {PAGE, MAIL, PUSH, WEBHOOK},
        timely=True,
        opens="matches:act",
    ),
    _spec(
        Kind.REMINDER,
        "your time is running out",
        "Your time is running out",
        "Open the table",
        {MAIL, PUSH, WEBHOOK},
        # A digest would come too late.
        never=frozenset({DIGEST}),
        timely=True,
        opens="matches:act",
    ),
    _spec(Kind.OVER, "a match is over", "Match over", "See the result", {PAGE, MAIL}),
    _spec(Kind.CHAT, "someone writes at your table", "New message", "Read it", {PAGE}),
    _spec(Kind.INVITATION, "you are invited to a table", "Invitation", "See the table", {PAGE, MAIL, PUSH}),
    _spec(Kind.OPEN_TABLE, "someone you follow opens a table", "Open table", "See the table", {PAGE, DIGEST}),
    _spec(Kind.STAND_IN, "a bot takes over your seat", "A bot holds your seat", "Open the table", {PAGE, MAIL, PUSH}),
    _spec(Kind.PAUSED, "a match pauses or goes on", "Pause", "Open the table", {PAGE, MAIL}),
    _spec(Kind.EXTENDED, "you get more time because no notice reached you", "More time", "Open the table", {PAGE}),
    _spec(Kind.EXCUSED, "one of your excuses is used", "An excuse was used", "Open the table", {PAGE, MAIL, PUSH}),
    _spec(Kind.NEWS, "there is news of your ladders and tournaments", "News", "Read more", {PAGE, MAIL}),
)
