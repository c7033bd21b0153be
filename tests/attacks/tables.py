"""What guests can do to those who look for a table."""

from http import HTTPStatus
from urllib.parse import urlencode

from tests.attacks.outside import Target, attack

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
AGAIN = 160
"""A form may have 500 fields."""


@attack()
def choices_named_again_and_again(target: Target) -> None:
    """Ask for a quick table in so many ways that every seating takes minutes."""
    guest = target.guest()
    token = guest.client.cookies.get("csrftoken") or ""
    choices = (("games", "bid"), ("paces", "86400"), ("sizes", "3"))
    fields = [("csrfmiddlewaretoken", token), ("choose", "1"), *(choice for choice in choices for _ in range(AGAIN))]
    guest.client.timeout = 20
    reply = guest.client.post("/quick/", content=urlencode(fields), headers=FORM)
    assert reply.status_code == HTTPStatus.FOUND, reply.status_code
    guest.post("/quick/leave/")
