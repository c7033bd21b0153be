"""Pagination. Cursors are signed, so clients cannot make or change one."""

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeVar

from django.core import signing
from django.db.models import Model, QuerySet
from django.utils.translation import gettext

from api.problems import Refusal

_signer = signing.Signer(salt="api.cursor")
M = TypeVar("M", bound=Model)


class Page(NamedTuple):
    """One page of a list, and the cursor of the next."""

    rows: list[Any]
    next_cursor: str | None


def make_cursor(of: str, *place: int) -> str:
    """Return a cursor into the list named `of`."""
    return _signer.sign_object([of, *place])


def read_cursor(text: str, of: str) -> list[int]:
    """Return the position in a cursor of this list. Raises `Refusal` for any other text."""
    try:
        name, *place = _signer.unsign_object(text)
    except (signing.BadSignature, ValueError, TypeError) as error:
        raise _bad() from error
    if name != of:
        raise _bad()
    return [int(number) for number in place]


def _bad() -> Refusal:
    detail = gettext("This cursor is not from this list, or was changed. Start again without one.")
    return Refusal(400, "cursor_invalid", detail, field="cursor")


def newest_first(rows: "QuerySet[M]", *, of: str, cursor: str, limit: int) -> Page:
    """Return a page of rows, newest first. Rows added between requests do not shift the pages."""
    if cursor:
        rows = rows.filter(pk__lt=read_cursor(cursor, of)[0])
    found = list(rows.order_by("-pk")[: limit + 1])
    more = len(found) > limit
    return Page(found[:limit], make_cursor(of, found[limit - 1].pk) if more else None)


def in_order(rows: "QuerySet[M] | Sequence[Any]", *, of: str, cursor: str, limit: int) -> Page:
    """Return a page of rows in their own order. Rows may move between two requests."""
    start = read_cursor(cursor, of)[0] if cursor else 0
    found = list(rows[start : start + limit + 1])
    more = len(found) > limit
    return Page(found[:limit], make_cursor(of, start + limit) if more else None)
