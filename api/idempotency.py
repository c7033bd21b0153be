"""Carry out a request sent twice with the same `Idempotency-Key` only once.

Key, work and reply are written in one transaction. A duplicate sent at the same time waits at the
database's unique index and then finds the reply. A refused request changes and stores nothing.
"""

import re
from collections.abc import Callable, Collection, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import msgspec
from django.db import transaction
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext
from rest_framework.request import Request

from api.models import KeptReply
from api.problems import Refusal
from foundation.pruning import delete_share
from foundation.vault import seal, unseal

HEADER = "Idempotency-Key"
KEPT_FOR = timedelta(hours=24)
SALT = "api.idempotency"
_KEY = re.compile(r"[\x21-\x7e]{1,100}")


class Done(NamedTuple):
    """The result of a request."""

    status: int
    headers: dict[str, str]
    data: Any


class Keyed(NamedTuple):
    """A request with a key."""

    user_id: int
    key: str
    digest: str
    """A keyed hash of what it asks for."""


def do_once(request: Request, now: datetime, work: Callable[[], Done]) -> Done:
    """Do the work of a request, or return the stored reply if its key was used before. Raises `Refusal`."""
    key = request.headers.get(HEADER)
    if key is None:
        return work()
    if not is_key(key):
        detail = gettext("An idempotency key has 1 to 100 visible ASCII characters, without spaces.")
        raise Refusal(400, "idempotency_key_invalid", detail, field=HEADER)
    with transaction.atomic():
        kept = _claim(request, key, now)
        if kept.sealed is not None:
            return _again(kept)
        done = work()
        kept.sealed = _sealed(done)
        kept.save(update_fields=["sealed"])
    return done


def is_key(text: str) -> bool:
    """True if a text can be a key."""
    return _KEY.fullmatch(text) is not None


def keys_used(requests: Collection[Keyed]) -> set[tuple[int, str]]:
    """The users and keys of those requests whose key was used before, for any request."""
    users, keys = {one.user_id for one in requests}, {one.key for one in requests}
    rows = KeptReply.objects.filter(user__in=users, key__in=keys) if requests else KeptReply.objects.none()
    return set(rows.values_list("user", "key"))


def keep_replies(replies: Sequence[tuple[Keyed, Done]], *, now: datetime) -> None:
    """Store the replies of requests that were carried out together, in the transaction that did so.

    Raises `IntegrityError` if a key was used meanwhile: then none of them may be carried out.
    """
    rows = [
        KeptReply(user_id=one.user_id, key=one.key, digest=one.digest, sealed=_sealed(done), made_at=now)
        for one, done in replies
    ]
    KeptReply.objects.bulk_create(rows)


def _claim(request: Request, key: str, now: datetime) -> KeptReply:
    """Return the row of a key: a new empty one, or that of the first request."""
    user: Any = request.user.pk
    digest = _digest(request)
    mine = KeptReply.objects.filter(user_id=user, key=key)
    mine.filter(made_at__lt=now - KEPT_FOR).delete()
    # The insert waits for a duplicate's transaction, so another request's row is visible only with its reply.
    row = KeptReply(user_id=user, key=key, digest=digest, made_at=now)
    kept = None
    while kept is None:
        KeptReply.objects.bulk_create([row], ignore_conflicts=True)
        # A row that is a day old may have been deleted since the insert hit it. Then the key is free.
        kept = mine.first()
    if kept.digest != digest:
        detail = gettext("This idempotency key was used for another request. Use a new key for each request.")
        raise Refusal(422, "idempotency_key_reused", detail, field=HEADER)
    return kept


def _sealed(done: Done) -> bytes:
    return seal([done.status, done.headers, msgspec.to_builtins(done.data)])


def _digest(request: Request) -> str:
    # The URL of a DELETE says everything: its body is not read.
    data = None if request.method == "DELETE" else request.data
    return digest_of(str(request.method), request.get_full_path(), data)


def digest_of(method: str, path: str, data: Any) -> str:
    """The keyed hash of what a request asks for. `data`: its body, or None if that is not read."""
    body = b"" if data is None else msgspec.json.encode(data, order="deterministic")
    request_bytes = b"\n".join([method.encode(), path.encode(), body])
    return salted_hmac(SALT, request_bytes, algorithm="sha256").hexdigest()


def _again(kept: KeptReply) -> Done:
    status, headers, data = unseal(bytes(kept.sealed or b""))
    return Done(status, headers | {"Idempotency-Replayed": "true"}, data)


def forget_old(*, now: datetime) -> int:
    """Delete a share of the replies older than a day. Return how many."""
    return delete_share(KeptReply.objects.filter(made_at__lt=now - KEPT_FOR), by="made_at")
