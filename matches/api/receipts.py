"""The receipt of one's seat, by itself and with the match when one sits down."""

from rest_framework.request import Request

from accounts.api.authentication import asking
from accounts.models import User
from api.messages import ApiResponse
from engine.proof import Statement
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


def receipt_response(match: Match, user: User) -> ReceiptResponse:
    """Sign what is fixed so far for the seat of a user. Raises `Forbidden`."""
    receipt = receipt_of(match, user.pk)
    return ReceiptResponse(receipt.statement, receipt.key, receipt.signature)


def as_seated(request: Request, number: int) -> SeatedResponse:
    """Return the match after its reader sat down, with the receipt: who asks for it later may not do so in time."""
    stands = as_it_stands(request, number)
    fields = {name: getattr(stands, name) for name in MatchResponse.__struct_fields__}
    match = match_by_number(number)
    assert match is not None  # noqa: S101 - for mypy
    return SeatedResponse(**fields, receipt=receipt_response(match, asking(request)))
