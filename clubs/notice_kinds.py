"""The kinds of notice that clubs send."""

from django.utils.translation import gettext_lazy

from notifications.enums import Channel
from notifications.kinds import NoticeSpec

CLUB_REQUEST = "club_request"
CLUB_NEWS = "club_news"
ON_PAGE = frozenset({Channel.PAGE})
SPECS = (
    NoticeSpec(
        CLUB_REQUEST,
        gettext_lazy("someone asks to join a club that you run"),
        gettext_lazy("Request to join"),
        gettext_lazy("See who"),
        ON_PAGE,
    ),
    NoticeSpec(
        CLUB_NEWS,
        gettext_lazy("your place in a club changes"),
        gettext_lazy("Your club"),
        gettext_lazy("Open the club"),
        ON_PAGE,
    ),
)
