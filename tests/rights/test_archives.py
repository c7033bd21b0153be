"""The archive of a user's data: complete, readable, theirs alone, and without anyone else's secrets."""

import io
import json
import zipfile
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.db import transaction
from django.db.models import ManyToOneRel
from django.test import Client

from accounts.models import User
from engine.quick_chance import RandomChance
from foundation.errors import Refused
from matches.chat.write import write_note
from matches.lobby.substitutes import take_over_seat
from moderation.action import Target
from moderation.models import PlayerNote
from moderation.services.reports import make_report
from rights.export_sections import EXPORT_SECTIONS, LEFT_OUT, TOLD
from rights.gathering import match_ids_of
from rights.models import Archive
from rights.services.archives import archives_lost, ask_for_archive, make_archive
from rights.services.clean_up import clean_up
from rights.tasks import make_archive_task, sweep
from tests.accounts.people import PASSWORD, person, show_password
from tests.matches.tables import NOON, answer_all, table_of
from tests.moderation.desk import done, moderator
from tests.support.html import squeezed

pytestmark = pytest.mark.django_db
HERE = "/people/me/data/"
OF_TABLES = "piecepack"
"""The password of people who were made for a table."""


@pytest.fixture(autouse=True)
def _noon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON)


def browser(user: User) -> Client:
    """A browser whose user has just shown the password."""
    client = Client()
    client.force_login(user)
    return show_password(client, OF_TABLES if user.check_password(OF_TABLES) else PASSWORD)


def fetched(client: Client) -> dict[str, bytes]:
    """The contents of the requested archive."""
    reply = client.get(f"{HERE}archive.zip")
    assert (reply.status_code, reply["Cache-Control"]) == (
        200,
        "max-age=0, no-cache, no-store, must-revalidate, private",
    )
    with zipfile.ZipFile(io.BytesIO(reply.content)) as folder:
        return {name: folder.read(name) for name in folder.namelist()}


def test_from_the_button_to_the_file():
    match, (ana, ben, _) = table_of("ana", "ben", "cleo")
    write_note(match=match, user=ana, text="Ben bluffs", now=NOON)
    client = browser(ana)
    client.post(f"/table/{match.pk}/chat/say/", {"room": "players", "text": "Good luck"})
    browser(ben).post(f"/table/{match.pk}/chat/say/", {"room": "players", "text": "Same to you"})
    assert "Make an archive" in squeezed(client.get(HERE).content.decode())
    assert client.post(f"{HERE}archive/ask/").status_code == 302
    assert "0 of 1 tables" in squeezed(client.get(HERE).content.decode())
    assert client.get(f"{HERE}archive.zip").status_code == 404
    assert make_archive_task(Archive.objects.get().pk)
    assert "Fetch the archive" in squeezed(client.get(HERE).content.decode())
    files = fetched(client)
    page = files["index.html"].decode()
    assert "Ben bluffs" in page and "Good luck" in page and "Same to you" not in page
    assert json.loads(files["account.json"])[0]["email"] == "ana@example.org"
    assert json.loads(files[f"matches/{match.pk}.json"])["me"] == 0
    assert {name for name in files if name.startswith("matches/")} == {f"matches/{match.pk}.json"}


def test_it_is_for_its_owner_alone_and_lies_sealed():
    ana = person("ana")
    assert make_archive(archive_id=ask_for_archive(user=ana, now=NOON).pk, now=NOON)
    assert browser(person("ben")).get(f"{HERE}archive.zip").status_code == 404
    assert Client().get(f"{HERE}archive.zip").status_code == 302
    sealed = bytes(Archive.objects.get().sealed or b"")
    assert b"PK" not in sealed[:4] and b"ana@example.org" not in sealed


@pytest.mark.parametrize(
    ("table_settings", "seen"), [({}, True), ({"spectators": False}, False), ({"private": True}, False)]
)
def test_a_table_that_was_given_up_is_in_it_while_its_former_player_may_look_on(
    table_settings: dict[str, Any], seen: bool
):
    match, (_, ben, _) = table_of("ana", "ben", "cleo", **table_settings)
    match.seats.filter(user=ben).update(substitute_wanted=True)
    dora, token = person("dora"), match.invite_token
    take_over_seat(match_id=match.pk, user=dora, number=1, token=token, now=NOON)
    assert match_ids_of(ben) == ([match.pk] if seen else [])
    assert match_ids_of(dora) == [match.pk]


def test_it_holds_no_key_of_anything():
    ana = person("ana")
    client = Client()
    client.post("/accounts/login/", {"login": "ana", "password": PASSWORD})
    show_password(client)
    make_archive(archive_id=ask_for_archive(user=ana, now=NOON).pk, now=NOON)
    whole = b"".join(fetched(client).values()).decode()
    ana.refresh_from_db()
    for secret in (ana.password, client.session.session_key):
        assert secret and secret not in whole


def test_every_table_that_names_users_is_in_it_or_left_out_for_a_reason():
    """A new relation to users is exported by a section, or left out with a reason that people read."""
    named_by = [relation for part in EXPORT_SECTIONS for relation in part.of]
    left = [relation for one in LEFT_OUT for relation in one.of]
    named = [
        f"{relation.related_model._meta.label}.{relation.field.name}"
        for relation in User._meta.get_fields(include_hidden=True)
        if isinstance(relation, ManyToOneRel) and not relation.related_model._meta.auto_created
    ]
    assert sorted([*named_by, *left]) == sorted(named)
    page = unescape(Client().get("/privacy/").content.decode())
    assert all(str(one.what) in page and str(one.why)[1:] in page for one in LEFT_OUT)


KEYS = {"id", "password", "name_key", "name_look", "brain", "is_active", "zone_chosen", "log_outs"}
"""Columns of an account that are no news to its owner, or a key."""


def test_every_column_of_the_account_is_in_it():
    assert set(TOLD) | KEYS == {field.name for field in User._meta.concrete_fields}


def test_what_moderators_told_me_and_what_i_told_them_is_in_it_and_what_they_noted_is_not():
    ana, ben = person("ana"), person("ben")
    mona = moderator()
    PlayerNote.objects.create(user=ana, writer=mona, text="Talks much.", at=NOON)
    make_report(reporter=ben, target=Target(user=ana), category="abuse", words="She is rude.", now=NOON)
    make_report(reporter=ana, target=Target(user=ben), category="abuse", words="He began.", now=NOON)
    done(mona, "warn", Target(user=ana), words="Be kind.", reason="Rude words.")
    make_archive(archive_id=ask_for_archive(user=ana, now=NOON).pk, now=NOON)
    files = fetched(browser(ana))
    assert json.loads(files["sanctions.json"])[0]["words"] == "Be kind."
    assert json.loads(files["reports.json"])[0]["words"] == "He began."
    whole = b"".join(files.values()).decode()
    assert not any(words in whole for words in ("Talks much", "She is rude", "Rude words", "mona"))
    assert "would tell who reported you" in files["index.html"].decode()


def test_two_worlds_that_differ_in_another_s_secret_give_the_same_archive():
    match, (ana, ben, cleo) = table_of("ana", "ben", "cleo", slug="bid")
    named_by = []
    for seed in (1, 2):
        with transaction.atomic():
            answer_all(match, [ana, ben, cleo], RandomChance(seed))
            match.answers.filter(seat__number=0).delete()
            archive = ask_for_archive(user=ana, now=NOON)
            make_archive(archive_id=archive.pk, now=NOON)
            named_by.append(fetched(browser(ana)))
            transaction.set_rollback(True)
    assert named_by[0] == named_by[1]


def test_once_a_day_and_again_the_next():
    ana = person("ana")
    first = ask_for_archive(user=ana, now=NOON)
    with pytest.raises(Refused):
        ask_for_archive(user=ana, now=NOON + timedelta(hours=23))
    second = ask_for_archive(user=ana, now=NOON + timedelta(hours=25))
    assert [row.pk for row in Archive.objects.all()] == [second.pk] and first.pk != second.pk
    assert not make_archive(archive_id=first.pk, now=NOON), "a task that comes late changes nothing"


def test_a_lost_hint_is_found_and_made_twice_it_is_the_same(monkeypatch: pytest.MonkeyPatch):
    archive = ask_for_archive(user=person("ana"), now=NOON - timedelta(hours=1))
    assert archives_lost(now=NOON) == [archive.pk]
    sweep()
    assert archives_lost(now=NOON) == []
    assert not make_archive(archive_id=archive.pk, now=NOON)


def test_after_seven_days_it_is_gone():
    ana = person("ana")
    make_archive(archive_id=ask_for_archive(user=ana, now=NOON - timedelta(days=8)).pk, now=NOON)
    assert browser(ana).get(f"{HERE}archive.zip").status_code == 404
    assert clean_up(now=NOON).rows["Archives of your data"] == 1
    assert not Archive.objects.exists()


def test_the_page_says_that_a_day_has_one_archive():
    client = browser(person("ana"))
    replies = [client.post(f"{HERE}archive/ask/", follow=True).content.decode() for _ in range(2)]
    assert ["within the last 24 hours: take that one" in reply for reply in replies] == [False, True]
    assert Archive.objects.count() == 1


def test_a_long_archive_says_how_far_it_is(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("rights.services.archives.TELL_EVERY", 1)
    _, people = table_of("ana", "ben", "cleo")
    table_of("ana", "ben", "cleo")
    archive = ask_for_archive(user=people[0], now=NOON)
    make_archive(archive_id=archive.pk, now=NOON)
    archive.refresh_from_db()
    assert (archive.done, archive.of) == (2, 2)
