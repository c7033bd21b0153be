"""Erasure: the person goes, what others took part in stays whole."""

import json
from datetime import datetime, timedelta
from io import StringIO

import pytest
from django.contrib.auth.models import Group
from django.core.mail import EmailMessage
from django.core.management import CommandError, call_command

from accounts.identity.bot_accounts import create_bot_account
from accounts.models import User
from accounts.security.tokens import create_token
from accounts.values.names import validate_name_of_person
from api.scopes import Scope
from foundation.errors import Refused
from ladders.models import Rung
from matches.models import Match, Seat
from matches.models.social import Message
from rights.models import Archive, Erasure
from rights.services import erasure
from rights.services.archives import ask_for_archive
from rights.services.erasure import ask_for_erasure, erase_account, erasures_due
from rights.services.sweep import sweep as sweep_all
from rights.tasks import sweep
from tests.accounts.factors import safely_in
from tests.accounts.people import PASSWORD, person, show_password
from tests.ladders.play import ladder_of, play_to_the_end
from tests.matches.tables import NOON, table_of
from tests.support.clients import client_of
from tests.support.html import squeezed

pytestmark = pytest.mark.django_db
LATER = NOON + timedelta(days=8)
HERE = "/people/me/data/"


@pytest.fixture(autouse=True)
def _noon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON)


def erased(user: User) -> User:
    ask_for_erasure(user=user, now=NOON)
    assert erase_account(user_id=user.pk, now=LATER)
    return User.objects.get(pk=user.pk)


def test_it_is_asked_for_with_the_password_and_can_be_taken_back():
    client = client_of(person("ana"))
    reply = client.post(f"{HERE}erase/")
    assert reply["Location"].startswith("/accounts/reauthenticate/")
    assert not Erasure.objects.exists()
    client.post(reply["Location"], {"password": PASSWORD})
    assert client.post(f"{HERE}erase/")["Location"] == HERE
    assert "will be erased on" in squeezed(client.get(HERE).content.decode())
    assert erasures_due(now=NOON + timedelta(days=6)) == []
    client.post(f"{HERE}keep/")
    assert erasures_due(now=LATER) == []


def test_the_sweep_erases_those_who_are_due_and_nobody_else(monkeypatch: pytest.MonkeyPatch):
    ana, ben = person("ana"), person("ben")
    ask_for_erasure(user=ana, now=NOON)
    ask_for_erasure(user=ben, now=NOON + timedelta(days=3))
    monkeypatch.setattr("django.utils.timezone.now", lambda: LATER)
    sweep()
    sweep()
    assert set(User.objects.values_list("username", flat=True)) == {f"former-{ana.pk}", "ben"}


def test_one_that_fails_does_not_hold_up_the_others(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture):
    ana, ben, cleo = person("ana"), person("ben"), person("cleo")
    for user in (ana, ben):
        ask_for_erasure(user=user, now=NOON)
    ask_for_archive(user=cleo, now=NOON)
    forget = erasure._forget

    def forgets(user: User, now: datetime) -> None:
        if user == ana:
            raise RuntimeError("ana lives in Ulm")
        forget(user, now)

    with monkeypatch.context() as patch:
        patch.setattr(erasure, "_forget", forgets)
        patch.setattr("rights.services.archives.sections_of", lambda user: 1 / 0)
        assert sweep_all(now=LATER) == 1
    assert set(User.objects.values_list("username", flat=True)) == {"ana", f"former-{ben.pk}", "cleo"}
    archive = Archive.objects.get()
    assert [record.getMessage() for record in caplog.records] == [
        f"erase_account failed for {ana.pk}: RuntimeError",
        f"make_archive failed for {archive.pk}: ZeroDivisionError",
    ]
    assert "Ulm" not in caplog.text
    assert sweep_all(now=LATER) == 2, "the next sweep tries again"


def test_nothing_of_the_person_is_left():
    match, (ana, ben, _) = table_of("ana", "ben", "cleo")
    client = safely_in(ana)
    client.get("/people/me/")
    client.post(f"/table/{match.pk}/chat/say/", {"room": "players", "text": "I live in Ulm"})
    client.post(f"/table/{match.pk}/note/", {"text": "Ben bluffs"})
    create_token(user=ana, name="mine", scopes=(Scope.READ,), days=30, now=NOON)
    robot = create_bot_account(owner=ana, name="Robo", about="By ana of Ulm", link="", now=NOON).user
    held = {label for label, rows in erasure.rows_of(ana).items() if rows.exists()}
    assert {"matches.Note", "usersessions.UserSession", "mfa.Authenticator", "accounts.Token"} <= held
    gone = erased(ana)
    assert (gone.username, gone.email, gone.is_active) == (f"former-{ana.pk}", "", False)
    assert not gone.has_usable_password() and client.get("/people/me/").status_code == 302
    assert [label for label, rows in erasure.rows_of(gone).items() if label in erasure.OWN and rows.exists()] == []
    assert [message.text for message in Message.objects.all()] == [""]
    robot.refresh_from_db()
    assert (robot.username, robot.is_active, robot.bot_account.about) == (f"former-{robot.pk}", False, "")
    page = squeezed(client_of(ben).get(f"/table/{match.pk}/").content.decode())
    assert "Ulm" not in page and f"former-{ana.pk}" in page


def test_a_finished_match_stays_whole():
    match, (ana, ben) = table_of("ana", "ben", slug="plaque-auction")
    play_to_the_end(match.pk, NOON)
    client = client_of(ben)
    before = client.get(f"/table/{match.pk}/match.json").json()
    gone = erased(ana)
    after = client.get(f"/table/{match.pk}/match.json")
    named = json.loads(after.content.replace(gone.username.encode(), b"ana"))
    assert named.pop("checksum") != before.pop("checksum"), "it is of the names too"
    assert named.pop("proof") != before.pop("proof"), "so is what is signed"
    assert named == before, "every step, card and hash is as it was"
    call_command("verify", str(match.pk))
    assert Seat.objects.get(match=match, user=gone).number == 0


def test_seats_and_rungs_are_given_up():
    running, (ana, _, _) = table_of("ana", "ben", "cleo")
    ladder = ladder_of([person("x1"), ana, person("x2")])
    gone = erased(ana)
    seat = Seat.objects.get(match=running, user=gone)
    assert seat.resigned_at == LATER and seat.stand_in
    running.refresh_from_db()
    assert running.status == Match.Status.RUNNING
    rungs = Rung.objects.filter(ladder=ladder).order_by("position")
    assert [(rung.position, rung.user.username) for rung in rungs] == [(1, "x1"), (2, "x2")]


def test_what_does_not_let_go_is_waited_for(monkeypatch: pytest.MonkeyPatch):
    ana = person("ana")
    ladder_of([ana])
    ask_for_erasure(user=ana, now=NOON)

    def held(**_: object) -> None:
        raise Refused("challenge_pending", "You are part of a challenge that is not over. Leave when it is.")

    with monkeypatch.context() as patch:
        patch.setattr(erasure, "leave_ladder", held)
        assert not erase_account(user_id=ana.pk, now=LATER)
    assert User.objects.filter(username="ana").exists()
    assert erase_account(user_id=ana.pk, now=LATER)
    assert not erase_account(user_id=ana.pk, now=LATER), "a second time changes nothing"


def test_who_looks_after_others_first_leaves_the_office():
    mo = person("mo")
    mo.groups.add(Group.objects.get_or_create(name="moderators")[0])
    with pytest.raises(Refused, match="office"):
        ask_for_erasure(user=mo, now=NOON)


def test_nobody_can_take_a_nameless_name():
    with pytest.raises(Exception, match="kept for the site"):
        validate_name_of_person("Former-7")


def test_every_table_that_names_users_has_its_rule():
    """A new table is the person's own and goes, or is of all and stays."""
    assert set(erasure.rows_of(person("ana"))) == erasure.OWN | erasure.OF_ALL


def test_who_did_not_ask_is_not_erased_and_who_was_is_not_erased_again():
    user = person("ana")
    assert not erase_account(user_id=user.pk, now=LATER)
    assert User.objects.get(pk=user.pk).username == "ana"
    erased(user)
    assert not erase_account(user_id=user.pk, now=LATER)


def test_a_bot_account_goes_with_its_owner_and_not_by_itself():
    owner = person("ana")
    bot = create_bot_account(owner=owner, name="Robby", about="", link="", now=NOON).user
    with pytest.raises(Refused) as refused:
        ask_for_erasure(user=bot, now=NOON)
    assert refused.value.code == "no_person"


def test_the_page_says_why_an_office_holder_stays():
    user = person("mo")
    user.groups.add(Group.objects.get_or_create(name="moderators")[0])
    page = show_password(client_of(user), PASSWORD).post(f"{HERE}erase/", follow=True).content.decode()
    assert "have the operator take your office first" in squeezed(page)
    assert not Erasure.objects.exists()


def test_to_take_back_what_was_never_asked_for_says_nothing():
    page = client_of(person("ana")).post(f"{HERE}keep/", follow=True).content.decode()
    assert "Your account stays as it is" not in squeezed(page)


def test_the_operator_erases_for_those_who_cannot_log_in(mailoutbox: list[EmailMessage]):
    person("ana")
    output = StringIO()
    call_command("erase", "ANA", stdout=output)
    assert output.getvalue().startswith("ana will be erased on ") and "was told by mail" in output.getvalue()
    assert [mail.subject for mail in mailoutbox] == ["Your account will be erased"]
    assert len(erasures_due(now=LATER)) == 1
    call_command("erase", "ana", "--keep", stdout=output)
    assert erasures_due(now=LATER) == []


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("nobody",), "No user is named nobody"),
        (("ana", "--keep"), "ana was not to be erased"),
        (("root",), "root cannot be erased. The site says to them: You look after others"),
    ],
)
def test_what_the_operator_cannot_erase_is_said(arguments: tuple[str, ...], words: str):
    person("ana")
    User.objects.create_superuser("root", password=PASSWORD)
    with pytest.raises(CommandError, match=words):
        call_command("erase", *arguments)
    assert erasures_due(now=LATER) == []
