"""The kinds of notices. Other apps add theirs with `register` when they are ready."""

from dataclasses import dataclass, field, replace
from enum import StrEnum

from foundation.language import Words
from notifications.enums import MESSENGERS, Channel


class Kind(StrEnum):
    """The kinds of notices about matches, here as several turns are one mail. NEWS is about what matches lead to."""

    TURN = "turn"
    REMINDER = "reminder"
    OVER = "over"
    CHAT = "chat"
    INVITATION = "invitation"
    OPEN_TABLE = "open_table"
    STAND_IN = "stand_in"
    PAUSED = "paused"
    EXTENDED = "extended"
    EXCUSED = "excused"
    NEWS = "news"


@dataclass(frozen=True)
class NoticeSpec:
    """One kind of notice: its words and its default channels."""

    slug: str
    label: Words
    """Completes the sentence "Tell me when …"."""
    says: Words
    """The start of the subject, such as "Your turn: …"."""
    button: Words
    """The label of the button that opens the subject of the notice."""
    defaults: frozenset[Channel]
    never: frozenset[Channel] = field(default=frozenset())
    """Channels that cannot deliver it."""
    timely: bool = False
    """True if it is useless after its deadline."""
    always: bool = False
    """True if it ignores preferences and quiet hours because it concerns the account's security."""
    permission: str = ""
    """What its readers must hold; others are not asked how they want it."""
    opens: str = ""
    """The name of the URL where a mail's reader can act without logging in. It takes a signed token."""


NOTICE_SPECS: dict[str, NoticeSpec] = {}


def register(spec: NoticeSpec) -> None:
    """Add a kind. The page of preferences lists them in this order. What is pushed comes by linked messengers too."""
    if Channel.PUSH in spec.defaults and not spec.always:
        spec = replace(spec, defaults=spec.defaults | frozenset(MESSENGERS))
    NOTICE_SPECS[spec.slug] = spec


def spec_of(kind: str) -> NoticeSpec:
    """The kind with this name. Raises `KeyError`."""
    return NOTICE_SPECS[str(kind)]


def specs_to_choose() -> list[NoticeSpec]:
    """The kinds whose channels a reader can choose."""
    return [spec for spec in NOTICE_SPECS.values() if not spec.always]
