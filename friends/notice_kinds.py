"""The kind of notice that a new follower sends."""

from notifications.enums import Channel
from notifications.kinds import NoticeSpec

FOLLOWER = "follower"
SPECS = (NoticeSpec(FOLLOWER, "someone follows you", "New follower", "See who", frozenset({Channel.PAGE})),)
