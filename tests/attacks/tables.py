"""What guests can do to those who look for a table, and to those who play at one."""

from http import HTTPStatus
from urllib.parse import urlencode

from tests.attacks.outside import Target, attack

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
AGAIN = 160
"""A form may have 500 fields."""
REFUSED = (HTTPStatus.BAD_REQUEST, HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND)


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


@attack()
def hints_of_others(target: Target) -> None:
    """Ask for the hint of somebody else's seat, or for the analysis of a match that still runs."""
    player, guest = target.guest(), target.guest()
    table = player.post("/tables/new/bid/bots/").headers["Location"]
    assert guest.post(f"{table}hint/").status_code in REFUSED
    for one in (player, guest):
        for reply in (one.get(f"{table}seat/0/analysis/"), one.post(f"{table}seat/0/analysis/")):
            assert reply.status_code in REFUSED, reply.status_code
