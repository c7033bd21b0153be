"""A component that cannot be had fails by name, in one sentence that says what to do."""

import shutil
from pathlib import Path

import pytest

from tests.support import browser, debian, made_once, postgres, redis, wheels
from tests.support.processes import ServiceMissing

NOT_TO_BE_HAD = f"nowhere-to-be-had==1.0 --hash=sha256:{'0' * 64}\n"


@pytest.fixture
def bare_machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A machine without the programs and without access to packages."""
    monkeypatch.setattr(shutil, "which", lambda name, path=None: None)
    monkeypatch.setattr(postgres, "USUAL_PLACES", ())
    monkeypatch.setattr(wheels, "KEPT_IN", tmp_path / "kept")
    monkeypatch.setattr(wheels, "LOCKS", tmp_path)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    for part in ("postgres", "redis"):
        (tmp_path / f"{part}.txt").write_text(NOT_TO_BE_HAD)


@pytest.mark.usefixtures("bare_machine")
def test_postgresql():
    message = "PostgreSQL cannot be had here: it is not installed.*Install PostgreSQL and run the tests again"
    with pytest.raises(ServiceMissing, match=message), postgres.started():
        pass


@pytest.mark.usefixtures("bare_machine")
def test_redis():
    message = "Redis cannot be had here: it is not installed.*Install Redis and run the tests again"
    with pytest.raises(ServiceMissing, match=message), redis.started():
        pass


@pytest.mark.usefixtures("bare_machine")
def test_chromium(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("PLAYWRIGHT_DOWNLOAD_HOST", "http://127.0.0.1:9")
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path))
    with pytest.raises(ServiceMissing, match=r"Chromium cannot be had here: it is not installed.*Install Chromium"):
        browser.chromium()


def test_a_chromium_without_windows_is_installed_beside_one_with_windows(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    there = {"chromium"}
    installed: list[str] = []
    monkeypatch.setattr(made_once, "_folders", [tmp_path])
    monkeypatch.setattr(shutil, "which", lambda name: f"/bin/{name}" if name in there else None)
    monkeypatch.setattr(browser, "install", installed.append)
    assert [browser.chromium() for _ in range(2)] == [Path("/bin/chromium")] * 2
    assert installed == [browser.SHELL], "Where it cannot be had, it is tried once in a run."
    there.add(browser.SHELL)
    assert browser.chromium() == Path("/bin", browser.SHELL)
    assert browser.chromium(with_windows=True) == Path("/bin/chromium")


@pytest.mark.usefixtures("bare_machine")
def test_nginx():
    with pytest.raises(ServiceMissing, match=r"nginx cannot be had here: it is not installed.*Install nginx"):
        debian.program("nginx", "nginx")


@pytest.mark.usefixtures("bare_machine")
def test_a_failed_install_is_not_taken_for_one(tmp_path: Path):
    for _ in range(2):
        with pytest.raises(ServiceMissing):
            wheels.installed("redis", "Redis")


def test_what_is_installed_is_not_installed_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setattr(wheels, "KEPT_IN", tmp_path / "kept")
    monkeypatch.setattr(wheels, "LOCKS", tmp_path)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    (tmp_path / "redis.txt").write_text("")
    (tmp_path / "kept" / "redis").mkdir(parents=True)
    (tmp_path / "kept" / "redis" / "redis.txt").write_text("")
    assert wheels.installed("redis", "Redis") == tmp_path / "kept" / "redis"
    (tmp_path / "redis.txt").write_text(NOT_TO_BE_HAD)
    with pytest.raises(ServiceMissing):
        wheels.installed("redis", "Redis")
