"""The keys of an embedded site, created once and stored in a private file next to the database."""

import json
import os
import secrets
from collections.abc import Callable
from pathlib import Path

from cryptography.fernet import Fernet

from notifications.vapid import new_private_key

MAKERS: dict[str, Callable[[], str]] = {
    "SECRET_KEY": lambda: secrets.token_urlsafe(48),
    "VAULT_KEYS": lambda: Fernet.generate_key().decode(),
    "VAPID_PRIVATE_KEY": new_private_key,
}


def load_or_make_keys(path: Path) -> dict[str, str]:
    """Return the keys in `path`. Create missing ones on first start and after an update."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        _write_privately(path, json.dumps({name: make() for name, make in MAKERS.items()}, indent=2))
    keys: dict[str, str] = json.loads(path.read_text())
    missing = {name: make() for name, make in MAKERS.items() if name not in keys}
    if missing:
        _write_privately(path, json.dumps(keys | missing, indent=2), known=True)
        keys = json.loads(path.read_text())
    return keys


def _write_privately(path: Path, text: str, *, known: bool = False) -> None:
    """Write a file that only its owner can read. Unless `known`, a file by another process wins."""
    part = path.with_suffix(f".{os.getpid()}")
    part.touch(mode=0o600)
    part.write_text(text)
    if known:
        part.replace(path)
        return
    try:
        os.link(part, path)
    except FileExistsError:
        pass  # another process was first: use its keys
    finally:
        part.unlink()
