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
from tests.support.made_once import made_once
from tests.support.processes import ServiceMissing

SHELL = "chromium-headless-shell"
"""Chromium without windows: a new context costs it a fifth of what it costs one that hides its windows.

It draws every page at once, while one with windows draws a page that lies below another of the same reader once a
second: a click then waits two seconds or more until its element lies still.
"""
WITH_WINDOWS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Letters are as wide as on the screens of people: without a window they are widened to whole pixels.
    "--font-render-hinting=none",
    # A page that asks another host for anything fails instead of reaching it.
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost",
]


def chromium(*, with_windows: bool = False) -> Path | None:
    """Return the path of a Chromium, installing one if needed; None means Playwright's own.

    One without windows is preferred; notifications of the system need one with windows.
    Raises `ServiceMissing` when none can be had.
    """
    if not with_windows and _on_path((SHELL,)) is None:
        # It is worth installing beside one with windows too. Where that cannot be done, one process tries, not each.
        made_once(SHELL, lambda _: install(SHELL))
    preferred = WITH_WINDOWS if with_windows else (SHELL, *WITH_WINDOWS)
    for package in WITH_WINDOWS[:2]:
        if _on_path(preferred) is None:
            install(package)
    found = _on_path(preferred)
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


def _on_path(names: tuple[str, ...]) -> Path | None:
    found = [path for path in map(shutil.which, names) if path]
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
