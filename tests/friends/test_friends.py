"""The list of friends: who waits for whom, open tables and the notices of them, invitations and results."""

from datetime import timedelta
from typing import Any

import msgspec
import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from accounts.identity.blocks import block_user
from accounts.models import Block, User
from engine.table_settings import TableSettings, TimeControl
from friends.frequencies import Frequency, frequency_of
from friends.selectors.friends import Friend, friends_of, people_followed
from friends.services import notices
from friends.services.following import follow, remove_follower, unfollow
from friends.services.notices import choose_frequency
from games.registry import GAMES
from matches.interventions.settings import set_privacy
from matches.lobby.tables import SeatSpec, create_match, join_match, leave_match
from matches.log.states import game_of, state_of
from matches.models import Match, Seat
from matches.play.answers import submit_answer
from matches.timeouts.abandoned import call_off_unfilled
from notifications.models import Notice
from notifications.services.digests import send_digest_of
from notifications.services.sweep import sweep_notices
from tests.api.bots import caller
from tests.matches.tables import DAY, NOON, person, table_of
from tests.matches.test_two_worlds import MASKED
from tests.support.clients import client_of

pytestmark = pytest.mark.django_db


def start(by: str, *others: str) -> User:
    for other in others:
        follow(user=person(by), other=person(other), now=NOON)
    return person(by)


def friends(user: User) -> dict[str, Friend]:
    return {friend.user.username: friend for friend in friends_of(user, list(people_followed(user)))}


def answer_first(match: Match, user: User, which: int = 0) -> None:
    """Seal the first legal answer of a player, or another one."""
    match.refresh_from_db()
    seat = match.seats.get(user=user)
    action = msgspec.to_builtins(game_of(match).legal_actions(state_of(match), seat.number)[which])
    submit_answer(match_id=match.pk, user_id=user.pk, step=match.next_step, actions=[action], now=NOON)


def open_table(host: str, kinds: tuple[str, ...] = ("open", "open"), names: str = "", **settings: Any) -> Match:
    return create_match(
        host=person(host),
        slug="bid",
        options=GAMES["bid"].Options(),
        seats=[SeatSpec(kind, names) for kind in kinds],
        time_control=TimeControl(DAY),
        table_settings=TableSettings(**settings),
        contribution="",
        now=NOON,
    )


def topics_of(user: User, channel: str = "page", **more: Any) -> list[str]:
    found = Notice.objects.filter(user=user, kind="open_table", channel=channel, **more)
    return list(found.order_by("pk").values_list("topic", flat=True))


def test_the_list_says_who_waits_for_whom() -> None:
    ana = start("ana", "ben", "dora")
    match, people = table_of("ana", "ben", "cleo")
    [common] = friends(ana)["ben"].matches
    assert (common.number, common.my_turn, common.their_turn) == (match.pk, True, True)
    answer_first(match, people[0])
    [common] = friends(ana)["ben"].matches
    assert (common.my_turn, common.their_turn) == (False, True)
    answer_first(match, people[1])
    [common] = friends(ana)["ben"].matches
    assert (common.my_turn, common.their_turn) == (False, False)
    assert friends(ana)["dora"].matches == []
    assert friends(start("eva", "ben"))["ben"].matches == [], "a table where eva does not sit"


def test_those_who_wait_for_me_come_first() -> None:
    ana = start("ana", "ben", "cleo", "dora")
    table_of("ana", "ben", "eva")
    assert next(iter(friends(ana))) == "ben"
    page = client_of(ana).get("/friends/").content.decode()
    assert "Your turn:" in page
    [first, *_] = caller(ana).get("friends").json()["results"]
    assert (first["name"], first["matches"][0]["my_turn"]) == ("ben", True)


def test_a_table_that_hides_who_has_answered_hides_it_here_too() -> None:
    ana = start("ana", "ben")
    match, people = table_of("ana", "ben", "cleo", hide_answered=True)
    before = client_of(ana).get("/friends/").content.decode().count("Waits for"), caller(ana).get("friends").json()
    answer_first(match, people[1])
    after = client_of(ana).get("/friends/").content.decode().count("Waits for"), caller(ana).get("friends").json()
    assert before == after
    assert friends(ana)["ben"].matches[0].their_turn is False


def test_a_table_without_names_does_not_tell_that_a_friend_sits_there() -> None:
    ana = start("ana", "ben", "dora")
    table_of("ana", "ben", "cleo", anonymous=True)
    assert friends(ana)["ben"].matches == friends(ana)["dora"].matches == []
    open_table("ben", anonymous=True)
    assert friends(ana)["ben"].tables == []


def test_what_friends_sealed_shows_nowhere() -> None:
    seen: list[bytes] = []
    for which in (0, -1):
        Match.objects.all().delete()
        ana = person("ana") if seen else start("ana", "ben")
        match, people = table_of("ana", "ben", "cleo")
        answer_first(match, people[1], which)
        reply = caller(ana).get("friends").content.replace(str(match.pk).encode(), b"-")
        seen.append(reply)
    assert seen[0] == seen[1]


def test_open_tables_of_friends_are_listed() -> None:
    ana = start("ana", "ben")
    match = open_table("ben")
    open_table("ben", private=True)
    open_table("ben", kinds=("link", "link"))
    [table] = friends(ana)["ben"].tables
    assert (table.number, table.free) == (match.pk, 2)
    assert "Has a free seat" in client_of(ana).get("/friends/").content.decode()


def test_followers_hear_of_an_open_table_and_of_nothing_else() -> None:
    ana = start("ana", "ben")
    stranger = person("cleo")
    match = open_table("ben")
    open_table("ben", private=True)
    open_table("ben", anonymous=True)
    open_table("ben", kinds=("link", "link"))
    assert topics_of(ana) == [f"match:{match.pk}"]
    assert topics_of(stranger) == []
    notice = Notice.objects.get(user=ana, kind="open_table", channel="page")
    assert notice.context["text"] == "ben has opened a table with 2 free seats."


def test_who_is_invited_by_name_hears_of_the_invitation_alone() -> None:
    ana = start("ana", "ben")
    open_table("ben", kinds=("named", "open"), names="ana")
    assert topics_of(ana) == []
    assert Notice.objects.filter(user=ana, kind="invitation").exists()


@pytest.mark.parametrize("by", ["ana", "ben"])
def test_a_block_that_came_in_between_is_kept(by: str) -> None:
    ana = start("ana", "ben")
    Block.objects.create(by=person(by), other=person("ben" if by == "ana" else "ana"), at=NOON)
    open_table("ben")
    assert topics_of(ana) == []


def test_suspended_and_closed_accounts_hear_nothing() -> None:
    ana, dora = start("ana", "ben"), start("dora", "ben")
    User.objects.filter(pk=ana.pk).update(suspended_until=NOON + timedelta(days=1))
    User.objects.filter(pk=dora.pk).update(is_active=False)
    open_table("ben")
    assert topics_of(ana) == topics_of(dora) == []


def test_a_host_who_opens_many_tables_is_not_heard_of_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notices, "TOLD_A_DAY", 2)
    ana = start("ana", "ben")
    heard = []
    for _ in range(4):
        match = open_table("ben")
        heard.append(len(topics_of(ana)))
        leave_match(match_id=match.pk, user=person("ben"), now=NOON)
    assert heard == [1, 1, 0, 0]


@pytest.mark.parametrize("end", ["full", "closed", "expired"])
def test_a_notice_goes_when_the_table_does(end: str) -> None:
    ana = start("ana", "ben")
    choose_frequency(user=ana, frequency=Frequency.DAILY)
    match = open_table("ben")
    assert topics_of(ana, read_at=None)
    if end == "full":
        for name in ("cleo", "dora"):
            join_match(match_id=match.pk, user=person(name), token="", contribution="", now=NOON)
    elif end == "closed":
        leave_match(match_id=match.pk, user=person("ben"), now=NOON)
    else:
        call_off_unfilled(match_id=match.pk, now=NOON)
    assert topics_of(ana) == topics_of(ana, "digest") == []


@pytest.mark.parametrize("frequency", [Frequency.DAILY, Frequency.AT_ONCE])
def test_a_table_made_private_is_unheard_of_by_those_who_were_to_be_told(frequency: Frequency) -> None:
    """All that a follower of the host gets to read is as if the table had been private from its beginning."""
    ana, cleo = start("ana", "ben"), person("cleo")
    EmailAddress.objects.create(user=ana, email="ana@example.org", verified=True, primary=True)
    choose_frequency(user=ana, frequency=frequency)
    worlds = []
    for begins_private in (True, False):
        match = open_table("ben", kinds=("named", "open"), names="cleo", private=begins_private)
        if not begins_private:
            assert topics_of(ana, read_at=None) == [f"match:{match.pk}"]
            set_privacy(match_id=match.pk, private=True, note={"audit": 1}, now=NOON)
        mail.outbox.clear()
        send_digest_of(user_id=ana.pk, now=NOON + timedelta(days=1))
        sweep_notices(now=NOON + timedelta(days=1))
        assert Notice.objects.filter(user=cleo, topic=f"match:{match.pk}", channel="page", read_at=None).exists()
        pages = [client_of(ana).get(path).content for path in ("/notices/", "/notices/sent/", "/friends/")]
        mails = [letter.body for letter in mail.outbox if "ana@example.org" in letter.to]
        worlds.append((mails, [MASKED.sub(b"-", page) for page in pages]))
    assert worlds[0] == worlds[1]


CHANNELS = {
    Frequency.OFF: set(),
    Frequency.DAILY: {"page", "digest"},
    Frequency.AT_ONCE: {"page", "mail"},
}


@pytest.mark.parametrize("frequency", CHANNELS)
def test_one_chooses_how_soon_one_hears(frequency: Frequency) -> None:
    ana = start("ana", "ben")
    EmailAddress.objects.create(user=ana, email="ana@example.org", verified=True, primary=True)
    assert frequency_of(ana) == Frequency.DAILY
    hers = client_of(ana)
    hers.post("/friends/notices/", {"frequency": str(frequency)})
    assert frequency_of(ana) == frequency
    open_table("ben")
    wanted = Notice.objects.filter(user=ana, kind="open_table", state__in=("due", "sent"))
    assert set(wanted.values_list("channel", flat=True)) == CHANNELS[frequency]
    assert hers.post("/friends/notices/", {"frequency": "custom"}).status_code == 400
    assert caller(ana).get("notices/choices").json()["channels"]["invitation"], "other kinds stay"


def test_friends_are_ticked_for_a_new_table() -> None:
    ana = start("ana", "ben", "cleo")
    hers = client_of(ana)
    assert "company=friends&amp;picked=ben" in hers.get("/tables/new/?picked=ben").content.decode()
    page = " ".join(hers.get("/tables/new/bid/?company=friends&picked=ben").content.decode().split())
    assert 'name="picked" value="ben" checked' in page
    assert 'name="picked" value="cleo" ' in page and 'value="cleo" checked' not in page
    fields = {"option_reroll": "pawns", "option_target": "100", "option_round_limit": "100", "pace": str(DAY)}
    fields |= {"company": "friends", "players": "3", "friends": "cleo"}
    hers.post("/tables/new/bid/", fields | {"picked": ["ben", "cleo"]})
    invited = Seat.objects.exclude(invited=None).order_by("number").values_list("invited__username", flat=True)
    assert list(invited) == ["ben", "cleo"]


def test_who_was_ticked_and_blocked_the_host_is_not_invited() -> None:
    ana = start("ana", "ben")
    block_user(user=person("ben"), other=ana, now=NOON)
    fields = {"option_reroll": "pawns", "option_target": "100", "option_round_limit": "100", "pace": str(DAY)}
    reply = client_of(ana).post(
        "/tables/new/bid/", fields | {"company": "friends", "players": "3", "friends": "", "picked": ["ben"]}
    )
    assert reply.status_code == 400
    assert not Match.objects.exists()


def finished(slug: str, first: str, second: str, **settings: Any) -> Match:
    others = ("cleo",) if slug == "bid" else ()
    match, people = table_of(first, second, *others, slug=slug, **settings)
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED, ended_at=NOON)
    for place, user in enumerate(people, start=1):
        Seat.objects.filter(match=match, user=user).update(place=place)
    return match


def test_results_of_two_people_are_counted_by_game_without_private_ones() -> None:
    finished("bid", "ana", "ben")
    finished("bid", "ben", "ana")
    finished("tp5", "ana", "ben")
    finished("tp5", "ana", "ben", private=True)
    finished("tp5", "ana", "ben", spectators=False)
    running, _ = table_of("ana", "ben", "cleo", anonymous=True)
    games = caller(person("dora")).get("players/ana/opponents/ben").json()["games"]
    assert [(row["title"], row["met"], row["ahead"], row["behind"]) for row in games] == [
        ("Bid!", 2, 1, 1),
        ("TP5", 1, 1, 0),
    ]
    page = Client().get("/ladders/versus/ana/ben/").content.decode()
    assert "Results by game" in page
    assert f"/table/{running.pk}/" not in page


def test_the_list_costs_the_same_for_two_friends_as_for_ten(django_assert_max_num_queries: Any) -> None:
    ana = start("ana", *(f"friend-{number}" for number in range(10)))
    for number in range(0, 10, 2):
        table_of("ana", f"friend-{number}", f"friend-{number + 1}")
    with django_assert_max_num_queries(16):
        visitor_rows = friends_of(ana, list(people_followed(ana)))
    assert sum(len(friend.matches) for friend in visitor_rows) == 10


@pytest.mark.parametrize("ending", ["removes", "stops", "is_blocked", "blocks"])
def test_who_is_no_follower_any_more_is_not_told_in_the_daily_mail(ending: str) -> None:
    ana, zoe, ben = start("ana", "ben", "cleo"), start("zoe", "ben"), person("ben")
    for user in (ana, zoe):
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    match, other = open_table("ben"), open_table("cleo")
    assert len(topics_of(ana, "digest", state="due")) == 2
    if ending == "removes":
        remove_follower(user=ben, follower=ana, now=NOON)
    elif ending == "stops":
        unfollow(user=ana, other=ben, now=NOON)
    elif ending == "blocks":
        block_user(user=ana, other=ben, now=NOON)
    else:
        block_user(user=ben, other=ana, now=NOON)
    assert topics_of(ana, "digest", state="due") == [f"match:{other.pk}"]
    assert topics_of(zoe, "digest", state="due") == [f"match:{match.pk}"]
    mail.outbox.clear()
    for user in (ana, zoe):
        send_digest_of(user_id=user.pk, now=NOON + timedelta(days=1))
    mails = {letter.to[0]: letter.body for letter in mail.outbox}
    assert "ben has opened" not in mails[ana.email] and "cleo has opened" in mails[ana.email]
    assert "ben has opened" in mails[zoe.email]
