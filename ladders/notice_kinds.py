"""The kinds of notices about challenges: their words and default channels."""

from notifications.enums import Channel
from notifications.kinds import NoticeSpec

CHALLENGE, CHALLENGE_ENDS = "challenge", "challenge_ends"
PAGE, MAIL, DIGEST, PUSH, *_ = Channel
SPECS = (
    NoticeSpec(
        CHALLENGE,
        "someone challenges you on a ladder",
        "Challenge",
        "See the challenge",
        frozenset({PAGE, MAIL, PUSH}),
        timely=True,
    ),
    NoticeSpec(
        CHALLENGE_ENDS,
        "a challenge is about to cost your place",
        "Accept soon",
        "See the challenge",
        frozenset({MAIL, PUSH}),
        # It is sent at its moment or not at all.
        never=frozenset({PAGE, DIGEST}),
        timely=True,
    ),
)
