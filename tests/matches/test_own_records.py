"""A record that this site signed is known as its own; the keys that sign are kept when new ones come."""

from io import StringIO
from typing import Any

import msgspec
import pytest
from cryptography.fernet import Fernet
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client

from engine.log import MatchRecord
from engine.promises import KeyFile
from foundation.models import SigningKey
from foundation.signing import is_own, key_file, rotate, sign
from foundation.vault import seal
from games.verify import main
from matches.interventions.outcomes import set_voided
from matches.models.social import Replay
from matches.view.match_view import matches
from matches.view.verification import export_json, match_record
from tests.api.bots import caller
from tests.matches.tables import NOON, person
from tests.matches.test_exports import played
from tests.matches.test_replays import bring
from tests.matches.test_rewinding import NOTE
from tests.support.html import squeezed

pytestmark = pytest.mark.django_db
KEYS = "/.well-known/piecepack-keys.json"


@pytest.fixture(autouse=True)
def _nobody_is_in_a_hurry() -> None:
    cache.clear()


def lead(address: str) -> str:
    page = squeezed(Client().get(address).content.decode())
    return page.split('<p class="lead">', 1)[1].split("</p>", 1)[0]


def without_proof(data: bytes) -> bytes:
    return msgspec.json.encode(msgspec.structs.replace(msgspec.json.decode(data, type=MatchRecord), proof=None))


def test_an_own_record_leads_to_its_table() -> None:
    match, _ = played("bid")
    said = lead(bring(export_json(match))["Location"])
    assert f'signed it as the record of <a href="/table/{match.pk}/">table {match.pk}</a>' in said
    assert "Moderators" not in said
    listed = caller(person("ana")).get("replays").json()["results"]
    assert [one["match"] for one in listed] == [match.pk]


def test_who_may_not_see_the_table_is_not_led_there() -> None:
    match, _ = played("bid")
    data = export_json(match)
    match.spectators = False
    match.save()
    said = lead(bring(data)["Location"])
    assert "the record of one of its tables" in said and "/table/" not in said


def test_what_moderators_added_later_is_said() -> None:
    match, _ = played("bid")
    data = export_json(match)
    set_voided(match_id=match.pk, voided=True, note=NOTE, now=NOON)
    assert "Moderators have added to the log since." in lead(bring(data)["Location"])


def test_an_unsigned_copy_is_not_known_and_hides_no_signed_one() -> None:
    match, _ = played("bid")
    data = export_json(match)
    first = bring(without_proof(data))["Location"]
    assert "did not sign it" in lead(first)
    second = bring(data)["Location"]
    assert first != second and "signed it as" in lead(second)
    assert bring(data)["Location"] == second
    assert [kept.match_number for kept in Replay.objects.order_by("pk")] == [0, match.pk]


def test_a_record_whose_chain_does_not_hold_is_not_signed() -> None:
    """A changed row does not make the site answer for it."""
    match, _ = played("bid")
    assert match_record(match).proof is not None
    match.options = match.options | {"target": 51}
    match.save()
    assert match_record(matches().get(pk=match.pk)).proof is None


def test_a_key_file_is_published_and_has_no_private_key() -> None:
    reply = Client().get(KEYS)
    found = msgspec.json.decode(reply.content, type=KeyFile)
    assert (found.algorithm, len(found.keys), SigningKey.objects.count()) == ("Ed25519", 1, 1)
    assert set(reply.json()["keys"][0]) == {"key", "since", "until", "withdrawn"}
    assert Client().get(KEYS).content == reply.content


def test_former_keys_stay_published_and_lose_their_private_half(tmp_path: Any) -> None:
    match, _ = played("bid")
    data, old = export_json(match), key_file().keys[0]
    call_command("signing_rotate", stdout=(said := StringIO()))
    new, former = key_file().keys
    assert (new.key in said.getvalue(), former.key, former.withdrawn) == (True, old.key, False)
    assert former.until and not new.until
    record = msgspec.json.decode(data, type=MatchRecord)
    assert record.proof and is_own(record.proof)
    fresh = sign(record.proof.statement)
    assert (fresh.key, record.proof.key) == (new.key, old.key)
    (tmp_path / "match.json").write_bytes(data)
    (tmp_path / "keys.json").write_bytes(Client().get(KEYS).content)
    assert main([str(tmp_path / "match.json"), "--key", str(tmp_path / "keys.json")]) == 0


def test_what_a_withdrawn_key_signed_counts_no_longer(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    match, _ = played("bid")
    data = export_json(match)
    rotate(now=NOON, withdraw=True)
    assert "did not sign it" in lead(bring(data)["Location"])
    (tmp_path / "match.json").write_bytes(data)
    (tmp_path / "keys.json").write_bytes(Client().get(KEYS).content)
    assert main([str(tmp_path / "match.json"), "--key", str(tmp_path / "keys.json")]) == 1
    assert "withdrawn" in capsys.readouterr().out


def test_a_former_key_is_withdrawn_by_its_name_and_the_one_in_use_stays() -> None:
    match, _ = played("bid")
    proof = match_record(match).proof
    assert proof and is_own(proof)
    for _ in range(2):
        rotate(now=NOON)
    in_use, middle, first = key_file().keys
    assert first.key == proof.key
    call_command("signing_rotate", "--withdraw", first.key, stdout=(said := StringIO()))
    assert key_file().keys == (in_use, middle, msgspec.structs.replace(first, withdrawn=True))
    assert first.key in said.getvalue() and f"now signs with {in_use.key}." in said.getvalue()
    assert not is_own(proof)
    rotate(now=NOON)
    assert [key.withdrawn for key in key_file().keys] == [False, False, False, True]


def test_the_key_in_use_is_withdrawn_by_its_name_for_a_new_one() -> None:
    old = key_file().keys[0]
    call_command("signing_rotate", "--withdraw", old.key, stdout=StringIO())
    new, former = key_file().keys
    assert (former.key, former.withdrawn, new.withdrawn, SigningKey.objects.count()) == (old.key, True, False, 2)
    call_command("signing_rotate", "--withdraw", stdout=StringIO())
    assert [key.withdrawn for key in key_file().keys] == [False, True, True]


def test_a_key_that_the_site_never_had_is_not_withdrawn() -> None:
    known = key_file()
    with pytest.raises(CommandError, match="has no key 00"):
        call_command("signing_rotate", "--withdraw", "00" * 32)
    assert key_file() == known


def test_without_the_vaults_key_nobody_adds_a_key(settings: Any) -> None:
    """Someone who can only write to the database cannot make the site publish a key of theirs."""
    known, vault = key_file(), settings.VAULT_KEYS
    settings.VAULT_KEYS = [Fernet.generate_key().decode()]
    forged = seal({"key": {"key": "00" * 32}, "private": "11" * 32})
    settings.VAULT_KEYS = vault
    SigningKey.objects.create(number=2, sealed_key=forged)
    assert key_file() == known
