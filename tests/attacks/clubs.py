"""What outsiders, members and those who were removed can do to a club."""

import re
from datetime import UTC, datetime, timedelta
from http import HTTPStatus

from tests.attacks.outside import Stranger, Target, attack

SECRET = "Tea at five behind the mill"
INSIDE = ("", "manage/", "chat/", "open-table/")
TABLE = {"game": "bid", "pace": "86400", "seats": "3"}
AWAY = (HTTPStatus.NOT_FOUND, HTTPStatus.FORBIDDEN)

CUP = {"kind": "swiss", "seats": "3", "time_control": "hard", "round_seconds": "2419200", "repeat_days": "0"}
CUP |= {"starts_at": f"{datetime.now(UTC) + timedelta(days=2):%Y-%m-%dT%H:%M}", "go_on": "1", "most_entries": "9"}
CUP |= {"option_reroll": "pawns", "option_target": "100", "option_round_limit": "100"}


@attack()
def clubs_from_outside(target: Target) -> None:
    """Read and change a club without an invitation, with one that was revoked, and after a removal."""
    owner, _ = target.member()
    club = _found(owner)
    owner.post(f"{club}chat/", {"text": SECRET})
    link = _link(owner, club)
    table = owner.post(f"{club}open-table/", TABLE).headers["Location"]
    removed, name = target.member()
    removed.post(link)
    assert SECRET in removed.get(f"{club}chat/").text, "The link lets nobody in."
    assert removed.get(table).status_code == HTTPStatus.OK
    assert "invitation=" not in owner.get(table).text, "A link leads around the club."
    owner.post(f"{club}member/", {"name": name, "act": "refuse"})
    assert removed.post(link).status_code in AWAY, "Who was removed comes back by the link."
    owner.post(f"{club}link/", {"revoke": "1"})
    for one in (target.stranger(), target.guest(), target.member()[0], removed):
        _assert_outside(one, club, table, link)


def _assert_outside(one: Stranger, club: str, table: str, link: str) -> None:
    number = club.strip("/").rpartition("/")[2]
    pages = [f"{club}{part}" for part in INSIDE] + [table, f"{table}live/", f"{table}embed/", f"{table}chat/", link]
    calls = [f"/api/v1/clubs/{number}{part}" for part in ("", "/chat", "/tables", "/link")]
    for path in (*pages, *calls, "/clubs/", "/api/v1/clubs"):
        reply = one.get(path)
        assert SECRET not in reply.text and "The quiet den" not in reply.text, path
        assert path.endswith("clubs") or path == "/clubs/" or reply.status_code != HTTPStatus.OK, path
    for part in ("join/", "leave/", "link/", "member/", "close/", "chat/", "chat/take-back/"):
        reply = one.post(f"{club}{part}", {"text": "I am in", "act": "admit", "name": "ana", "message": "1"})
        assert reply.status_code in AWAY or "/login/" in reply.headers.get("Location", ""), (part, reply.status_code)
    assert one.post(f"{table}join/").status_code in AWAY or not one.is_in()


@attack()
def members_who_want_more(target: Target) -> None:
    """Run a club, take back what others wrote, or find out who was refused, as a plain member."""
    owner, owner_name = target.member()
    club = _found(owner)
    link = _link(owner, club)
    member, name = target.member()
    member.post(link)
    owner.post(f"{club}chat/", {"text": SECRET})
    token = {"X-CSRFToken": member.client.cookies["csrftoken"]}
    number = club.strip("/").rpartition("/")[2]
    codes = set()
    for who in (owner_name, "ana", "nobody-has-this-name"):
        for role in ("owner", "organiser", "member"):
            path = f"/api/v1/clubs/{number}/members/{who}"
            codes.add(member.client.put(path, json={"role": role}, headers=token).json()["code"])
    assert codes == {"not_an_organiser"}, codes
    assert member.get(f"{club}manage/").status_code == HTTPStatus.FORBIDDEN
    for part in ("link/", "member/", "close/", "chat/take-back/"):
        fields = {"days": "7", "name": name, "act": "owner", "message": "1"}
        assert member.post(f"{club}{part}", fields).status_code == HTTPStatus.FORBIDDEN, part
    assert SECRET in owner.get(f"{club}chat/").text


@attack()
def names_that_turn_text_round(target: Target) -> None:
    """Give a club or a tournament a name that turns the text after it round, or that a terminal acts on."""
    owner, _ = target.member()
    title = "The\x1b[2J den\u202e of\u2066 ana"
    fields = {"title": title, "about": "\x9b31m\u202dTea", "joining": "open"}
    club = owner.post("/clubs/new/", fields).headers["Location"]
    number = club.strip("/").rpartition("/")[2]
    owner.post(f"{club}chat/", {"text": "\u202eevif ta\x07"})
    cup = owner.post(f"/tournaments/new/bid/?club={number}", CUP | {"title": title}).headers["Location"]
    for path in (
        club,
        f"{club}chat/",
        "/clubs/",
        f"/api/v1/clubs/{number}",
        cup,
        f"{cup}calendar.ics",
        "/tournaments/",
    ):
        text = owner.get(path).text
        found = [
            hex(ord(sign)) for sign in "\x07\x1b\x9b\u202d\u202e\u2066" if sign in text or ascii(sign)[1:-1] in text
        ]
        assert not found, (path, found)


def _found(owner: Stranger) -> str:
    reply = owner.post("/clubs/new/", {"title": "The quiet den", "about": "", "joining": "invitation"})
    assert reply.status_code == HTTPStatus.FOUND, reply.status_code
    return reply.headers["Location"]


def _link(owner: Stranger, club: str) -> str:
    owner.post(f"{club}link/", {"days": "7"})
    found = re.search(r"/clubs/invited/[\w-]+/", owner.get(f"{club}manage/").text)
    assert found, "No link was made."
    return found[0]
