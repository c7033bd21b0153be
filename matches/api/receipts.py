"""The receipt of one's seat, by itself and with the match when one sits down."""

from typing import Any

from rest_framework.request import Request

from accounts.api.authentication import asking
from accounts.models import User
from api.messages import ApiResponse
from engine.proof import Statement
from foundation.errors import Forbidden
from matches.api.common import as_it_stands
from matches.api.responses import MatchResponse
from matches.models import Match
from matches.view.match_view import match_by_number
from matches.view.signed import receipt_of


class ReceiptResponse(ApiResponse):
    """The receipt of your seat: a signed statement of what is fixed so far."""

    statement: Statement
    key: str
    """The public key, one of `/.well-known/piecepack-keys.json`."""
    signature: str


class SeatedResponse(MatchResponse):
    """One match in which you have just sat down, as far as you may know it."""

    receipt: ReceiptResponse
    """What the site has fixed by now, signed. Keep it to compare the record with it after the match."""


class RematchResponse(MatchResponse):
    """The rematch of a match, as far as you may know it."""

    receipt: ReceiptResponse | None
    """What the site has fixed by now, signed. Null if another player opened this table and you have not joined it."""


def receipt_response(match: Match, user: User) -> ReceiptResponse:
    """Sign what is fixed so far for the seat of a user. Raises `Forbidden`."""
    receipt = receipt_of(match, user.pk)
    return ReceiptResponse(receipt.statement, receipt.key, receipt.signature)


def as_seated(request: Request, number: int) -> SeatedResponse:
    """Return the match after its reader sat down, with the receipt: who asks for it later may not do so in time."""
    stands = as_it_stands(request, number)
    match = match_by_number(number)
    assert match is not None  # noqa: S101 - for mypy
    return SeatedResponse(**_fields_of(stands), receipt=receipt_response(match, asking(request)))


def as_rematch(request: Request, number: int) -> RematchResponse:
    """Return a rematch, with the receipt of its reader if they have a seat at it."""
    receipt = receipt_if_seated(number, asking(request))
    return RematchResponse(**_fields_of(as_it_stands(request, number)), receipt=receipt)


def receipt_if_seated(number: int, user: User) -> ReceiptResponse | None:
    """Sign what is fixed so far for the user's seat of a match; None without one, also if it was given up just now."""
    match = match_by_number(number)
    try:
        return None if match is None else receipt_response(match, user)
    except Forbidden:
        return None


def _fields_of(stands: MatchResponse) -> dict[str, Any]:
    return {name: getattr(stands, name) for name in MatchResponse.__struct_fields__}
