"""Install each peer in its own folder, pinned and checked by hash."""

import hashlib
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
WORK = HERE / ".work"
PIP = ("-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--require-hashes")
WHEELS = ("--only-binary", ":all:")
NPM = ("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel", "error")


class Peer(NamedTuple):
    """Another game library, and how to install and run it."""

    name: str
    folder: str
    """The folder of its files here and, below `.work`, of its installation."""
    installs: tuple[tuple[str, ...], ...]
    """The commands that install it, run in its folder below `.work`."""
    play: tuple[str, ...]
    """The command that measures it; followed by the seconds of a run."""
    more: tuple[str, ...] = ()
    """The arguments after the seconds."""


def _python_peer(name: str, folder: str, *installs: tuple[str, ...]) -> Peer:
    """Return a peer in a virtual environment; each of `installs` holds arguments of `pip install`."""
    python = str(WORK / folder / "bin" / "python")
    made = (sys.executable, "-m", "venv", ".")
    return Peer(
        name,
        folder,
        (made, *((python, *PIP, *what) for what in installs)),
        (python, "-m", f"bench.peers.{folder}.play"),
    )


PEERS = (
    _python_peer("OpenSpiel", "openspiel", (*WHEELS, "-r", "requirements.txt")),
    _python_peer(
        "RLCard",
        "rlcard",
        (*WHEELS, "-r", "build.txt"),
        (*WHEELS, "--no-binary", "rlcard", "--no-build-isolation", "-r", "requirements.txt"),
    ),
    Peer(
        "boardgame.io", "boardgame", (NPM,), ("node", str(HERE / "boardgame" / "play.cjs")), (str(WORK / "boardgame"),)
    ),
)


def ensure_installed(peer: Peer) -> bool:
    """Install a peer unless it is installed; print one sentence and return False if that fails."""
    folder = WORK / peer.folder
    stamp = folder / f"{_content_of(peer)}.stamp"
    if stamp.exists():
        return True
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(HERE / peer.folder, folder, ignore=shutil.ignore_patterns("__pycache__", "*.py"))
    for command in peer.installs:
        if failure := _failure_of(command, folder):
            print(f"{peer.name} cannot be installed here, so it is left out: {failure}", file=sys.stderr)
            return False
    stamp.touch()
    return True


def _content_of(peer: Peer) -> str:
    """Return a hash of the pinned versions, so that an unchanged peer is not installed again."""
    pins = sorted(path for path in (HERE / peer.folder).iterdir() if path.suffix in {".txt", ".json"})
    return hashlib.sha256(b"".join(path.read_bytes() for path in pins)).hexdigest()[:16]


def _failure_of(command: Sequence[str], folder: Path) -> str:
    """Run a command; return its last error line, or "" if it succeeded."""
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return f"{command[0]} is not on this machine."
    if not done.returncode:
        return ""
    lines = [line for line in (done.stderr or done.stdout).splitlines() if "error" in line.lower()]
    return (lines or ["it gave no reason."])[-1].strip()
