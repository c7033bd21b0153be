"""The kind of notice that a quick table sends."""

from django.utils.translation import gettext_lazy

from notifications.enums import Channel
from notifications.kinds import NoticeSpec

QUICK_TABLE = "quick_table"
PAGE, MAIL, DIGEST, PUSH, WEBHOOK, *_ = Channel
SPECS = (
    NoticeSpec(
        QUICK_TABLE,
        gettext_lazy("a quick table is found for you, or nobody came"),
        gettext_lazy("Quick table"),
        gettext_lazy("Open the page"),
        frozenset({PAGE, MAIL, PUSH, WEBHOOK}),
    ),
)
