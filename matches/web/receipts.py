"""The receipt of a seat, which its player's browser saves as soon as they have sat down.

What only the site keeps shows nothing against the site.
"""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext

WAITS = "receipt_waits"


def hand_over_receipt(request: HttpRequest, number: int) -> None:
    """Have the next page of a table save the receipt of the reader's new seat."""
    request.session[WAITS] = number
    text = gettext("Your browser saves the receipt of your seat. Keep it: with it you can check the match later.")
    messages.info(request, text)


def with_receipt(request: HttpRequest, number: int, page: HttpResponse) -> HttpResponse:
    """Have the browser save the receipt, if it waits for this table. The page stays open meanwhile."""
    if request.user.is_authenticated and request.session.get(WAITS) == number:
        del request.session[WAITS]
        page["Refresh"] = f"1; url={reverse('matches:receipt', args=[number])}"
    return page
