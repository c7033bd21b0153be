"""The kinds of notice that clubs send."""

from notifications.enums import Channel
from notifications.kinds import NoticeSpec

CLUB_REQUEST = "club_request"
CLUB_NEWS = "club_news"
ON_PAGE = frozenset({Channel.PAGE})
SPECS = (
    NoticeSpec(CLUB_REQUEST, "someone asks to join a club that you run", "Request to join", "See who", ON_PAGE),
    NoticeSpec(CLUB_NEWS, "your place in a club changes", "Your club", "Open the club", ON_PAGE),
)
