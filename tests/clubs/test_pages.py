"""The pages and the API of clubs, and that outsiders see none of what members see."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.utils import timezone

from accounts.identity.blocks import block_user
from clubs.models import Club
from clubs.services.chat import take_back_club_message, write_club_message
from clubs.services.founding import found_club, make_link
from clubs.services.joining import join_club
from clubs.services.members import refuse
from foundation.errors import Refused
from tests.accounts.people import show_password
from tests.api.bots import caller, problem
from tests.clubs.founded import club_of, roles, words_of
from tests.matches.tables import NOON, person
from tests.matches.test_two_worlds import MASKED
from tests.support.clients import client_of

pytestmark = pytest.mark.django_db


def test_someone_founds_a_club_and_brings_a_friend_by_link() -> None:
    ana, ben = client_of(person("ana")), client_of(person("ben"))
    reply = ana.post("/clubs/new/", {"title": "The den", "about": "We play.", "joining": "invitation"})
    club = Club.objects.get()
    assert reply.headers["Location"] == f"/club/{club.pk}/"
    ana.post(f"/club/{club.pk}/link/", {"days": "7"})
    club.refresh_from_db()
    assert club.link_token in words_of(ana, f"/club/{club.pk}/manage/")
    assert ben.get(f"/club/{club.pk}/").status_code == 404
    assert ben.post(f"/club/{club.pk}/join/").status_code == 404
    assert ben.post(f"/club/{club.pk}/leave/").status_code == 404
    assert "The den" not in words_of(ben, "/clubs/")
    assert "Join the club" in words_of(ben, f"/clubs/invited/{club.link_token}/")
    assert "no-referrer" not in words_of(ben, f"/clubs/invited/{club.link_token}/"), "browsers would send no origin"
    ben.post(f"/clubs/invited/{club.link_token}/")
    assert "ana" in words_of(ben, f"/club/{club.pk}/") and "The den" in words_of(ben, "/clubs/")
    assert ben.get(f"/clubs/invited/{club.link_token}/").headers["Location"] == f"/club/{club.pk}/"
    ana.post(f"/club/{club.pk}/link/", {"revoke": "1"})
    assert client_of(person("cleo")).get(f"/clubs/invited/{club.link_token}/").status_code == 404
    assert ana.post(f"/club/{club.pk}/link/", {"days": "400"}).status_code == 400


def test_the_owner_lets_in_refuses_and_hands_over() -> None:
    club = club_of("ana", "ben")
    ana, cleo = (show_password(client_of(person(name)), "piecepack") for name in ("ana", "cleo"))
    cleo.post(f"/club/{club.pk}/join/")
    assert "You have asked to join." in words_of(cleo, f"/club/{club.pk}/")
    assert "cleo" in words_of(ana, f"/club/{club.pk}/manage/")
    member = f"/club/{club.pk}/member/"
    ana.post(member, {"name": "cleo", "act": "admit"})
    ana.post(member, {"name": "cleo", "act": "organiser"})
    ana.post(member, {"name": "ben", "act": "refuse"})
    assert roles(club) == {"ana": "owner", "cleo": "organiser"}
    ana.post(member, {"name": "ben", "act": "lift"})
    ana.post(member, {"name": "cleo", "act": "owner"})
    assert roles(club) == {"ana": "organiser", "cleo": "owner"}
    assert ana.post(member, {"name": "cleo", "act": "dance"}).status_code == 404
    assert ana.post(member, {"name": "zoe", "act": "admit"}).status_code == 404
    cleo.post(f"/club/{club.pk}/manage/", {"title": "The lair", "about": "", "joining": "open"})
    ana.post(f"/club/{club.pk}/leave/")
    assert ana.post(f"/club/{club.pk}/close/").status_code == 404
    cleo.post(f"/club/{club.pk}/close/")
    assert cleo.get(f"/club/{club.pk}/").status_code == 404
    assert Club.objects.get().title == "The lair"


def test_a_plain_member_runs_nothing() -> None:
    club = club_of("ana", "ben")
    ben = client_of(person("ben"))
    for path in ("link", "member", "manage", "close"):
        assert ben.post(f"/club/{club.pk}/{path}/", {"name": "ana", "act": "refuse"}).status_code == 403
    assert "Run the club" not in words_of(ben, f"/club/{club.pk}/")


def test_members_chat_and_take_back() -> None:
    club = club_of("ana", "ben")
    ana, ben = client_of(person("ana")), client_of(person("ben"))
    ana.post(f"/club/{club.pk}/chat/", {"text": "Tea at five"})
    assert "1 new" in words_of(ben, "/clubs/")
    assert "Tea at five" in words_of(ben, f"/club/{club.pk}/chat/")
    assert "1 new" not in words_of(ben, "/clubs/")
    assert ben.post(f"/club/{club.pk}/chat/take-back/", {"message": "1"}).status_code == 403
    ana.post(f"/club/{club.pk}/chat/take-back/", {"message": "1"})
    page = words_of(ben, f"/club/{club.pk}/chat/")
    assert "Tea at five" not in page and "Taken back" in page
    assert "Write something first" in ana.post(f"/club/{club.pk}/chat/", {"text": " "}).content.decode()
    assert ana.post(f"/club/{club.pk}/chat/take-back/", {"message": "1"}).status_code == 404


def test_one_does_not_read_those_one_has_blocked_and_the_muted_do_not_write() -> None:
    club = club_of("ana", "ben")
    write_club_message(number=club.pk, user=person("ana"), text="Tea at five", now=NOON)
    block_user(user=person("ben"), other=person("ana"), now=NOON)
    page = words_of(client_of(person("ben")), f"/club/{club.pk}/chat/")
    assert "Tea at five" not in page and "are left out" in page
    ana = person("ana")
    ana.silenced_until = timezone.now() + timedelta(days=1)
    ana.save()
    with pytest.raises(Refused) as error:
        write_club_message(number=club.pk, user=ana, text="Tea", now=timezone.now())
    assert error.value.code == "silenced"
    with pytest.raises(Refused) as error:
        found_club(user=ana, title="My say", about="Tea", joining="open", now=timezone.now())
    assert error.value.code == "silenced"
    assert client_of(ana).post(f"/club/{club.pk}/manage/", {"title": "My say", "joining": "open"}).status_code == 403


PATHS = ("/clubs/", "/club/{0}/", "/club/{0}/chat/", "/club/{0}/manage/", "/people/ana/", "/notices/", "/tables/")
PROGRAMS = ("clubs", "clubs/{0}", "clubs/{0}/chat", "clubs?mine=true", "players/ana/record")


def seen_by_outsiders(club: Club) -> dict[tuple[str, str], bytes]:
    """All that a visitor and someone else get, of each address."""
    found = {}
    for name in ("", "cleo"):
        client = client_of(person(name) if name else None)
        paths = [*PATHS, *(f"/api/v1/{path}" for path in PROGRAMS)]
        for path in paths:
            reply = client.get(path.format(club.pk))
            found[name, path] = MASKED.sub(b"-", reply.content) + reply.headers.get("ETag", "").encode()
    return found


@pytest.mark.parametrize("joining", ["open", "request", "invitation"])
def test_outsiders_see_the_same_bytes_whatever_members_do(joining: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON)
    club = club_of("ana", "ben", joining=joining)
    worlds = [seen_by_outsiders(club)]
    write_club_message(number=club.pk, user=person("ana"), text="Tea at five", now=NOON)
    worlds.append(seen_by_outsiders(club))
    write_club_message(number=club.pk, user=person("ben"), text="Fine", now=NOON)
    take_back_club_message(number=club.pk, user=person("ana"), message=1, now=NOON)
    make_link(number=club.pk, user=person("ana"), days=7, now=NOON)
    worlds.append(seen_by_outsiders(club))
    assert worlds[0] == worlds[1] == worlds[2]


def test_a_program_does_all_that_pages_do() -> None:
    ana, ben, cleo = (caller(person(name)) for name in ("ana", "ben", "cleo"))
    made = ana.post("clubs", {"title": "The den", "joining": "invitation"}).json()
    club = f"clubs/{made['number']}"
    assert (made["my_role"], made["member_count"]) == ("owner", 1)
    problem(ben.get(club), 404, "not_found")
    link = ana.send("put", f"{club}/link", {"days": 1}).json()["link"]
    assert ben.get(f"{club}?link={link}").json()["members"] == []
    problem(ben.send("put", f"{club}/membership", {}), 404, "not_found")
    assert ben.send("put", f"{club}/membership", {"link": link}).json()["my_role"] == "member"
    assert ben.get(club).json()["link"] is None
    ana.send("put", club, {"title": "The lair", "joining": "request"})
    assert cleo.send("put", f"{club}/membership", {}).json()["asked"] is True
    assert ana.get(club).json()["waiting"] == ["cleo"]
    ana.send("put", f"{club}/members/cleo", {"role": "member"})
    assert [row["name"] for row in cleo.get(club).json()["members"]] == ["ana", "ben", "cleo"]
    assert ana.delete(f"{club}/members/cleo").json()["refused"] == ["cleo"]
    problem(cleo.send("put", f"{club}/membership", {}), 403, "cannot_join")
    ana.send("put", f"{club}/members/cleo", {"role": "member"})
    assert ana.get(club).json()["refused"] == []
    problem(ben.send("put", f"{club}/members/ana", {"role": "member"}), 403, "not_an_organiser")
    ben.post(f"{club}/chat", {"text": "Hello"})
    [message] = ana.get(f"{club}/chat").json()["messages"]
    assert (message["who"], message["text"], message["is_new"]) == ("ben", "Hello", True)
    assert ana.post(f"{club}/chat/mark-read", {}).json()["messages"][0]["is_new"] is False
    problem(cleo.get(f"{club}/chat"), 404, "not_found")
    ana.send("put", f"{club}/members/ben", {"role": "owner"})
    assert ana.delete(f"{club}/membership").status_code == 204
    assert [row["title"] for row in ben.get("clubs?mine=true").json()["results"]] == ["The lair"]
    assert ben.delete(club).status_code == 204
    problem(ben.get(club), 404, "not_found")


def test_a_plain_member_does_not_find_out_who_asks_to_join_or_was_refused() -> None:
    club, now = club_of("ana", "ben", "dora"), timezone.now()
    for name in ("cleo", "dora"):
        join_club(number=club.pk, user=person(name), token="", now=now)
        refuse(number=club.pk, by=person("ana"), user=person(name), now=now)
    join_club(number=club.pk, user=person("gina"), token="", now=now)
    ben = caller(person("ben"))
    for name in ("ana", "cleo", "dora", "ed", "gina", "nobody-has-this-name"):
        for role in ("owner", "organiser", "member"):
            reply = ben.send("put", f"clubs/{club.pk}/members/{name}", {"role": role})
            problem(reply, 403, "not_an_organiser")


def test_founding_is_limited_for_pages_and_programs(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "club": "1/h/user"}
    cache.clear()
    ana = client_of(person("ana"))
    form = {"title": "The den", "about": "", "joining": "open"}
    assert ana.post("/clubs/new/", form).status_code == 302
    assert ana.post("/clubs/new/", form).status_code == 429
    problem(caller(person("ana")).post("clubs", {"title": "The den"}), 429, "too_many_requests")


def test_handing_over_and_closing_say_what_they_do_before_the_button() -> None:
    club = club_of("ana", "ben")
    page = words_of(client_of(person("ana")), f"/club/{club.pk}/manage/")
    row = page[page.index("Change<") : page.index("What it says")]
    assert row.index("Only they can hand it back.") < row.index("Hand over the club") < row.index("</details>")
    end = page[page.index("its ladders close, and its tournaments are called off") :]
    assert end.index("Close the club for good") < end.index("</details>")


def test_a_new_link_says_that_it_ends_the_old_one() -> None:
    club = club_of("ana")
    ana, path, words = client_of(person("ana")), f"/club/{club.pk}/manage/", "this one no longer works"
    assert words not in words_of(ana, path)
    ana.post(f"/club/{club.pk}/link/", {"days": "7"})
    assert words in words_of(ana, path)
