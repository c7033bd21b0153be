"""After an erasure the name and the address are nowhere: every text column of every table is searched."""

import json
import zlib
from collections.abc import Iterator
from datetime import timedelta

import msgspec
import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db.models import CharField, JSONField, TextField
from django.test import Client

from accounts.identity.blocks import block_user
from accounts.identity.bot_accounts import create_bot_account
from accounts.identity.former_names import is_former
from accounts.models import User
from engine.table_settings import TableSettings, TimeControl
from games.verify import check_file
from ladders.models import Apart, Challenge
from ladders.services.challenges import make_challenge
from matches.lobby.tables import SeatSpec, create_match
from matches.models import Match
from matches.models.social import Replay
from matches.play.replays import import_replay
from matches.view.replays import unpack_record
from moderation.action import Target
from moderation.models import PlayerNote, Report
from moderation.selectors.audit import row_lines
from moderation.selectors.chain import chain_faults
from moderation.services.reports import claim_report, close_report, make_report
from moderation.services.sanctions import choose_new_name
from moderation.services.seals import ask_for_seal
from notifications.models import KeptMail
from rights.services.erasure import ask_for_erasure, erase_account
from tests.accounts.people import person as person_with_address
from tests.ladders.play import ladder_of, order_of
from tests.matches.tables import DAY, NOON, SOME_GAME, person, table_of
from tests.matches.test_replays import record_of
from tests.moderation.desk import done, moderator

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
LATER = NOON + timedelta(days=8)
FIRST, NAME = "Querulina", "Zerlina"
KEPT = {
    "matches.Seat.contribution": "words for the seed, on which the dice of the others rest",
    "matches.Message.text": "what others said themselves",
}
"""Columns that may still hold a name, and why."""


@pytest.fixture(autouse=True)
def _noon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON)


def texts() -> Iterator[tuple[str, str]]:
    """Every text in the database with the column where it stands."""
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            column = f"{model._meta.label}.{field.name}"
            if isinstance(field, CharField | TextField | JSONField) and column not in KEPT:
                for held in model._base_manager.values_list(field.attname, flat=True):
                    yield column, str(held)


def named(*words: str) -> set[str]:
    return {column for column, text in texts() for word in words if word.lower() in text.lower()}


def the_person() -> User:
    """A person whom moderators have called otherwise before."""
    user = person_with_address(FIRST)
    done(moderator(), "rename", Target(user=user), reason=f"{FIRST} is no name.")
    choose_new_name(user=User.objects.get(pk=user.pk), name=NAME, now=NOON)
    EmailAddress.objects.filter(user=user).update(email=f"{NAME.lower()}@example.org")
    return User.objects.get(pk=user.pk)


def met_everywhere(user: User) -> Match:
    """Make the site store the name wherever it or others write names."""
    match, (_, ben, _) = table_of(NAME, "ben", "cleo")
    mona, otto = moderator(), moderator("otto", senior=True)
    about = Target(user=user, match=match, seat=match.seats.get(user=user))
    seen = make_report(reporter=ben, target=about, category="abuse", words=f"{NAME} shouts.", now=NOON)
    claim_report(report_id=seen.pk, actor=mona, now=NOON)
    note = f"ben is right about {NAME.upper()}, and zerlina@example.org is hers."
    close_report(report_id=seen.pk, actor=mona, outcome="acted", answer=f"We spoke to {NAME}.", note=note, now=NOON)
    other = Target(user=ben, match=match, seat=match.seats.get(user=ben))
    make_report(reporter=user, target=other, category="abuse", words=f"I am {NAME}; he shouts at me.", now=NOON)
    done(mona, "warn", Target(user=user), words=f"{NAME}, do not shout.", reason=f"See {NAME}.")
    PlayerNote.objects.create(user=user, writer=mona, text=f"{NAME} again", at=NOON)
    PlayerNote.objects.create(user=ben, writer=mona, text=f"Quarrels with {NAME}.", at=NOON)
    ask_for_seal(match=match, actor=otto, category="collusion", reason=f"Does {NAME} see more?", now=NOON)
    return match


def name_her_elsewhere(user: User) -> None:
    """Make invitations and challenges that name her, mails that were kept, and the admin's log."""
    settings = {"time_control": TimeControl(DAY), "table_settings": TableSettings(), "contribution": "", "now": NOON}
    seats = [SeatSpec("named", "ben"), SeatSpec("open")]
    create_match(host=user, slug=SOME_GAME.slug, options=SOME_GAME.Options(), seats=seats, **settings)  # type: ignore[arg-type]
    ladder = ladder_of([person("x1"), user])
    make_challenge(ladder_id=ladder.pk, challenger=user, opponents=[order_of(ladder)[0]], now=NOON)
    Challenge.objects.update(state=Challenge.State.LAPSED)
    letter = {"sender": "site@example.org", "subject": f"{NAME} challenges you", "text": NAME, "made_at": NOON}
    KeptMail.objects.create(recipients=["x1@example.org"], **letter)
    KeptMail.objects.create(recipients=["zerlina@example.org"], headers={"To": NAME}, **letter)
    kind = ContentType.objects.get_for_model(User)
    LogEntry.objects.create(
        user=person("root"), content_type=kind, object_id=str(user.pk), object_repr=NAME, action_flag=CHANGE
    )


def test_the_name_and_the_address_stand_nowhere_any_more():
    user = the_person()
    match = met_everywhere(user)
    name_her_elsewhere(user)
    robot = create_bot_account(owner=user, name=f"{NAME}-robot", about=f"By {NAME}", link="", now=NOON).user
    block_user(user=user, other=person("dora"), now=NOON)
    Apart.objects.create(one=user, other=person("dora"), made_by=user, made_at=NOON)
    before = named(NAME, FIRST)
    assert {"moderation.Report.words", "moderation.Sanction.words", "notifications.Notice.context"} <= before
    assert {"moderation.PlayerNote.text", "moderation.SealGrant.reason", "admin.LogEntry.object_repr"} <= before
    assert not {column for column in before if "AuditRow" in column}, "what can never be changed names nobody"
    ask_for_erasure(user=user, now=NOON)
    assert erase_account(user_id=user.pk, now=LATER)
    assert named(NAME, FIRST, "zerlina@") == set()
    assert User.objects.get(pk=robot.pk).username == f"former-{robot.pk}"
    assert list(chain_faults()) == [], "and the audit is whole"
    call_command("verify", str(match.pk))
    assert Report.objects.filter(words=f"former-{user.pk} shouts.").exists()
    assert [line.text for line in PlayerNote.objects.all()] == [f"Quarrels with former-{user.pk}."]
    assert is_former(FIRST), "nobody can have the bad name"


def test_replays_that_others_brought_call_the_person_otherwise():
    user = person_with_address(NAME)
    raw = json.loads(record_of())
    raw["seats"][1]["name"] = NAME.upper()
    del raw["checksum"], raw["proof"]
    brought = import_replay(owner=person("ben"), data=json.dumps(raw).encode(), now=NOON)
    assert NAME.upper() in brought.title
    ask_for_erasure(user=user, now=NOON)
    assert erase_account(user_id=user.pk, now=LATER)
    kept = Replay.objects.get(pk=brought.pk)
    gone = f"former-{user.pk}"
    assert gone in kept.title and NAME not in kept.title.title()
    assert [seat.name == gone for seat in unpack_record(bytes(kept.record)).seats].count(True) == 1
    assert all(check.ok for check in check_file(msgspec.json.encode(unpack_record(bytes(kept.record)))))


def test_a_replay_that_cannot_be_read_stops_no_erasure():
    user = person_with_address(NAME)
    raw = json.loads(record_of())
    raw["seats"][1]["name"] = NAME
    del raw["checksum"], raw["proof"]
    brought = import_replay(owner=person("ben"), data=json.dumps(raw).encode(), now=NOON)
    Replay.objects.update(record=zlib.compress(b"[" * 5000))
    ask_for_erasure(user=user, now=NOON)
    assert erase_account(user_id=user.pk, now=LATER)
    assert not Replay.objects.filter(pk=brought.pk).exists(), "the name may be in it"


def test_moderators_read_what_everyone_is_called_now():
    ana = person("ana")
    row = done(moderator(), "warn", Target(user=ana), words="Hello ana.", reason="Ana and banana, ANA-lyst, ana.")
    assert row.reason == f"{{user {ana.pk}}} and banana, ANA-lyst, {{user {ana.pk}}}."
    assert row.done["words"] == f"Hello {{user {ana.pk}}}."
    assert row_lines([row])[0].reason == "ana and banana, ANA-lyst, ana."
    client = Client()
    mona = User.objects.get(username="mona")
    client.force_login(mona)
    assert "ana and banana, ANA-lyst, ana." in client.get("/moderation/player/ana/").content.decode()


def test_where_names_are_hidden_a_guessed_name_is_not_put_in_its_place():
    match, _ = table_of("ana", "ben", "cleo", anonymous=True)
    row = done(moderator(), "pause", Target(match=match), reason="Is it ana?")
    assert row.reason == "Is it ana?"


def test_an_office_that_was_given_meanwhile_goes_too():
    ana, ben = person("ana"), person("ben")
    ask_for_erasure(user=ana, now=NOON)
    ana.groups.add(Group.objects.get(name="moderators"))
    ana.user_permissions.add(Permission.objects.get(codename="break_seal"))
    User.objects.filter(pk=ana.pk).update(
        is_staff=True, date_language="de", consented_at=NOON, suspended_until=LATER, suspended_why="Abuse"
    )
    report = make_report(reporter=ben, target=Target(user=person("cleo")), category="abuse", words="So.", now=NOON)
    claim_report(report_id=report.pk, actor=User.objects.get(pk=ana.pk), now=NOON)
    assert erase_account(user_id=ana.pk, now=LATER)
    gone = User.objects.get(pk=ana.pk)
    assert not gone.groups.exists() and not gone.user_permissions.exists()
    empty = User(username=gone.username, date_joined=gone.date_joined, is_active=False, pk=gone.pk)
    left = {name: getattr(gone, name) for name in vars(empty) if not name.startswith("_")}
    kept = {name: getattr(gone, name) for name in ("password", "name_key", "name_look")}
    assert left == {name: getattr(empty, name) for name in left} | kept
    assert Report.objects.get().claimed_by is None, "somebody else can settle it"
