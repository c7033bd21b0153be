"""What moderators do to players: done, announced, undone."""

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import Group
from django.core.exceptions import ValidationError
from django.test import Client

from accounts.identity.bot_accounts import create_bot_account
from accounts.models import BotAccount, User, UserKind
from accounts.security.tokens import TokenRefused, create_token, open_token
from accounts.web.adapter import AccountAdapter
from api.scopes import Scope
from engine.table_settings import TableSettings, TimeControl
from foundation.errors import Forbidden, Refused
from games.registry import GAMES
from matches.chat.read import chat_view
from matches.chat.write import write_message
from matches.lobby.tables import SeatSpec, create_match, join_match
from matches.models import Match
from matches.web.mail_access import seat_opened
from moderation.action import Target
from moderation.models import AuditRow, Late, Sanction
from moderation.services.acting import undo
from moderation.services.suspensions import sweep_suspensions
from notifications.mail_links import act_token
from rights.models import Archive
from rights.services.archives import make_archive
from rights.services.erasure import erasures_due
from tests.accounts.people import show_password
from tests.matches.tables import DAY, NOON, person, table_of
from tests.moderation.desk import done, moderator
from tests.support.clients import client_of

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
WORDS = "Mind your words."
LATER = NOON + timedelta(days=8)


@pytest.fixture(autouse=True)
def _one_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON)


def fresh(user: User) -> User:
    return User.objects.get(pk=user.pk)


def confirmed(name: str) -> User:
    """A person who can log in."""
    user = person(name)
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    return user


def undone(row: object, actor: User) -> None:
    undo(actor=actor, row=row, reason="It was a mistake.", now=NOON)  # type: ignore[arg-type]


def test_who_is_muted_plays_on_and_says_nothing() -> None:
    mona = moderator()
    match, (ana, *_) = table_of("ana", "ben", "cleo")
    row = done(mona, "mute", Target(user=ana), days=7, words=WORDS)
    with pytest.raises(Refused) as refused:
        write_message(match_id=match.pk, user=fresh(ana), room="players", text="Hello", now=NOON)
    assert refused.value.code == "silenced" and "May 2026" in refused.value.message
    assert write_message(match_id=match.pk, user=fresh(ana), room="players", text="Hello", now=LATER).pk
    assert WORDS in ana.notices.filter(topic__startswith="moderation:", channel="page").get().context["text"]
    undone(row, mona)
    assert write_message(match_id=match.pk, user=fresh(ana), room="players", text="Hello", now=NOON).pk


def test_who_is_muted_reads_until_when_in_place_of_the_form(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON)
    match, (ana, ben, _) = table_of("ana", "ben", "cleo")
    done(moderator(), "mute", Target(user=ana), days=7, words=WORDS)
    pages = [client_of(user).get(f"/table/{match.pk}/chat/").content.decode() for user in (ana, ben)]
    assert ["A moderator has muted you until" in page for page in pages] == [True, False]
    assert [f'action="/table/{match.pk}/chat/say/"' in page for page in pages] == [False, True]


def test_who_was_warned_reads_whom_to_answer() -> None:
    ana, words = client_of(person("ana")), "answer the mail you got about it"
    assert words not in ana.get("/moderation/mine/").content.decode()
    done(moderator(), "warn", Target(user=person("ana")), words=WORDS)
    assert words in ana.get("/moderation/mine/").content.decode()


def test_a_muting_that_is_over_is_not_undone() -> None:
    short = done(moderator(), "mute", Target(user=person("ana")), days=7, words=WORDS)
    with pytest.raises(Refused) as over:
        undo(actor=person("mona"), row=short, reason="It was a mistake.", now=LATER)
    assert over.value.code == "sanction_over"


@pytest.mark.parametrize("days", [(7, 30), (30, 7)])
def test_who_is_muted_twice_is_muted_until_the_later_end(days: tuple[int, int]) -> None:
    mona, ana = moderator(), person("ana")
    rows = [done(mona, "mute", Target(user=fresh(ana)), days=each, words=WORDS) for each in days]
    assert fresh(ana).silenced_until == NOON + timedelta(days=30)
    undone(rows[0], mona)
    assert fresh(ana).silenced_until == NOON + timedelta(days=days[1])
    undone(rows[1], mona)
    assert fresh(ana).silenced_until is None
    notice_text = [notice.context["text"] for notice in ana.notices.filter(channel="page").order_by("pk")]
    assert ["until" in text for text in notice_text] == [True, True, True, False], (
        "each says what is true for its reader"
    )


def test_bots_hold_the_seats_of_the_suspended_until_it_is_undone() -> None:
    mona = moderator()
    match, (ana, *_) = table_of("ana", "ben", "cleo")
    away, _ = table_of("ana", "ben", "cleo")
    away.seats.filter(user=ana).update(stand_in="steady")
    row = done(mona, "suspend", Target(user=ana), days=7, words=WORDS)
    assert match.seats.get(user=ana).stand_in
    assert [held.match for held in AuditRow.objects.filter(action=Late.HELD)] == [match]
    undone(row, mona)
    assert not match.seats.get(user=ana).stand_in
    assert away.seats.get(user=ana).stand_in, "who was away before stays away"
    assert fresh(ana).suspended_until is None


def test_the_suspended_leave_tables_that_have_not_begun() -> None:
    ana, ben = person("ana"), person("ben")
    made = [
        create_match(
            host=host,
            slug="bid",
            options=GAMES["bid"].Options(),
            seats=[SeatSpec("open"), SeatSpec("open")],
            time_control=TimeControl(DAY),
            table_settings=TableSettings(),
            contribution="",
            now=NOON,
        )
        for host in (ana, ben)
    ]
    join_match(match_id=made[1].pk, user=ana, token="", contribution="", now=NOON)
    done(moderator(), "suspend", Target(user=ana), days=7, words=WORDS)
    assert Match.objects.get(pk=made[0].pk).status == Match.Status.CALLED_OFF
    assert not made[1].seats.filter(user=ana).exists()


def test_a_seat_that_comes_later_is_held_by_a_bot_too() -> None:
    ana = person("ana")
    done(moderator(), "suspend", Target(user=ana), days=7, words=WORDS)
    match, _ = table_of("ana", "ben", "cleo")
    assert sweep_suspensions(now=NOON) == 1
    assert match.seats.get(user=ana).stand_in
    assert sweep_suspensions(now=NOON) == 0


def test_the_log_in_says_until_when() -> None:
    ana, client = confirmed("ana"), Client()
    done(moderator(), "suspend", Target(user=ana), days=7, words=WORDS)
    reply = client.post("/accounts/login/", {"login": "ana", "password": "piecepack"}, follow=True)
    assert reply.status_code == 403
    assert "suspended until" in reply.content.decode() and "abuse" in reply.content.decode()


def test_an_open_session_shows_the_same_sentence_on_every_page() -> None:
    ana, client = person("ana"), Client()
    client.force_login(ana)
    assert client.get("/turns/").status_code == 200
    done(moderator(), "suspend", Target(user=ana), days=7, words=WORDS)
    match, _ = table_of("ben", "cleo", "dora")
    for path in ("/turns/", f"/table/{match.pk}/", "/people/me/", "/notices/", "/nothing/here/"):
        reply = client.get(path)
        assert reply.status_code == 403 and "suspended until" in reply.content.decode(), path
        assert client.post(path).status_code == 403
    assert "Log out" in reply.content.decode()
    assert client.post("/accounts/logout/").status_code == 302
    assert client.get(f"/table/{match.pk}/").status_code == 200, "they are a visitor now"


def test_the_suspended_keep_their_rights() -> None:
    """To read why, to take their data along, and to have it erased."""
    ana, client = confirmed("ana"), Client()
    done(moderator("otto", senior=True), "suspend-for-good", Target(user=ana), words=WORDS)
    client.post("/accounts/login/", {"login": "ana", "password": "piecepack"})
    assert WORDS in client.get("/moderation/mine/").content.decode()
    assert "Make an archive" in client.get("/people/me/data/").content.decode()
    assert client.post("/people/me/data/archive/ask/")["Location"].startswith("/accounts/reauthenticate/")
    show_password(client, "piecepack")
    client.post("/people/me/data/archive/ask/")
    assert make_archive(archive_id=Archive.objects.get(user=ana).pk, now=NOON)
    assert client.get("/people/me/data/archive.zip").status_code == 200
    assert client.post("/people/me/data/erase/").status_code == 302
    assert erasures_due(now=NOON + timedelta(days=7)) == [ana.pk]
    client.post("/people/me/data/keep/")
    assert erasures_due(now=NOON + timedelta(days=7)) == []


def test_a_session_opens_nothing_to_a_program_either() -> None:
    ana, client = person("ana"), Client()
    client.force_login(ana)
    done(moderator(), "suspend", Target(user=ana), days=7, words=WORDS)
    reply = client.get("/api/v1/turns")
    assert reply.status_code == 401 and reply.headers["Content-Type"].startswith("application/problem+json")


@pytest.mark.parametrize("whose", ["own", "program"])
def test_tokens_open_nothing_while_their_user_is_suspended(whose: str) -> None:
    ana = person("ana")
    robot = User.objects.create(username="robot", kind=UserKind.BOT)
    BotAccount.objects.create(user=robot, owner=ana)
    _, text = create_token(user=robot if whose == "bot" else ana, name="t", scopes=[Scope.READ], days=30, now=NOON)
    row = done(moderator(), "suspend", Target(user=ana), days=7, words=WORDS)
    with pytest.raises(TokenRefused) as refused:
        open_token(text=text, now=NOON)
    assert refused.value.code == "account_suspended"
    assert open_token(text=text, now=LATER).pk
    undone(row, moderator("otto"))
    assert open_token(text=text, now=NOON).pk


def test_a_programs_seats_are_held_while_its_owner_is_suspended() -> None:
    match, (_, robot, _) = table_of("cleo", "robot", "ben")
    BotAccount.objects.create(user=robot, owner=person("ana"))
    done(moderator(), "suspend", Target(user=person("ana")), days=7, words=WORDS)
    assert match.seats.get(user=robot).stand_in


def test_the_link_of_a_mail_opens_no_seat_of_the_suspended() -> None:
    match, (ana, *_) = table_of("ana", "ben", "cleo")
    token = act_token(user_id=ana.pk, topic=f"match:{match.pk}", step=match.next_step)
    assert seat_opened(token, match.pk)
    User.objects.filter(pk=ana.pk).update(suspended_until=LATER)
    assert seat_opened(token, match.pk) is None


def test_only_senior_moderators_suspend_for_good() -> None:
    ana, mona, otto = confirmed("ana"), moderator(), moderator("otto", senior=True)
    with pytest.raises(Refused):
        done(mona, "suspend-for-good", Target(user=ana), words=WORDS)
    row = done(otto, "suspend-for-good", Target(user=ana), words=WORDS)
    reply = Client().post("/accounts/login/", {"login": "ana", "password": "piecepack"}, follow=True)
    assert "suspended for good" in reply.content.decode()
    undone(row, otto)
    assert Client().post("/accounts/login/", {"login": "ana", "password": "piecepack"}).status_code == 302


@pytest.mark.parametrize(("action", "given"), [("suspend", {"days": 7, "words": WORDS}), ("warn", {"words": WORDS})])
def test_moderators_are_left_to_seniors(action: str, given: dict[str, Any]) -> None:
    """A moderator who goes astray cannot shut the others out."""
    mona, peer, otto = moderator(), moderator("peer"), moderator("otto", senior=True)
    with pytest.raises(Forbidden, match="senior moderator"):
        done(mona, action, Target(user=peer), **given)
    page = client_of(mona).get(f"/moderation/act/{action}/?player=peer").content.decode()
    assert "Ask a senior moderator" in page
    assert done(otto, action, Target(user=peer), **given).subject == peer


def test_an_administrator_is_not_suspended() -> None:
    root = person("root")
    root.is_superuser = True
    root.save()
    with pytest.raises(Refused):
        done(moderator(), "suspend", Target(user=root), days=7, words=WORDS)


def test_a_name_is_taken_away_and_another_chosen() -> None:
    mona, ana, client = moderator(), person("ana"), Client()
    client.force_login(ana)
    done(mona, "rename", Target(user=ana))
    assert fresh(ana).username.startswith("player-")
    with pytest.raises(ValidationError):
        AccountAdapter().clean_username("ANA")
    assert "Choose another name" in client.get("/moderation/mine/").content.decode()
    assert client.post("/moderation/mine/name/", {"username": "ana"}).status_code == 400
    assert client.post("/moderation/mine/name/", {"username": "anna"}).status_code == 302
    assert fresh(ana).username == "anna"
    assert client.post("/moderation/mine/name/", {"username": "annabel"}).status_code == 403
    assert fresh(ana).username == "anna"


@pytest.mark.parametrize("alike", ["bad.one", "Bad0ne", "bad-ONE_"])
def test_no_name_looks_like_one_that_was_taken_away(alike: str) -> None:
    bad, client = person("badone"), Client()
    client.force_login(bad)
    row = done(moderator(), "rename", Target(user=bad))
    with pytest.raises(ValidationError) as refused:
        AccountAdapter().clean_username(alike)
    assert refused.value.code == "name_taken"
    assert client.post("/moderation/mine/name/", {"username": alike}).status_code == 400
    undone(row, moderator("otto"))
    assert fresh(bad).username == "badone"


def test_the_owner_of_a_program_is_told_and_chooses_its_name() -> None:
    mona, ana, client = moderator(), person("ana"), Client()
    robot = create_bot_account(owner=ana, name="Robo", about="", link="", now=NOON).user
    client.force_login(ana)
    row = done(mona, "warn", Target(user=robot), words=WORDS)
    notice_text = ana.notices.get(topic=f"moderation:{row.number}", channel="page").context["text"]
    assert notice_text.startswith("This is about your bot account Robo:") and WORDS in notice_text
    row = undo(actor=mona, row=row, reason="A mistake.", now=NOON)
    assert "taken a warning back" in ana.notices.get(topic=f"moderation:{row.number}", channel="page").context["text"]
    done(mona, "rename", Target(user=robot))
    called = fresh(robot).username
    page = client.get("/moderation/mine/").content.decode()
    assert WORDS in page and f"Choose another name for your bot account {called}" in page
    stranger = Client()
    stranger.force_login(person("ben"))
    fields = {"of": called, "username": "Robby"}
    assert stranger.post("/moderation/mine/name/", fields).status_code == 403
    assert client.post("/moderation/mine/name/", {**fields, "username": "x" * 99}).status_code == 400
    assert client.post("/moderation/mine/name/", fields).status_code == 302
    assert (fresh(robot).username, fresh(ana).username) == ("Robby", "ana")


def test_an_old_form_for_a_program_gives_its_name_to_nobody_else() -> None:
    mona, ana, client = moderator(), person("ana"), Client()
    robot = create_bot_account(owner=ana, name="Robo", about="", link="", now=NOON).user
    client.force_login(ana)
    for user in (ana, robot):
        done(mona, "rename", Target(user=user))
    form = {"of": fresh(robot).username, "username": "Robby"}
    assert client.post("/moderation/mine/name/", form).status_code == 302
    owner = fresh(ana).username
    late = client.post("/moderation/mine/name/", {**form, "username": "Robbie"})
    assert late.status_code == 403 and "Load the page again" in late.content.decode()
    assert (fresh(robot).username, fresh(ana).username) == ("Robby", owner)


def test_a_name_is_given_back() -> None:
    mona, ana = moderator(), person("ana")
    row = done(mona, "rename", Target(user=ana))
    undone(row, mona)
    assert fresh(ana).username == "ana"
    assert not Sanction.objects.filter(lifted_at=None).exists()
    # The old name can be taken away a second time.
    assert done(mona, "rename", Target(user=fresh(ana))).pk


def test_a_guest_has_no_name_to_take() -> None:
    guest = User.objects.create(username="guest-12345", kind=UserKind.GUEST)
    with pytest.raises(Refused):
        done(moderator(), "rename", Target(user=guest))


def test_a_hidden_message_is_read_by_nobody_at_the_table_and_can_be_shown_again() -> None:
    mona = moderator()
    match, (ana, ben, _) = table_of("ana", "ben", "cleo")
    message = write_message(match_id=match.pk, user=ana, room="players", text="You fool", now=NOON)
    row = done(mona, "hide-message", Target(match=match, message=message))
    shown = chat_view(match, ben, now=NOON).rooms[0].messages[0]
    assert (shown.text, shown.gone) == (None, "hidden by a moderator")
    assert "hidden a message" in ana.notices.get(topic=f"moderation:{row.number}", channel="page").context["text"]
    undone(row, mona)
    assert chat_view(match, ben, now=NOON).rooms[0].messages[0].text == "You fool"


def test_moderators_may_do_all_but_what_is_for_seniors() -> None:
    held = {
        name: set(Group.objects.get(name=name).permissions.values_list("codename", flat=True))
        for name in ("moderators", "senior moderators")
    }
    assert {"desk", "warn", "mute", "suspend", "rename", "hide_message"} <= held["moderators"]
    assert held["moderators"] < held["senior moderators"]
    assert "suspend_for_good" in held["senior moderators"] - held["moderators"]
