"""Keys of an embedded site: made once, kept in a private file beside the database."""

import json
import os
import secrets
from pathlib import Path

from cryptography.fernet import Fernet


def load_or_make_keys(path: Path) -> dict[str, str]:
    """Return the keys kept at `path`, making them at the first start."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = {
            "SECRET_KEY": secrets.token_urlsafe(48),
            "VAULT_KEYS": Fernet.generate_key().decode(),
        }
        _write_privately(path, json.dumps(fresh, indent=2))
    keys: dict[str, str] = json.loads(path.read_text())
    return keys


def _write_privately(path: Path, text: str) -> None:
    """Write a file that only its owner reads; another process that was first wins."""
    part = path.with_suffix(f".{os.getpid()}")
    part.touch(mode=0o600)
    part.write_text(text)
    try:
        os.link(part, path)
    except FileExistsError:
        pass  # another process made the keys first: theirs count
    finally:
        part.unlink()
