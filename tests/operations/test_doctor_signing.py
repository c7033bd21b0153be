"""The doctor looks at the key that signs records: whether it is there, opens, fits, and is nobody else's."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from cryptography.fernet import Fernet
from django.core.management import call_command
from django.utils import timezone

from engine.promises import Key
from foundation.models import SigningKey
from foundation.signing import key_file, rotate
from foundation.vault import seal, unseal
from matches.management.commands.demo import PEOPLE
from operations.doctor import NEEDS
from tests.matches.tables import person
from tests.operations.test_doctor import complaints, doctor, found

pytestmark = pytest.mark.django_db


@pytest.fixture
def public(settings: Any) -> Any:
    """The settings of a server, as far as this check looks at them."""
    settings.EMBEDDED, settings.DEMO, settings.SITE_URL = False, False, "https://play.example.org"
    return settings


def test_a_site_that_signed_nothing_needs_no_key_yet(public: Any):
    assert found("signing") == [("ok", "There is no signing key yet. It is made when it is first needed.")]
    assert not SigningKey.objects.exists()


def test_a_key_that_signs_is_named_and_not_shown(public: Any):
    key = key_file().keys[0].key
    private = unseal(SigningKey.objects.get().sealed_key)["private"]
    code, output = doctor("signing")
    assert (code, key[:16] in output, private in output) == (0, True, False)
    rotate(now=timezone.now())
    assert key[:16] not in doctor("signing")[1] and complaints("signing") == ""


def test_a_key_that_the_vault_does_not_open(public: Any):
    key_file()
    public.VAULT_KEYS = [Fernet.generate_key().decode()]
    said = complaints("signing")
    assert "1 signing key cannot be opened" in said and "Nothing can be signed" in said
    assert doctor("signing")[0] == 1


def test_a_former_key_that_does_not_open_is_published_no_longer(public: Any):
    key_file()
    old = public.VAULT_KEYS
    public.VAULT_KEYS = [new := Fernet.generate_key().decode(), *old]
    rotate(now=timezone.now())
    SigningKey.objects.filter(number=1).update(sealed_key=b"sealed with other keys")
    public.VAULT_KEYS = [new]
    assert "1 signing key cannot be opened" in complaints("signing")
    assert "Nothing can be signed" not in complaints("signing")


@pytest.mark.parametrize("private", ["", "zz", "00" * 31, "00" * 32])
def test_a_key_that_signs_nothing(public: Any, private: str):
    key = Key(key_file().keys[0].key, since="2026-05-04")
    SigningKey.objects.update(sealed_key=seal({"key": msgspec.to_builtins(key), "private": private}))
    assert "Nothing can be signed. Run `manage.py signing_rotate`." in complaints("signing")
    call_command("signing_rotate")
    assert complaints("signing") == ""


def test_a_key_that_others_can_read_with_what_opens_it(settings: Any, tmp_path: Path):
    settings.EMBEDDED, settings.DEMO, settings.VAR_DIR = True, False, tmp_path
    key_file()
    keys, database = tmp_path / "keys.json", tmp_path / "piecepack.sqlite3"
    keys.touch(mode=0o600)
    database.touch(mode=0o644)
    assert complaints("signing") == ""  # sealed, and nobody else can open it
    keys.chmod(0o644)
    assert "signing_rotate --withdraw" in complaints("signing")
    database.chmod(0o600)
    assert complaints("signing") == ""


@pytest.mark.parametrize("address", ["http://localhost:8000", "http://127.0.0.1:8000"])
def test_the_demo_on_ones_own_machine_signs_with_its_own_key(settings: Any, address: str):
    settings.EMBEDDED, settings.DEMO, settings.SITE_URL = True, True, address
    key_file()
    assert complaints("signing") == ""


@pytest.mark.parametrize("embedded", [True, False])
def test_the_demos_key_on_a_public_site(public: Any, embedded: bool):
    public.EMBEDDED = embedded
    key_file()
    for name in PEOPLE:
        ana = person(name)
        ana.email = f"{name}@example.org"
        ana.set_password("piecepack")
        ana.save()
    assert "the demo's" in complaints("signing")
    call_command("signing_rotate", "--withdraw")
    assert "the demo's" in complaints("signing")  # who knows the passwords has more signed
    ana.__class__.objects.update(password="!")
    assert complaints("signing") == ""


def test_the_first_key_of_a_former_demo_is_still_the_demos(public: Any):
    key_file()
    ana = person("ana")
    ana.email = "ana@example.org"
    ana.set_password("a password of her own")
    ana.save()
    assert "signing_rotate --withdraw" in complaints("signing")
    call_command("signing_rotate", "--withdraw")
    assert complaints("signing") == ""
    public.DEMO = True
    assert "the demo's" in complaints("signing")


def test_the_check_waits_for_its_tables():
    assert NEEDS["signing"] == ("migrations",)
