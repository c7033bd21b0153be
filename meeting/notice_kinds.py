"""The kind of notice that a quick table sends."""

from notifications.enums import Channel
from notifications.kinds import NoticeSpec

QUICK_TABLE = "quick_table"
PAGE, MAIL, DIGEST, PUSH, WEBHOOK, *_ = Channel
SPECS = (
    NoticeSpec(
        QUICK_TABLE,
        "a quick table is found for you, or nobody came",
        "Quick table",
        "Open the page",
        frozenset({PAGE, MAIL, PUSH, WEBHOOK}),
    ),
)
