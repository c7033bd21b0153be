"""Following people, refusing followers, and what blocks and erasure do to it."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from accounts.identity.blocks import block_user
from accounts.identity.bot_accounts import create_bot_account
from accounts.identity.services import create_guest
from accounts.models import User
from foundation.errors import Forbidden, Refused
from friends.models import Follow
from friends.selectors.friends import followers, follows, people_followed
from friends.services import following
from friends.services.following import follow, remove_follower, unfollow
from notifications.models import Notice
from rights.gathering import sections_of
from rights.services.erasure import ask_for_erasure, erase_account
from tests.api.bots import caller, problem
from tests.matches.tables import NOON, person
from tests.support.clients import client_of

pytestmark = pytest.mark.django_db


def start(by: str, other: str) -> tuple[User, User]:
    one, two = person(by), person(other)
    follow(user=one, other=two, now=NOON)
    return one, two


def names(client: Client, path: str) -> str:
    return " ".join(client.get(path).content.decode().split())


def test_one_follows_and_the_other_hears_of_it_once() -> None:
    ana, ben = start("ana", "ben")
    assert follows(ana, ben) and not follows(ben, ana)
    unfollow(user=ana, other=ben, now=NOON)
    assert not follows(ana, ben)
    start("ana", "ben")
    [notice] = Notice.objects.filter(user=ben, kind="follower", channel="page")
    assert notice.context["text"].startswith("ana follows you.")
    assert notice.context["path"] == "/friends/followers/"
    assert not Notice.objects.filter(user=ana).exists()


@pytest.mark.parametrize("ending", ["stops", "is removed", "blocks", "is blocked"])
def test_the_news_of_a_follower_is_no_longer_unread_once_they_follow_no_more(ending: str) -> None:
    ana, ben = start("ana", "ben")
    start("cleo", "ben")
    if ending == "stops":
        unfollow(user=ana, other=ben, now=NOON)
    elif ending == "is removed":
        remove_follower(user=ben, follower=ana, now=NOON)
    elif ending == "blocks":
        block_user(user=ana, other=ben, now=NOON)
    else:
        block_user(user=ben, other=ana, now=NOON)
    unread = Notice.objects.filter(user=ben, kind="follower", channel="page", read_at=None)
    assert [notice.context["title"] for notice in unread] == ["cleo"]


def test_following_twice_changes_nothing() -> None:
    start("ana", "ben")
    start("ana", "ben")
    assert Follow.objects.count() == 1


def test_who_is_removed_is_not_told_and_cannot_follow_again_until_followed() -> None:
    ana, ben = start("ana", "ben")
    assert remove_follower(user=ben, follower=ana, now=NOON)
    assert not remove_follower(user=ben, follower=ana, now=NOON)
    assert not follows(ana, ben)
    assert not Notice.objects.filter(user=ana).exists()
    with pytest.raises(Forbidden) as refused:
        start("ana", "ben")
    assert refused.value.code == "cannot_follow"
    assert not unfollow(user=ana, other=ben, now=NOON), "which would take the refusal back"
    start("ben", "ana")
    start("ana", "ben")


@pytest.mark.parametrize("blocker", ["ana", "ben"])
def test_a_block_ends_following_both_ways_and_shows_like_a_refusal(blocker: str) -> None:
    ana, ben = start("ana", "ben")
    start("ben", "ana")
    block_user(user=person(blocker), other=ben if blocker == "ana" else ana, now=NOON)
    assert not Follow.objects.exists()
    with pytest.raises(Forbidden) as blocked:
        start("ana", "ben")
    remove_follower(user=person("cleo"), follower=start("ana", "cleo")[0], now=NOON)
    with pytest.raises(Forbidden) as refused:
        start("ana", "cleo")
    assert blocked.value.code == refused.value.code
    assert blocked.value.message.replace("ben", "cleo") == refused.value.message


def test_a_block_keeps_a_refusal() -> None:
    ana, ben = start("ana", "ben")
    remove_follower(user=ben, follower=ana, now=NOON)
    block_user(user=ana, other=ben, now=NOON)
    assert Follow.objects.filter(refused=True).exists()


def test_only_people_follow_and_are_followed() -> None:
    ana = person("ana")
    bot = create_bot_account(owner=ana, name="Robo", about="", link="", now=NOON).user
    guest = create_guest(zone="UTC", now=NOON)
    for user, other, code in ((bot, ana, "people_only"), (guest, ana, "people_only"), (ana, bot, "not_people")):
        with pytest.raises(Refused) as refused:
            follow(user=user, other=other, now=NOON)
        assert refused.value.code == code
    with pytest.raises(Refused) as refused:
        follow(user=ana, other=ana, now=NOON)
    assert refused.value.code == "own_name"
    follow(user=ana, other=guest, now=NOON)


def test_nobody_follows_more_than_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "MOST", 2)
    start("ana", "ben")
    start("ana", "cleo")
    with pytest.raises(Refused) as refused:
        start("ana", "dora")
    assert refused.value.code == "too_many_followed"
    start("ana", "ben")


def test_erasing_an_account_removes_what_it_followed_and_its_followers() -> None:
    ana, ben = start("ana", "ben")
    start("ben", "ana")
    start("ben", "cleo")
    ask_for_erasure(user=ana, now=NOON)
    assert erase_account(user_id=ana.pk, now=NOON + timedelta(days=40))
    assert [row.other for row in people_followed(ben)] == [person("cleo")]
    assert not followers(ben).exists()
    assert Follow.objects.count() == 1


def test_an_archive_says_whom_one_follows_and_not_who_refused_it() -> None:
    ana, ben = start("ana", "ben")
    start("ana", "cleo")
    remove_follower(user=ben, follower=ana, now=NOON)
    hers, his = ({section.name: rows for section, rows in sections_of(user)} for user in (ana, ben))
    assert [row["other__username"] for row in hers["friends"]] == ["cleo"]
    assert [(row["by__username"], row["refused"]) for row in his["followers"]] == [("ana", True)]


def test_pages_follow_unfollow_and_remove() -> None:
    ana, ben = person("ana"), person("ben")
    hers, his = client_of(ana), client_of(ben)
    assert "Follow ben" in names(hers, "/people/ben/")
    hers.post("/friends/follow/", {"name": "ben", "follow": "1"})
    assert "Stop following ben" in names(hers, "/people/ben/")
    assert "ben" in names(hers, "/friends/")
    page = names(his, "/friends/followers/")
    assert "ana" in page and "/report/?player=ana" in page
    his.post("/friends/followers/remove/", {"name": "ana"})
    assert "Nobody follows you yet." in names(his, "/friends/followers/")
    reply = hers.post("/friends/follow/", {"name": "ben", "follow": "1"})
    assert (reply.status_code, "You cannot follow ben." in reply.content.decode()) == (403, True)
    assert hers.post("/friends/follow/", {"name": "nobody"}).status_code == 404
    hers.post("/friends/follow/", {"name": "ben", "follow": "0"})
    assert "Follow" not in names(Client(), "/people/ben/")


def test_a_bot_or_the_house_has_no_button() -> None:
    ana = person("ana")
    create_bot_account(owner=ana, name="Robo", about="", link="", now=NOON)
    assert "/friends/follow/" not in names(client_of(ana), "/people/Robo/")
    assert "/friends/follow/" not in names(client_of(ana), "/people/ana/")


def test_programs_follow_and_remove() -> None:
    ana, ben = caller(person("ana")), caller(person("ben"))
    [friend] = ana.post("friends", {"name": "BEN"}).json()["results"]
    assert (friend["name"], friend["mutual"]) == ("ben", False)
    [follower] = ben.get("followers").json()["results"]
    assert (follower["name"], follower["mutual"]) == ("ana", False)
    ben.post("friends", {"name": "ana"})
    assert ana.get("friends").json()["results"][0]["mutual"] is True
    assert ben.delete("followers/ana").json()["results"] == []
    assert ana.get("friends").json()["results"] == []
    problem(ana.post("friends", {"name": "ben"}), 403, "cannot_follow")
    problem(ana.delete("friends/ben"), 404, "not_found")
    problem(ben.delete("followers/ana"), 404, "not_found")
    problem(ana.post("friends", {"name": "zoe"}), 400, "no_such_player", "/name")
    problem(ana.post("friends", {"name": "ana"}), 400, "own_name", "/name")
    assert ben.delete("friends/ana").json()["results"] == []


def test_following_is_limited_for_pages_and_programs(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "follow": "1/h/user"}
    ana = person("ana")
    person("ben")
    hers = client_of(ana)
    assert hers.post("/friends/follow/", {"name": "ben"}).status_code == 302
    assert hers.post("/friends/follow/", {"name": "ben"}).status_code == 429
    problem(caller(ana).post("friends", {"name": "ben"}), 429, "too_many_requests")
