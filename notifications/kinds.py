"""What notices are about. Another application adds a kind of its own by `register` when it is made ready."""

from dataclasses import dataclass, field
from enum import StrEnum

from notifications.terms import Channel

PAGE, MAIL, DIGEST, PUSH, WEBHOOK = Channel


class Kind(StrEnum):
    """The kinds that tables raise."""

    TURN = "turn"
    REMINDER = "reminder"
    OVER = "over"
    CHAT = "chat"
    INVITATION = "invitation"
    STAND_IN = "stand_in"
    PAUSED = "paused"
    EXTENDED = "extended"
    EXCUSED = "excused"
    NEWS = "news"


@dataclass(frozen=True)
class Sort:
    """One kind of notice: its words, and the channels that tell it unless its reader chooses others."""

    slug: str
    label: str
    """Ends the sentence "Tell me when …"."""
    says: str
    """Begins a subject: "Your turn: …"."""
    button: str
    """Words of the button that opens what a notice is about."""
    defaults: frozenset[Channel]
    never: frozenset[Channel] = field(default=frozenset())
    """Channels that cannot tell it."""
    timely: bool = False
    """Whether it is of no use after its deadline."""
    always: bool = False
    """Whether its defaults tell it whatever a reader chooses and at any hour: their account's safety hangs on it."""
    opens: str = ""
    """The name of the address that lets the reader of a mail act without logging in; it takes a signed token."""


SORTS: dict[str, Sort] = {}


def register(sort: Sort) -> None:
    """Add a kind. The order is that of the page of preferences."""
    SORTS[sort.slug] = sort


def sort_of(kind: str) -> Sort:
    """A kind by its name. Raises `KeyError`."""
    return SORTS[str(kind)]


def sorts_to_choose() -> list[Sort]:
    """The kinds of which a reader chooses how they are told."""
    return [sort for sort in SORTS.values() if not sort.always]


def _own(kind: Kind, label: str, says: str, button: str, defaults: set[Channel], **more: object) -> None:
    register(Sort(str(kind), label, says, button, frozenset(defaults), **more))  # type: ignore[arg-type]


# The one table of defaults.
_own(
    Kind.TURN,
    "it is your turn",
    "Your turn",
    "Open the table",
    {PAGE, MAIL, PUSH, WEBHOOK},
    timely=True,
    opens="games:act",
)
_own(
    Kind.REMINDER,
    "your time is running out",
    "Your time is running out",
    "Open the table",
    {MAIL, PUSH, WEBHOOK},
    # It comes at its moment or not at all.
    never=frozenset({DIGEST}),
    timely=True,
    opens="games:act",
)
_own(Kind.OVER, "a match is over", "Over", "See how it ended", {PAGE, MAIL})
_own(Kind.CHAT, "someone writes at your table", "New message", "Read it", {PAGE})
_own(Kind.INVITATION, "you are invited to a table", "Invitation", "See the table", {PAGE, MAIL, PUSH})
_own(Kind.STAND_IN, "a bot takes your seat over", "A bot holds your seat", "Open the table", {PAGE, MAIL, PUSH})
_own(Kind.PAUSED, "a match pauses or goes on", "Pause", "Open the table", {PAGE, MAIL})
_own(Kind.EXTENDED, "you get more time as no notice reached you", "More time", "Open the table", {PAGE})
_own(Kind.EXCUSED, "an excuse is spent for you", "An excuse was spent", "Open the table", {PAGE, MAIL, PUSH})
_own(Kind.NEWS, "there is news of your ladders and tournaments", "News", "Read more", {PAGE, MAIL})
