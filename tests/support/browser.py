"""A real Chromium for the tests, found on the machine or installed."""

import contextlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.support.debian import install
from tests.support.processes import ServiceMissing

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # A page that asks another host for anything fails instead of reaching it.
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost",
]


def chromium() -> Path | None:
    """Return the path of a Chromium, installing one if needed; None means Playwright's own.

    Raises `ServiceMissing` when none can be had.
    """
    if _on_path() is None:
        install("chromium")
    found = _on_path()
    if found is None:
        _install_playwrights_own()
    return found


@contextlib.contextmanager
def launched(path: Path | None) -> Iterator[Browser]:
    """Run a browser without a window."""
    # Chromium's sandbox refuses to start as root.
    flags = [*FLAGS, "--no-sandbox"] if os.geteuid() == 0 else FLAGS
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=flags)
        try:
            yield browser
        finally:
            browser.close()


def _on_path() -> Path | None:
    found = [path for path in map(shutil.which, NAMES) if path]
    return Path(found[0]) if found else None


def _install_playwrights_own() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "playwright", "install", "chromium"],
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    if done.returncode:
        raise ServiceMissing(
            "Chromium cannot be had here: it is not installed and cannot be downloaded either. "
            f"Install Chromium and run the tests again.\n{done.stdout}{done.stderr}"
        )
