"""Answers that came by sockets: those that come together are sealed together, and any other as its request would be.

What is plain, one answer of a seat that is asked, is sealed with others in one transaction. All else is handed to the
operation of the API, in this process and with the same limits, keys and errors as if it had come over HTTP: answers in
a row, conditional moves, repeated keys, passed deadlines, and everything that is refused.
"""

import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from functools import partial
from io import BytesIO
from typing import Any, NamedTuple

import msgspec
from django.core.handlers.asgi import ASGIRequest
from django.db import DatabaseError, InterfaceError, OperationalError, connection, transaction
from django.urls import reverse
from django.utils import timezone

from accounts.models import Token
from accounts.security.limits import bounds_of_write
from accounts.security.tokens import tokens_in_force
from api.idempotency import HEADER, Done, Keyed, digest_of, is_key, keep_replies, keys_used
from api.limits import bound_of_request, count_each, seconds_left
from api.problems import problem
from api.scopes import Scope
from foundation.language import reading_in
from foundation.socket_requests import request_scope
from matches.api.answering import Answered, Answers, AnswersView
from matches.models import Match
from matches.play.many_answers import Submission, seal_together
from matches.rounds.locking import Unanswered, lock_unanswered, lock_unanswered_of_many
from matches.rounds.many_rounds import NO_LONG_WAITS

logger = logging.getLogger(__name__)

COULD_NOT_WAIT = frozenset({"55P03", "40P01"})
"""PostgreSQL's codes of a lock that took too long and of a deadlock."""


class Sent(NamedTuple):
    """Answers that came by a program's socket."""

    scope: Mapping[str, Any]
    """That of the socket."""
    address: str
    """The address that it is counted by."""
    token_id: int
    token_text: str
    number: int
    answers: Any
    """What would be the body of the request."""
    key: str | None = None
    language: str = ""
    """In which the reply is read."""
    again: bool = False
    """True if it was in a group before, counted under its limits, and somebody held its table."""


class Reply(NamedTuple):
    """What the request would get."""

    status: int
    body: Any
    wait: int | None = None
    replayed: bool = False


CREATED = 201
VIEW = AnswersView.as_view()
OF_HANDSHAKE = frozenset({b"cookie", b"idempotency-key"})
"""Headers of the socket's handshake that are not those of a request."""


class _Plain(NamedTuple):
    """An answer that may be sealed with others."""

    place: int
    sent: Sent
    submission: Submission
    keyed: Keyed | None


class _Sealed(NamedTuple):
    """What became of answers that were to be sealed together."""

    replies: dict[int, Reply]
    """By their places."""
    held: Sequence[_Plain]
    """Those of matches that somebody else holds, or that there are not."""


Lock = Callable[[Collection[int]], dict[int, Unanswered]]


def broken(one: Sent) -> Reply:
    """The reply where the site failed."""
    return _refused(one, 500)


def _refused(one: Sent, status: int, wait: int | None = None) -> Reply:
    with reading_in(one.language):
        return Reply(status, problem(status), wait)


def take_together(
    group: Sequence[Sent], prepared: Callable[[], object] = int
) -> list[Reply | Sent | Callable[[], Reply]]:
    """Seal the plain answers of a group, and commit. Return the reply to each, or a function that makes it.

    What is returned as it was sent is to go with the next group, as somebody holds its table for a moment.
    Calls `prepared` when nothing but the commit is left.
    """
    now = timezone.now()
    tokens = tokens_in_force({one.token_id for one in group}, now=now)
    over = count_each([_bounds(one, tokens.get(one.token_id), now) for one in group])
    wait = max(1, int(seconds_left(now.timestamp())))
    found: list[Reply | Sent | Callable[[], Reply]] = [
        _refused(one, 429, wait) if is_over else partial(take_alone, one)
        for one, is_over in zip(group, over, strict=True)
    ]
    plain: list[_Plain] = []
    apart: set[int] = set()
    for place, (one, is_over) in enumerate(zip(group, over, strict=True)):
        submission = None if one.number in apart else _submission(one, tokens.get(one.token_id))
        if is_over:
            continue
        if submission is None:
            # What comes after it at the same table is not to overtake it.
            apart.add(one.number)
        else:
            plain.append(_Plain(place, one, submission, _keyed(one, submission.user_id)))
    sealed = _try_to_seal(plain, now, lock_unanswered_of_many, prepared)
    for place, reply in sealed.replies.items():
        found[place] = reply
    held_long = {held.sent.number for held in sealed.held if held.sent.again}
    held_now = {held.sent.number for held in sealed.held} - held_long
    for held in sealed.held:
        found[held.place] = partial(take_held, held)
    for place, one in enumerate(group):
        # What else came to the table in this group is not to overtake it.
        if one.number in held_now and not isinstance(found[place], Reply):
            found[place] = one._replace(again=True)
    return found


def take_held(one: _Plain) -> Reply:
    """Take an answer of a match that somebody else held, once that is free; as any other if it is held for long."""
    now = timezone.now()
    # Its right may have ended while it waited for its turn.
    token = tokens_in_force({one.sent.token_id}, now=now).get(one.sent.token_id)
    sealed = _try_to_seal([one] if _submission(one.sent, token) else [], now, _lock_only)
    return sealed.replies.get(one.place) or take_alone(one.sent)


def _lock_only(match_ids: Collection[int]) -> dict[int, Unanswered]:
    (match_id,) = match_ids
    return {match_id: lock_unanswered(match_id)}


def _try_to_seal(plain: Sequence[_Plain], now: datetime, lock: Lock, prepared: Callable[[], object] = int) -> _Sealed:
    """Seal answers together, and commit. What is left out is to be taken alone."""
    try:
        return _seal(plain, now, lock, prepared) if plain else _Sealed({}, [])
    except (OperationalError, InterfaceError) as error:
        if getattr(error.__cause__, "sqlstate", None) in COULD_NOT_WAIT:
            return _Sealed({}, [])
        # The commit may have gone through: as over HTTP, the client asks again.
        logger.error("Answers could not be written together: %s", type(error).__name__)
        return _Sealed({one.place: broken(one.sent) for one in plain}, [])
    except (DatabaseError, Match.DoesNotExist):
        # Nothing was written, for example because a key was used meanwhile.
        return _Sealed({}, [])


@transaction.atomic
def _seal(plain: Sequence[_Plain], now: datetime, lock: Lock, prepared: Callable[[], object]) -> _Sealed:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            # Many matches are held at once. If a row has to be waited for, each answer goes alone.
            cursor.execute(NO_LONG_WAITS)
    matches = lock({one.submission.match_id for one in plain})
    plain = _unused(plain)
    answers = seal_together([one.submission for one in plain], matches, now=now)
    done = [
        (one, Answered(number=answer.match_id, step=answer.step, commitments=[answer.commitment]))
        for one, answer in zip(plain, answers, strict=True)
        if answer is not None
    ]
    keep_replies([(one.keyed, Done(CREATED, {}, body)) for one, body in done if one.keyed], now=now)
    held = [one for one in plain if one.submission.match_id not in matches]
    prepared()
    return _Sealed({one.place: Reply(CREATED, body) for one, body in done}, held)


def _unused(plain: Sequence[_Plain]) -> list[_Plain]:
    """Return those with no key, or one that is new, and that come after none with a used key at the same table.

    Asked under the locks, so that no other request for the same table is under way. If another table's request commits
    the same key meanwhile, `keep_replies` fails, and each answer of the group goes alone.
    """
    used = keys_used([one.keyed for one in plain if one.keyed])
    found = []
    apart: set[int] = set()
    for one in plain:
        if one.sent.number in apart or (one.keyed and one.keyed[:2] in used):
            apart.add(one.sent.number)
            continue
        if one.keyed:
            used.add(one.keyed[:2])
        found.append(one)
    return found


def _bounds(one: Sent, token: Token | None, now: datetime) -> list[tuple[str, int]]:
    if token is None or one.again:
        return []
    moment = now.timestamp()
    writes = bounds_of_write(one.address, token.user_id, program=True, now=moment)
    return [bound_of_request(f"token-{token.pk}", moment), *writes]


def _submission(one: Sent, token: Token | None) -> Submission | None:
    """Return the answer if it is one of a token that may play, in the right form."""
    if token is None or Scope.PLAY not in token.scopes or (one.key is not None and not is_key(one.key)):
        return None
    try:
        body = msgspec.convert(one.answers, Answers)
    except msgspec.ValidationError:
        return None
    if body.then is not None or len(body.actions) != 1:
        return None
    return Submission(one.number, token.user_id, body.step, body.actions[0])


def _keyed(one: Sent, user_id: int) -> Keyed | None:
    if one.key is None:
        return None
    return Keyed(user_id, one.key, digest_of("POST", _path(one.number), one.answers))


def _path(number: int) -> str:
    return reverse("api:answers", args=[number])


def take_alone(one: Sent) -> Reply:
    """Have the API take answers as if they had come over HTTP, except that they count toward no limit again."""
    body = msgspec.json.encode(one.answers)
    headers = {
        b"authorization": f"Bearer {one.token_text}".encode(),
        b"content-type": b"application/json",
        b"content-length": str(len(body)).encode(),
    }
    if one.key is not None:
        headers[HEADER.lower().encode()] = one.key.encode()
    scope = {
        **request_scope(one.scope, path=_path(one.number), headers=headers, without=OF_HANDSHAKE),
        "counted": True,
        "language": one.language,
    }
    try:
        with reading_in(one.language):
            response: Any = VIEW(ASGIRequest(scope, BytesIO(body)), number=one.number)
    except Exception as error:  # noqa: BLE001 - as the handler does with a view that fails
        logger.error("An answer by socket failed: %s", type(error).__name__)
        return broken(one)
    wait = response.headers.get("Retry-After")
    return Reply(response.status_code, response.data, wait and int(wait), "Idempotency-Replayed" in response.headers)
