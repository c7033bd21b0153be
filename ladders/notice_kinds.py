"""The kinds of notices about challenges: their words and default channels."""

from django.utils.translation import gettext_lazy, pgettext_lazy

from notifications.enums import Channel
from notifications.kinds import NoticeSpec

CHALLENGE, CHALLENGE_ENDS = "challenge", "challenge_ends"
PAGE, MAIL, DIGEST, PUSH, *_ = Channel
SPECS = (
    NoticeSpec(
        CHALLENGE,
        gettext_lazy("someone challenges you on a ladder"),
        pgettext_lazy("notice", "Challenge"),
        gettext_lazy("See the challenge"),
        frozenset({PAGE, MAIL, PUSH}),
        timely=True,
    ),
    NoticeSpec(
        CHALLENGE_ENDS,
        gettext_lazy("a challenge is about to cost your place"),
        gettext_lazy("Accept soon"),
        gettext_lazy("See the challenge"),
        frozenset({MAIL, PUSH}),
        # It is sent at its moment or not at all.
        never=frozenset({PAGE, DIGEST}),
        timely=True,
    ),
)
