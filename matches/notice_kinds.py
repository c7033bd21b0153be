"""The kinds of notices about matches: their words and default channels."""

from django.utils.translation import gettext_lazy

from foundation.language import Words
from notifications.enums import Channel
from notifications.kinds import Kind, NoticeSpec

PAGE, MAIL, DIGEST, PUSH, WEBHOOK, *_ = Channel


def _spec(kind: Kind, label: Words, says: Words, button: Words, defaults: set[Channel], **more: object) -> NoticeSpec:
    return NoticeSpec(str(kind), label, says, button, frozenset(defaults), **more)  # type: ignore[arg-type]


# The table of defaults, in the order of the preferences page.
SPECS = (
    _spec(
        Kind.TURN,
        gettext_lazy("it is your turn"),
        gettext_lazy("Your turn"),
        gettext_lazy("Open the table"),
        {PAGE, MAIL, PUSH, WEBHOOK},
        timely=True,
        opens="matches:open_by_mail",
    ),
    _spec(
        Kind.REMINDER,
        gettext_lazy("your time is running out"),
        gettext_lazy("Your time is running out"),
        gettext_lazy("Open the table"),
        {MAIL, PUSH, WEBHOOK},
        # A digest would come too late.
        never=frozenset({DIGEST}),
        timely=True,
        opens="matches:open_by_mail",
    ),
    _spec(
        Kind.OVER,
        gettext_lazy("a match is over"),
        gettext_lazy("Match over"),
        gettext_lazy("See the result"),
        {PAGE, MAIL},
    ),
    _spec(
        Kind.CHAT,
        gettext_lazy("someone writes at your table"),
        gettext_lazy("New message"),
        gettext_lazy("Read it"),
        {PAGE},
    ),
    _spec(
        Kind.INVITATION,
        gettext_lazy("you are invited to a table"),
        gettext_lazy("Invitation"),
        gettext_lazy("See the table"),
        {PAGE, MAIL, PUSH},
    ),
    _spec(
        Kind.OPEN_TABLE,
        gettext_lazy("someone you follow opens a table"),
        gettext_lazy("Open table"),
        gettext_lazy("See the table"),
        {PAGE, DIGEST},
    ),
    _spec(
        Kind.STAND_IN,
        gettext_lazy("a bot takes over your seat"),
        gettext_lazy("A bot holds your seat"),
        gettext_lazy("Open the table"),
        {PAGE, MAIL, PUSH},
    ),
    _spec(
        Kind.PAUSED,
        gettext_lazy("a match pauses or goes on"),
        gettext_lazy("Pause"),
        gettext_lazy("Open the table"),
        {PAGE, MAIL},
    ),
    _spec(
        Kind.EXTENDED,
        gettext_lazy("you get more time because no notice reached you"),
        gettext_lazy("More time"),
        gettext_lazy("Open the table"),
        {PAGE},
    ),
    _spec(
        Kind.EXCUSED,
        gettext_lazy("one of your excuses is used"),
        gettext_lazy("An excuse was used"),
        gettext_lazy("Open the table"),
        {PAGE, MAIL, PUSH},
    ),
    _spec(
        Kind.NEWS,
        gettext_lazy("there is news of your tables, ladders and tournaments"),
        gettext_lazy("News"),
        gettext_lazy("Read more"),
        {PAGE, MAIL},
    ),
)
