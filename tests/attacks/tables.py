"""What guests can do to those who look for a table, and to those who play at one."""

from http import HTTPStatus
from urllib.parse import urlencode

from games.registry import GAMES
from tests.attacks.outside import Stranger, Target, attack
from tests.attacks.records import longest_hold

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
AGAIN = 160
"""A form may have 500 fields."""
RARE = {"pace": "259200", "players": "4"}
"""A kind of table that no other attack leaves open, so that what is found is of this one."""
OPEN = {"company": "open", "friends": "", "option_reroll": "pawns", "option_target": "100", "option_round_limit": "100"}
REFUSED = (HTTPStatus.BAD_REQUEST, HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND)
OTHER_GAMES = [slug for slug in GAMES if slug != "bid"]
"""Other attacks leave tables of *Bid!* open."""
WAITING = 360
"""A look at how so many could sit together takes longer than a request may."""


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
    thief, host = target.guest(), target.guest()
    # A guest begins with a table against bots, and who asks within seconds is led back there.
    member, name = target.member()
    theirs = [_open(thief) for _ in range(10)]
    assert thief.post(f"/people/{name}/block/").status_code == HTTPStatus.FOUND
    table = _open(host)
    asked = {"choose": "1", "games": "bid", "paces": RARE["pace"], "sizes": RARE["players"]}
    got = member.post("/quick/", asked).headers.get("Location")
    member.post("/quick/leave/")
    for left, visitor in ((table, member), *((one, thief) for one in theirs), (table, host)):
        visitor.post(f"{left}leave/")
    assert got == table, got


@attack()
def guests_who_never_fit(target: Target) -> None:
    """Fill the list of those who wait with people who never fit, so that who asks waits for all comparisons."""
    (member, name), bar = target.member(), longest_hold(target)
    target.site.manage("shell", "--no-imports", "--command", FILL.format(count=WAITING, asks=name, games=OTHER_GAMES))
    try:
        asked = [_seconds_to_ask(member) for _ in range(5)]
    finally:
        target.site.manage("shell", "--no-imports", "--command", EMPTY)
    assert min(asked) <= bar, f"Who asks waits for {min(asked):.2f} s"


FILL = """
from datetime import timedelta
from django.utils import timezone
from accounts.models import Block, UserKind, User
from meeting.criteria import usual_criteria
from meeting.models import Seeker
now, usual = timezone.now(), usual_criteria()
asked = dict(games={games}, paces=list(usual.paces), sizes=[3, 4, 5, 6])
made = User.objects.bulk_create(
    [User(username=f"never-fits-{{number}}", kind=UserKind.GUEST, password="!") for number in range({count})]
)
pairs = [(one, other) for half in (made[::2], made[1::2]) for place, one in enumerate(half) for other in half[:place]]
pairs += [(one, User.objects.get(username="{asks}")) for one in made[::2]]
Block.objects.bulk_create([Block(by=one, other=other, at=now) for one, other in pairs], batch_size=5000)
long_ago = now - timedelta(days=1)
Seeker.objects.bulk_create([Seeker(user=user, chosen_at=now, since=long_ago, **asked) for user in made])
"""
"""Guests in two halves who blocked each other within each, and one half blocked who asks: never three of them fit."""
EMPTY = """
from accounts.models import User
User.objects.filter(username__startswith="never-fits-").delete()
"""


def _seconds_to_ask(member: Stranger) -> float:
    reply = member.post("/quick/", {"choose": "1", "games": OTHER_GAMES, "sizes": ["3", "4", "5", "6"]})
    assert reply.headers.get("Location") == "/quick/", "Somebody fitted, so not all were compared."
    member.post("/quick/leave/")
    return reply.elapsed.total_seconds()


@attack()
def hints_of_others(target: Target) -> None:
    """Ask for the hint of somebody else's seat, or for the analysis of a match that still runs."""
    player, guest = target.guest(), target.guest()
    table = player.post("/tables/new/bid/bots/").headers["Location"]
    assert guest.post(f"{table}hint/").status_code in REFUSED
    for one in (player, guest):
        for reply in (one.get(f"{table}seat/0/analysis/"), one.post(f"{table}seat/0/analysis/")):
            assert reply.status_code in REFUSED, reply.status_code


@attack()
def eyes_of_others(target: Target) -> None:
    """Look through another seat's eyes, play on or take the record while a match goes on."""
    player, guest = target.guest(), target.guest()
    table = player.post("/tables/new/bid/bots/").headers["Location"]
    for name in ("1", "2", "all", "01", "0002", "-1", "²", "9" * 5000, "1&seat=public"):
        reply = guest.get(f"{table}step/0/?seat={name}")
        seen_alone = reply.status_code == HTTPStatus.OK and name.endswith("public")
        assert seen_alone or reply.status_code in REFUSED, (name[:20], reply.status_code)
    for path in ("step/0/play-on/", "match.json"):
        for one in (player, guest):
            assert one.get(f"{table}{path}").status_code in (*REFUSED, HTTPStatus.CONFLICT), path


@attack()
def own_bots_for_points(target: Target) -> None:
    """Play for points against a bot account of one's own, which loses."""
    member, name = target.member()
    assert member.post("/people/me/bots/", {"username": f"{name}-robot"}).status_code == HTTPStatus.FOUND
    asked = OPEN | RARE | {"company": "friends", "friends": f"{name}-robot"}
    reply = member.post("/tables/new/bid/", asked)
    assert reply.status_code in REFUSED and "bot account of their own" in reply.text, reply.status_code
    assert member.post("/tables/new/bid/", asked | {"unrated": "on"}).status_code == HTTPStatus.FOUND


def _open(host: Stranger) -> str:
    """Open a table with seats for anyone; return its page."""
    reply = host.post("/tables/new/bid/", OPEN | RARE)
    assert reply.status_code == HTTPStatus.FOUND, reply.status_code
    return reply.headers["Location"]
