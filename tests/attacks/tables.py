"""What guests can do to those who look for a table, and to those who play at one."""

import re
from http import HTTPStatus
from urllib.parse import urlencode

from tests.attacks.outside import Stranger, Target, attack

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
AGAIN = 160
"""A form may have 500 fields."""
OPEN = {
    "company": "open",
    "players": "3",
    "pace": "86400",
    "friends": "",
    "option_reroll": "pawns",
    "option_target": "100",
    "option_round_limit": "100",
}
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
def tables_that_refuse(target: Target) -> None:
    """Keep somebody from all quick tables by opening ten that refuse them."""
    thief, host, guest = target.guest(), target.guest(), target.guest()
    name = _name(guest)
    for _ in range(10):
        _open(thief)
    assert thief.post(f"/people/{name}/block/").status_code == HTTPStatus.FOUND
    table = _open(host)
    reply = guest.post("/quick/", {"choose": "1", "games": "bid", "paces": "86400", "sizes": "3"})
    assert reply.headers.get("Location") == table, (reply.status_code, reply.headers.get("Location"))


@attack()
def guests_who_never_fit(target: Target) -> None:
    """Fill the list of those who wait with guests who blocked each other, so that who asks waits for all of them."""
    guests = [target.guest() for _ in range(12)]
    names = [_name(guest) for guest in guests]
    for number, guest in enumerate(guests):
        for name in names[number + 1 :]:
            assert guest.post(f"/people/{name}/block/").status_code == HTTPStatus.FOUND
        assert guest.post("/quick/", {"choose": "1"}).headers.get("Location") == "/quick/"
    other = target.guest()
    assert other.post("/quick/", {"choose": "1"}).status_code == HTTPStatus.FOUND
    for one in (*guests, other):
        one.post("/quick/leave/")


@attack()
def hints_of_others(target: Target) -> None:
    """Ask for the hint of somebody else's seat, or for the analysis of a match that still runs."""
    player, guest = target.guest(), target.guest()
    table = player.post("/tables/new/bid/bots/").headers["Location"]
    assert guest.post(f"{table}hint/").status_code in REFUSED
    for one in (player, guest):
        for reply in (one.get(f"{table}seat/0/analysis/"), one.post(f"{table}seat/0/analysis/")):
            assert reply.status_code in REFUSED, reply.status_code


def _open(host: Stranger) -> str:
    """Open a table with seats for anyone; return its page."""
    reply = host.post("/tables/new/bid/", OPEN)
    assert reply.status_code == HTTPStatus.FOUND, reply.status_code
    return reply.headers["Location"]


def _name(guest: Stranger) -> str:
    found = re.search(r'data-seen-by="([^"]+)"', guest.get("/turns/").text)
    assert found
    return found[1]
