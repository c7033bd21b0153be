"""The keys of an embedded site are made once, kept private, and never replaced."""

import json
from pathlib import Path

import pytest
from cryptography.fernet import Fernet

from piecepack_site.keys import MAKERS, load_or_make_keys


def test_keys_are_made_once_in_a_file_that_its_owner_alone_can_read(tmp_path: Path) -> None:
    path = tmp_path / "var/keys.json"
    keys = load_or_make_keys(path)
    assert keys.keys() == MAKERS.keys() and all(keys.values())
    Fernet(keys["VAULT_KEYS"])
    assert path.stat().st_mode & 0o777 == 0o600
    assert load_or_make_keys(path) == keys == json.loads(path.read_text())
    assert [file.name for file in path.parent.iterdir()] == ["keys.json"], "no copy is left behind"


def test_an_update_adds_the_keys_that_are_missing_and_keeps_the_others(tmp_path: Path) -> None:
    path = tmp_path / "keys.json"
    kept = {"SECRET_KEY": "kept", "VAULT_KEYS": "kept too"}
    path.write_text(json.dumps(kept))
    keys = load_or_make_keys(path)
    assert keys["VAPID_PRIVATE_KEY"] and keys | kept == keys
    assert load_or_make_keys(path) == keys
    assert path.stat().st_mode & 0o777 == 0o600


def test_of_processes_that_start_together_all_use_the_keys_of_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, first = tmp_path / "keys.json", dict.fromkeys(MAKERS, "of the first process")

    def make_while_another_starts() -> str:
        path.write_text(json.dumps(first))
        return "of the second process"

    monkeypatch.setitem(MAKERS, "SECRET_KEY", make_while_another_starts)
    assert load_or_make_keys(path) == first == json.loads(path.read_text())
    assert [file.name for file in tmp_path.iterdir()] == ["keys.json"]
