"""Linking an account with Telegram, Matrix and ntfy by one-time codes.

For Telegram, the user sends the site's bot a code. For the others, the site sends a code to the room or topic and the
user brings it back. So nobody links what they cannot read, or has the site write to others more than once.
"""

import re
import secrets
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import quote, urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db.models import F
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext, gettext_lazy

from accounts.models import User
from accounts.security.ways_in import lock_log_in
from notifications.channels.by_messenger import (
    FAILURES,
    REPLY_MOST,
    Text,
    matrix_headers,
    matrix_url,
    post,
    telegram_url,
)
from notifications.enums import MESSENGERS, Channel
from notifications.models import Messenger
from notifications.outgoing import GuardedSession, NotAllowed, OthersTried, check_url, refusal_of, while_a_page_waits

CODE_GOOD_FOR = timedelta(minutes=15)
TRIES = 5
LONGEST_TARGET = 300
UPDATES_AT_ONCE = 40
"""Updates of the bot that one look takes, one request each."""
ROOM = re.compile(r"![\w+/=.-]+(:[\w.:-]+)?", re.ASCII)
TOPIC = re.compile(r"/[\w-]{1,64}", re.ASCII)
UPDATE_ID = re.compile(r'"update_id"\s*:\s*(\d+)')
START = re.compile(r"/start(?:@\w+)?\s+([\w-]+)", re.ASCII)
NOT_OFFERED = gettext_lazy("This site has not set it up.")
NO_ROOM = gettext_lazy(
    "This is no room ID. It begins with an exclamation mark; you find it in the room’s settings, under Advanced."
)
NO_TOPIC = gettext_lazy("This is no topic. It looks like https://ntfy.sh/a-long-name-that-nobody-guesses.")
NOT_REACHED = gettext_lazy(
    "Nothing could be sent there. Check it, and for a room that its members have invited the site’s user."
)
WRONG_CODE = gettext_lazy("This is not the code, or it has run out. Ask for a new one.")


def offered_messengers() -> list[Channel]:
    """The messengers that this site can use."""
    ready = {
        Channel.TELEGRAM: bool(settings.TELEGRAM_TOKEN and settings.TELEGRAM_BOT),
        Channel.MATRIX: bool(settings.MATRIX_URL and settings.MATRIX_TOKEN and settings.MATRIX_USER),
        Channel.NTFY: True,
    }
    return [channel for channel in MESSENGERS if ready[channel]]


def begin_telegram(*, user: User, now: datetime) -> str:
    """Return a code for the user to send to the bot. It is not stored. Raises `ValidationError`."""
    code = secrets.token_urlsafe(12)
    _begin(user, Channel.TELEGRAM, "", code, now)
    return code


def begin_with_code(*, user: User, channel: Channel, target: str, now: datetime) -> None:
    """Send a code to a room of Matrix or a topic of ntfy. Raises `ValidationError`."""
    check = _check_room if channel == Channel.MATRIX else _check_topic
    check(target)
    code = f"{secrets.randbelow(10**8):08}"
    words = gettext("Your code is {code}. Enter it on {site}. If you did not ask for it, ignore this.").format(
        code=code, site=settings.SITE_NAME
    )
    with _while_a_page_waits():
        messenger = _begin(user, channel, target, code, now)
        try:
            if channel == Channel.MATRIX:
                _join(target)
            post(messenger=messenger, text=Text(settings.SITE_NAME, words, settings.SITE_URL, f"code-{code}"), now=now)
        except FAILURES as error:
            messenger.delete()
            raise ValidationError(NOT_REACHED, code="not_reached") from error


def confirm(*, user: User, channel: Channel, code: str, now: datetime) -> None:
    """Link a room or topic with the code that was sent to it. Raises `ValidationError`."""
    open_ = Messenger.objects.filter(user=user, channel=channel, code_until__gt=now, tries__lt=TRIES)
    # Counted before it is compared, so that requests at the same time do not get more tries.
    if not open_.exclude(code_hash="").update(tries=F("tries") + 1):
        raise ValidationError(WRONG_CODE, code="wrong_code")
    messenger = Messenger.objects.get(user=user, channel=channel)
    if not constant_time_compare(messenger.code_hash, _hash(code.strip())):
        raise ValidationError(WRONG_CODE, code="wrong_code")
    _link(messenger, messenger.target, now)


def unlink(*, user: User, channel: Channel) -> None:
    """Remove a link, and a code that is open."""
    Messenger.objects.filter(user=user, channel=channel).delete()


def test_messenger(*, messenger: Messenger, now: datetime) -> None:
    """Send a test while a page waits. Raises `ValidationError` and the errors of `post`."""
    text = Text(settings.SITE_NAME, gettext("This is a test: it works."), settings.SITE_URL, f"test-{now.timestamp()}")
    with _while_a_page_waits():
        post(messenger=messenger, text=text, now=now)


def look_for_telegram_code(*, now: datetime) -> None:
    """Read what was sent to the bot while a page waits. Raises `ValidationError`."""
    with _while_a_page_waits():
        collect_telegram_codes(now=now)


@contextmanager
def _while_a_page_waits() -> Iterator[None]:
    """Hold one of a few places. Raises `ValidationError`."""
    with ExitStack() as stack:
        try:
            stack.enter_context(while_a_page_waits())
        except OthersTried as busy:
            raise refusal_of(busy, "busy") from busy
        yield


def awaits_telegram(now: datetime) -> bool:
    """True if someone has a code for the bot that is still good."""
    return bool(_open_codes(now).exists())


def collect_telegram_codes(*, now: datetime) -> int:
    """Read what was sent to the bot, and link those whose code came. Return their number."""
    if not settings.TELEGRAM_TOKEN or not awaits_telegram(now):
        return 0
    linked, offset = 0, 0
    with GuardedSession(read_most=REPLY_MOST) as session, suppress(*FAILURES):
        for _ in range(UPDATES_AT_ONCE):
            # One at a time: a reply that is too long hides no other. Asking for the next confirms the last.
            asked = {"offset": offset, "limit": 1, "timeout": 0, "allowed_updates": ["message"]}
            reply = session.post(telegram_url("getUpdates"), json=asked)
            found = UPDATE_ID.search(reply.text) if reply.status_code == 200 else None
            if found is None:
                break
            offset = int(found[1]) + 1
            with suppress(ValueError, LookupError, TypeError):
                linked += _take(reply.json()["result"][0]["message"], now)
    return linked


def _take(message: dict[str, Any], now: datetime) -> bool:
    code = START.fullmatch(str(message.get("text", "")).strip())
    # In a group, everyone would read the notices.
    if code is None or message["chat"]["type"] != "private":
        return False
    messenger = _open_codes(now).filter(code_hash=_hash(code[1])).first()
    if messenger is None:
        return False
    _link(messenger, str(int(message["chat"]["id"])), now)
    messenger.refresh_from_db()
    with suppress(*FAILURES):
        words = gettext("Linked: your notices come here.")
        post(messenger=messenger, text=Text(settings.SITE_NAME, words, "", f"linked-{messenger.pk}"), now=now)
    return True


def _open_codes(now: datetime) -> Any:
    return Messenger.objects.filter(channel=Channel.TELEGRAM, code_until__gt=now).exclude(code_hash="")


def _begin(user: User, channel: Channel, target: str, code: str, now: datetime) -> Messenger:
    if channel not in offered_messengers():
        raise ValidationError(NOT_OFFERED, code="not_offered")
    columns = {
        "target": target,
        "code_hash": _hash(code),
        "code_until": now + CODE_GOOD_FOR,
        "tries": 0,
        "made_at": now,
        "linked_at": None,
        "broken": False,
        "last_at": None,
        "last_result": "",
    }
    with lock_log_in(user):
        return Messenger.objects.update_or_create(user=user, channel=channel, defaults=columns)[0]


def _link(messenger: Messenger, target: str, now: datetime) -> None:
    columns = {"target": target, "linked_at": now, "code_hash": "", "code_until": None, "broken": False}
    Messenger.objects.filter(pk=messenger.pk).update(**columns)


def _hash(code: str) -> str:
    return salted_hmac("notices.messenger", code, algorithm="sha256").hexdigest()


def _check_room(target: str) -> None:
    if len(target) > LONGEST_TARGET or not ROOM.fullmatch(target):
        raise ValidationError(NO_ROOM, code="no_room")


def _check_topic(target: str) -> None:
    if len(target) > LONGEST_TARGET:
        raise ValidationError(NO_TOPIC, code="no_topic")
    parts = urlsplit(target)
    if not TOPIC.fullmatch(parts.path.rstrip("/")) or parts.query or parts.fragment:
        raise ValidationError(NO_TOPIC, code="no_topic")
    try:
        check_url(target)
    except NotAllowed as refused:
        raise refusal_of(refused, "no_topic") from refused


def _join(room: str) -> None:
    """Accept the invitation of a room. One that the user is in already answers the same."""
    with GuardedSession(read_most=REPLY_MOST) as session:
        session.post(matrix_url(f"join/{quote(room, safe='')}"), json={}, headers=matrix_headers())
