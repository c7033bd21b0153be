"""The kind of notice that a new follower sends."""

from django.utils.translation import gettext_lazy

from notifications.enums import Channel
from notifications.kinds import NoticeSpec

FOLLOWER = "follower"
SPECS = (
    NoticeSpec(
        FOLLOWER,
        gettext_lazy("someone follows you"),
        gettext_lazy("New follower"),
        gettext_lazy("See who"),
        frozenset({Channel.PAGE}),
    ),
)
