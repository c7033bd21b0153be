"""Throw-away SSH keys, as maintainers sign tags and releases with."""

import subprocess
from pathlib import Path

SIGNER = "ana@example.org"


def new_key(path: Path) -> str:
    """Make a key and return its public half."""
    command = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", str(path)]
    subprocess.run(command, check=True, capture_output=True)
    return path.with_name(f"{path.name}.pub").read_text().strip()


def signed_by(key: Path) -> list[str]:
    """The beginning of a git command that signs with this key."""
    who = ["-c", "user.name=Ana", "-c", f"user.email={SIGNER}"]
    return ["git", *who, "-c", "gpg.format=ssh", "-c", f"user.signingKey={key}.pub"]
